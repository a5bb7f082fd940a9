import type { Rules } from '#server/ceu/rules-service.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { planMove } from '#shared/compact/move-plan.ts'
import { type Finding, findPractice, type PracticeFacts } from '#shared/compact/practice.ts'
import {
  type MovePlan,
  type PracticeAnswer,
  type PracticeFinding,
  type PracticeLook,
  type PracticeOverview,
  practiceLook,
  practiceLookOf,
} from '#shared/compact/practice-answer.ts'
import { placeOf, typeOf } from '#shared/compact/practice-license.ts'
import { reasonText, stateName, warningTexts } from '#shared/compact/practice-text.ts'
import {
  type Residence,
  type ResidenceInput,
  type ResidencePatch,
  residence,
} from '#shared/compact/residence.ts'
import { isMemberOn } from '#shared/credentials/compact-rules.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { boardOf, findState } from '#shared/credentials/states.ts'
import { english, type Translate } from '#shared/i18n/translate.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import {
  createResidence,
  listPracticeLicenses,
  listResidences,
  type NewResidence,
  type ResidenceRow,
  requireResidence,
  updateResidence,
} from './store.ts'

/** Everything the rules need, as the owner recorded it. */
export async function findPracticeFacts(
  { db, rules }: Pick<Services, 'db' | 'rules'>,
  owner: Owner,
  timeZone: string | null,
): Promise<PracticeFacts & { rows: ResidenceRow[] }> {
  const [licenses, rows] = await Promise.all([
    listPracticeLicenses(db, owner, timeZone),
    listResidences(db, owner),
  ])
  return { licenses, rows, residences: rows, compact: rules.current().compact }
}

/** Everything needed to put an answer into words. */
type Words = { locale: string | null; today: string; rules: Rules; t: Translate }
type Question = { state: string; date: string }

export function answerPractice(question: Question, facts: PracticeFacts, words: Words): PracticeAnswer {
  const code = placeOf(question.state)
  const asked = { state: stateName(code, words.t), date: question.date }
  const [best, ...others] = findPractice({ ...question, state: code }, facts)
  if (!best) throw new Error('No finding')
  const present = (finding: Finding) => presentFinding(finding, asked, words)
  return {
    ...present(best),
    state: { code, name: asked.state },
    date: question.date,
    ...basisOf(best, facts, words),
    board: findBoard(code, best.license ? typeOf(best.license) : 'RN', question.date, words.rules),
    others: others.map(present),
  }
}

function presentFinding(finding: Finding, asked: Question, { locale, t }: Words): PracticeFinding {
  const { may, reason, license } = finding
  const words = { t, formatDate: (date: string) => formatDate(date, locale) }
  return {
    may,
    as: license ? typeOf(license) : null,
    on: license && {
      id: license.id,
      title: titleIn(license.title, t),
      state: license.state,
      expiresAt: license.expiresAt,
    },
    look: practiceLookOf(reason, may),
    reason: { code: reason, text: reasonText(finding, asked, words) },
    warnings: warningTexts(finding, words),
    assumes: assumedHome(finding, words.t),
  }
}

/** The compact depends on the state of residence: if none is recorded, it is assumed to be that of the license. */
function assumedHome({ reason, move, license }: Finding, t: Translate): string | null {
  if (reason !== 'compact' || move?.state !== 'unrecorded' || license === null) return null
  return stateName(placeOf(license.state), t)
}

const ofMoves = ['move_overdue', 'ended_by_move', 'replaced']

/** The source of the finding, and its date. */
function basisOf(
  { reason, license, record }: Finding,
  { compact }: PracticeFacts,
  { today, t }: Words,
): Pick<PracticeAnswer, 'asOf' | 'source'> {
  if (ofMoves.includes(reason))
    return {
      asOf: compact.asOf,
      source: { name: t`Rule 402(2) of the compact`, url: compact.move.sources[0] ?? null },
    }
  if (record)
    return {
      asOf: compact.asOf,
      source: { name: t`Compact status of ${record.name}`, url: record.sources[0] ?? null },
    }
  if (reason === 'state_unknown' || reason === 'outside_compact')
    return { asOf: compact.asOf, source: { name: t`The list of compact states`, url: null } }
  return { asOf: license?.recordedOn ?? today, source: { name: t`What you recorded`, url: null } }
}

