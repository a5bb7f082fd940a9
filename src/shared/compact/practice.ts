import type { Compact, CompactRecord } from '#shared/credentials/compact.ts'
import { canBeMultistate, isMemberOn } from '#shared/credentials/compact-rules.ts'
import { standingOf } from '#shared/credentials/status.ts'
import { type MoveStanding, moveStandingOf } from './move-standing.ts'
import type { PracticeReason } from './practice-answer.ts'
import { type PracticeLicense, placeOf, typeOf } from './practice-license.ts'
import type { Stay } from './residence.ts'

export type PracticeFacts = {
  licenses: readonly PracticeLicense[]
  residences: readonly Stay[]
  compact: Compact
}

export type Finding = {
  may: boolean | null
  reason: PracticeReason
  license: PracticeLicense | null
  /** The state of the move that the answer depends on. */
  move: MoveStanding | null
  /** The compact record of the state that decided. */
  record: CompactRecord | null
}

/** Best first: allowed, unknown, not allowed. */
const reasons: Record<PracticeReason, boolean | null> = {
  licensed: true,
  compact: true,
  move_overdue: null,
  multistate_unknown: null,
  date_missing: null,
  compact_pending: null,
  state_unknown: null,
  compact_not_yet: false,
  ended_by_move: false,
  replaced: false,
  state_not_member: false,
  lapsed: false,
  not_issued: false,
  single_state: false,
  home_not_member: false,
  outside_compact: false,
  no_license: false,
}
const ranks = Object.keys(reasons)

type Question = { state: string; date: string }

/**
 * "May I practice in this state on this day, as what, and on which license?", by the dates that the owner entered, the
 * Nurse Licensure Compact (statuses and the 60-day rule 402(2) of its commission, with sources, in `compact.json` of the
 * rule pack) and where the owner lives. One finding for each type of license, the best first; one without a license if
 * there is none.
 *
 * `true` only on a license that is issued and unexpired on that day, and is of that state, or is a multistate RN or
 * LPN/VN license of a member state in another one that counts it, while no move has ended that. `null` where it cannot
 * be said: a missing date, a license that may be multistate or not, a state whose start in the compact is unknown, or a
 * move more than 60 days ago (`compact.move.days`) without an application. It does not consider discipline, federal
 * facilities or military spouses.
 */
export function findPractice(question: Question, facts: PracticeFacts): Finding[] {
  const byType = Map.groupBy(facts.licenses, typeOf)
  const best = [...byType.values()].flatMap((licenses) => {
    const [first] = licenses.map((license) => judge(license, question, facts)).sort(compareFindings)
    return first ? [first] : []
  })
  if (best.length === 0) return [finding('no_license', null)]
  return best.sort(compareFindings)
}

function compareFindings(a: Finding, b: Finding): number {
  const rank = ranks.indexOf(a.reason) - ranks.indexOf(b.reason)
  if (rank !== 0) return rank
  const [end, otherEnd] = [a, b].map(({ license }) => `${license?.expiresAt ?? '9999-12-31'} ${license?.id}`)
  return (end ?? '') < (otherEnd ?? '') ? 1 : -1
}

function finding(
  reason: PracticeReason,
  license: PracticeLicense | null,
  more: Partial<Pick<Finding, 'move' | 'record'>> = {},
): Finding {
  return { may: reasons[reason], reason, license, move: null, record: null, ...more }
}

function judge(license: PracticeLicense, question: Question, facts: PracticeFacts): Finding {
  const move = license.multistate === true ? moveStandingOf(license, question.date, facts) : null
  return placeOf(license.state) === placeOf(question.state)
    ? judgeAtHome(license, question, move)
    : judgeAway(license, question, { ...facts, move })
}

function judgeAtHome(license: PracticeLicense, { date }: Question, move: MoveStanding | null): Finding {
  const standing = standingOn(license, date)
  if (standing !== 'valid') return finding(standing, license)
  return finding(move?.state === 'replaced' ? 'replaced' : 'licensed', license, { move })
}

function standingOn(
  license: PracticeLicense,
  date: string,
): 'valid' | 'lapsed' | 'date_missing' | 'not_issued' {
  if (license.issuedAt !== null && license.issuedAt > date) return 'not_issued'
  return standingOf(license, date)
}

type AwayFacts = PracticeFacts & { move: MoveStanding | null }

/** A definite no takes precedence over an unknown. */
function judgeAway(
  license: PracticeLicense,
  { state, date }: Question,
  { compact, move }: AwayFacts,
): Finding {
  const home = compact.find(license.state)
  const there = compact.find(state)
  const standing = standingOn(license, date)
  const withMove = { move, record: there }
  if (!canBeMultistate(license.type)) return finding('outside_compact', license, { record: there })
  const entry = there === null ? null : entryOf(there, date)
  if (entry === 'state_not_member' || entry === 'compact_not_yet')
    return finding(entry, license, { record: there })
  if (standing === 'lapsed' || standing === 'not_issued') return finding(standing, license)
  if (!isMemberOn(home, date)) return finding('home_not_member', license, { record: home })
  if (license.multistate === false) return finding('single_state', license, { record: there })
  if (there === null) return finding('state_unknown', license)
  if (move?.state === 'ended') return finding('ended_by_move', license, withMove)
  if (move?.state === 'replaced') return finding('replaced', license, withMove)
  if (license.multistate === null) return finding('multistate_unknown', license, { record: there })
  if (standing === 'date_missing') return finding('date_missing', license)
  if (entry === 'compact_pending') return finding('compact_pending', license, { record: there })
  if (move?.state === 'overdue') return finding('move_overdue', license, withMove)
  return finding('compact', license, withMove)
}

/** Whether a multistate license of another state counts in a state on that day. */
function entryOf(
  there: CompactRecord,
  date: string,
): 'open' | 'state_not_member' | 'compact_not_yet' | 'compact_pending' {
  const { status, implementationDate, honorsMultistate } = there
  if (isMemberOn(there, date)) return 'open'
  if (implementationDate !== null) return 'compact_not_yet'
  if (status === 'none') return 'state_not_member'
  return honorsMultistate === true ? 'open' : 'compact_pending'
}
