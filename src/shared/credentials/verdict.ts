import type { Compact } from './compact.ts'
import { isCovered } from './compact-rules.ts'
import type { Kind } from './credential.ts'
import { isRequiredForWork } from './life-support.ts'
import { shortTitle } from './short-title.ts'
import { findState } from './states.ts'
import { type Standing, standingOf } from './status.ts'
import type { VerdictAnswer, VerdictState } from './verdict-answer.ts'

/** The fields of a credential that decide the verdict. Dates are `YYYY-MM-DD`. */
export type VerdictCredential = {
  id: string
  kind: Kind
  state?: string | null
  type?: string | null
  multistate?: boolean | null
  name?: string | null
  code?: string | null
  requiredForWork?: boolean | null
  expiresAt: string | null
  neverExpires: boolean
  /**
   * When an open renewal was submitted. Affects the wording only: nothing is valid for longer until the board has
   * renewed it.
   */
  submittedOn?: string | null
  /** Also affects the wording only. */
  hasOpenRenewal?: boolean
}

type OpenRenewal = { credentialId: string; submittedOn: string | null }

/** Adds the facts about open renewals that the verdict mentions. */
export function withOpenRenewals(
  credentials: readonly VerdictCredential[],
  open: readonly OpenRenewal[],
): VerdictCredential[] {
  const dates = new Map(open.map(({ credentialId, submittedOn }) => [credentialId, submittedOn]))
  return credentials.map((each) => ({
    ...each,
    submittedOn: dates.get(each.id) ?? null,
    hasOpenRenewal: dates.has(each.id),
  }))
}

/** A requirement, with the best of the records that can meet it. */
export type Requirement = { credential: VerdictCredential; standing: Standing; end: string | null }

export type StateAssessment = {
  /** The state's name, or the typed text. */
  state: string
  verdict: VerdictState
  /** The last day on which everything is still valid; `null` if there is no such day, or unless the verdict is yes. */
  until: string | null
  licenses: Requirement[]
  certifications: Requirement[]
  /** Licenses recorded for the state, each with the multistate license of another state that counts in its place. */
  replaced: { own: Requirement; by: Requirement }[]
}

export type Assessment = {
  verdict: VerdictAnswer
  until: string | null
  states: StateAssessment[]
}

/**
 * "Am I clear to work?", from the dates alone. `credentials` are the owner's credentials, without deleted and archived
 * ones. `today` is the owner's calendar date.
 * A state's answer is yes only if a license of each type recorded for the state, and every certification that the job
 * requires, is either dated and unexpired, or marked as never expiring. If several records can meet a requirement, the
 * best one counts: an old card changes nothing once its successor exists. A multistate license also counts in the
 * compact states for which the owner recorded a license of the same type. Adding a lapsed or undated record never
 * improves the answer.
 */
export function assess(
  credentials: readonly VerdictCredential[],
  today: string,
  compact: Compact,
): Assessment {
  const licenses = credentials.filter(({ kind }) => kind === 'license')
  if (licenses.length === 0) return { verdict: 'no_license', until: null, states: [] }
  const certifications = requirementsBy(
    credentials.filter((each) => each.kind === 'certification' && isRequiredForWork(each)),
    (each) => shortTitle(each).toLowerCase(),
    today,
  )
  const places = [...new Set(licenses.map(placeOf))]
  const states = places.map((state) => assessState(state, { licenses, certifications, today, compact }))
  const verdict = overall(states.map((each) => each.verdict))
  return { verdict, until: verdict === 'yes' ? earliest(states.map(({ until }) => until)) : null, states }
}

type Facts = {
  licenses: VerdictCredential[]
  certifications: Requirement[]
  today: string
  compact: Compact
}

function assessState(state: string, { licenses, certifications, today, compact }: Facts): StateAssessment {
  const recorded = licenses.filter((each) => placeOf(each) === state)
  const types = new Set(recorded.map(typeOf))
  const covering = licenses.filter((each) => covers(each, state, { today, compact }))
  const sameType = covering.filter((each) => types.has(typeOf(each)))
  const own = requirementsBy([...new Set([...recorded, ...sameType])], typeOf, today)
  const verdict = stateVerdict(own, certifications, covering.length > 0)
  const until = verdict === 'yes' ? earliest([...own, ...certifications].map(({ end }) => end)) : null
  const replaced = requirementsBy(recorded, typeOf, today).flatMap((each) => {
    const by = own.find(({ credential }) => typeOf(credential) === typeOf(each.credential))
    return by && by.credential.id !== each.credential.id ? [{ own: each, by }] : []
  })
  return { state, verdict, until, licenses: own, certifications, replaced }
}

function stateVerdict(
  licenses: Requirement[],
  certifications: Requirement[],
  isCoveredElsewhere: boolean,
): VerdictState {
  const holds = ({ standing }: Requirement) => standing === 'valid'
  if (!licenses.some(holds) && !isCoveredElsewhere) {
    return licenses.some(({ standing }) => standing === 'date_missing') ? 'unknown' : 'no'
  }
  return [...licenses, ...certifications].every(holds) ? 'yes' : 'partly'
}

/** The answer for all states: the common answer if they agree, otherwise an answer based on the best state. */
function overall(verdicts: VerdictState[]): VerdictState {
  const [first] = verdicts
  if (first && verdicts.every((each) => each === first)) return first
  if (verdicts.some((each) => each === 'yes' || each === 'partly')) return 'partly'
  return 'unknown'
}

/** The best record of each group, in the order in which the groups first appear. */
function requirementsBy(
  credentials: VerdictCredential[],
  groupOf: (credential: VerdictCredential) => string,
  today: string,
): Requirement[] {
  return [...Map.groupBy(credentials, groupOf).values()].flatMap((group) => {
    const [best] = group.map((credential) => requirementOf(credential, today)).sort(byStanding)
    return best ? [best] : []
  })
}

function requirementOf(credential: VerdictCredential, today: string): Requirement {
  return { credential, end: credential.expiresAt, standing: standingOf(credential, today) }
}

const ranks: Standing[] = ['valid', 'date_missing', 'lapsed']

/** Best first, then the latest end. No end counts as later than any date. */
function byStanding(a: Requirement, b: Requirement): number {
  const rank = ranks.indexOf(a.standing) - ranks.indexOf(b.standing)
  if (rank !== 0) return rank
  return (b.end ?? '9999-12-31').localeCompare(a.end ?? '9999-12-31')
}

export function earliest(dates: (string | null)[]): string | null {
  return dates.filter((date) => date !== null).sort()[0] ?? null
}

/**
 * Whether a multistate license gives the privilege to practice in `state` today, no matter what is recorded for that
 * state.
 */
function covers(
  license: VerdictCredential,
  state: string,
  { today, compact }: Pick<Facts, 'today' | 'compact'>,
): boolean {
  if (license.multistate !== true || standingOf(license, today) !== 'valid') return false
  return isCovered(compact, { type: license.type ?? '', home: license.state ?? '' }, state, today)
}

function placeOf({ state }: VerdictCredential): string {
  return findState(state ?? '')?.name ?? (state ?? '').trim()
}

/** LVN is the name of the LPN in Texas and California. */
function typeOf({ type }: VerdictCredential): string {
  const known = (type ?? '').trim().toUpperCase()
  return known === 'LVN' ? 'LPN' : known
}