/** From the rules in use; if they have none, from the list of boards. */
function findBoard(
  state: string,
  type: string,
  date: string,
  rules: Rules,
): { name: string; url: string | null } | null {
  const rule = rules.current().forLicense({ state, type }, date)
  if (rule) return { name: rule.board, url: rule.boardUrl }
  const known = findState(state)
  if (!known) return null
  const name = boardOf(state, type)
  return { name, url: name === known.lpnBoard ? (known.lpnBoardUrl ?? null) : known.boardUrl }
}

/** The answer for every state of the list, sorted by name. */
export function answerEveryState(date: string, facts: PracticeFacts, words: Words): PracticeAnswer[] {
  return facts.compact.records
    .map(({ jurisdiction }) => answerPractice({ state: jurisdiction, date }, facts, words))
    .sort((a, b) => (a.state.name < b.state.name ? -1 : 1))
}

export function summarizePractice(
  facts: PracticeFacts & { rows: ResidenceRow[] },
  today: string,
): PracticeOverview {
  const counts = Object.fromEntries(practiceLook.options.map((look) => [look, 0])) as Record<
    PracticeLook,
    number
  >
  const assumed = new Set<string>()
  let openMove: PracticeOverview['move'] = null
  for (const { jurisdiction } of facts.compact.records) {
    const [best] = findPractice({ state: jurisdiction, date: today }, facts)
    if (!best) continue
    counts[practiceLookOf(best.reason, best.may)] += 1
    const home = assumedHome(best, english)
    if (home !== null) assumed.add(home)
    const { move } = best
    if (move?.applyBy && (move.state === 'counting' || move.state === 'overdue'))
      openMove = {
        residenceId: currentResidence(facts.rows, today)?.id ?? '',
        ...{ state: stateName(move.to ?? '', english), applyBy: move.applyBy },
        isOverdue: move.state === 'overdue',
      }
  }
  const states = new Set(facts.licenses.map(({ state }) => placeOf(state)))
  const isOffered = states.size > 1 || facts.licenses.some(({ multistate }) => multistate === true)
  return { isOffered, counts, assumes: [...assumed], move: openMove }
}

function currentResidence(rows: readonly ResidenceRow[], today: string): ResidenceRow | undefined {
  return rows.find(({ from }) => from <= today)
}

export function answerMove(
  question: { state: string; from: string },
  facts: PracticeFacts,
  { rules, t }: Pick<Words, 'rules' | 't'>,
): MovePlan {
  const code = placeOf(question.state)
  const { ends, ...plan } = planMove({ ...question, state: code }, facts)
  const { move, asOf } = facts.compact
  return {
    ...plan,
    state: { code, name: stateName(code, t) },
    from: question.from,
    ends: ends.map(({ name }) => name),
    asOf,
    source: { name: t`Rule 402(2) of the compact`, url: move.sources[0] ?? null },
    board: findBoard(code, plan.apply[0]?.as ?? 'RN', question.from, rules),
  }
}

/** The stored fields of a residence, with its name and with the last day to apply there under the compact. */
export function completeResidence(given: ResidenceInput, rules: Rules): NewResidence {
  const { compact } = rules.current()
  const isMember = isMemberOn(compact.find(given.state), given.from)
  return {
    ...given,
    place: stateName(given.state, english),
    applyBy: isMember ? addDays(given.from, compact.move.days) : null,
  }
}

export function presentResidence(row: ResidenceRow): Residence {
  const { createdAt, updatedAt } = row
  return residence.parse({
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  })
}

export function addResidence(
  tx: Db,
  owner: Owner,
  input: ResidenceInput,
  { rules, now }: { rules: Rules; now: Date },
): Promise<ResidenceRow> {
  return createResidence(tx, owner, completeResidence(input, rules), now)
}

/** Rejects like `requireResidence`. */
export async function changeResidence(
  tx: Db,
  owner: Owner,
  id: string,
  patch: ResidencePatch,
  { rules, now }: { rules: Rules; now: Date },
): Promise<ResidenceRow> {
  await lockOwnerRow(tx, owner)
  const row = await requireResidence(tx, owner, id)
  const { state, from, appliedOn } = { ...row, ...patch }
  return updateResidence(tx, owner, row, completeResidence({ state, from, appliedOn }, rules), now)
}
