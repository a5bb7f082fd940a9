import type { CeuCycle, CycleProposal, RenewalFacts } from '#shared/ceu/cycle.ts'
import { isEnded } from '#shared/ceu/proposal.ts'
import type { OpenMove } from '#shared/compact/practice-answer.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, RENEWAL_DUE_DAYS, statusOf } from '#shared/credentials/status.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { openDuties } from '#shared/renewals/duties.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { leftCount } from '#shared/requirements/left-count.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { cycleSteps, isCycleMissing, proposalStep } from './cycle-steps.ts'
import type { NextStep } from './home-answer.ts'

export type NextStepSources = {
  /** Current credentials, soonest first. Credentials that need nothing yet are left out. */
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  /** The proposals for which a cycle may be added. */
  proposals: readonly CycleProposal[]
  /** What is known about the renewal of each credential. */
  facts: readonly Pick<CycleProposal, 'credentialId' | 'renewal'>[]
  /** The open renewal and the last finished one of each credential. */
  renewals: readonly RenewalOverview[]
  warnings: ReminderSummary['warnings']
  /** How many files that came by mail wait to be seen. */
  mailedFiles: number
  /** An application after a move that has not been recorded yet. */
  move: OpenMove | null
  /** Health records that are due within 60 days. */
  health: readonly DueHealthRecord[]
  /** The requirement lists of contracts, with the items left of each. */
  lists: readonly ListSummary[]
  /** The verdict's action, which is shown above the list. */
  above: Verdict['action']
}

/** All open steps: overdue ones first, then missing dates, then by date. */
export function nextStepsOf(sources: NextStepSources, today: string): NextStep[] {
  const { credentials, cycles, proposals, facts, renewals, warnings, move, health, lists, above } = sources
  const { mailedFiles } = sources
  const open = renewals.filter(({ state }) => state !== 'done')
  const renewalOf = (id: string) => facts.find(({ credentialId }) => credentialId === id)?.renewal ?? null
  const isOpen = ({ id }: Credential) => open.some(({ credentialId }) => credentialId === id)
  const isAbove = (id: string) => above?.resourceId === id
  const education = cycleSteps(cycles, renewals, today)
  const missingIn = (cycle: CeuCycle) => education.some(({ kind, id }) => kind === 'cycle' && id === cycle.id)
  const missing = new Set(
    cycles.filter(missingIn).map(({ licenseId, certificationId }) => licenseId ?? certificationId),
  )
  return [
    ...credentials
      // The step for a renewal in progress already contains the date.
      .filter((each) => !isAbove(each.id) && (isDateMissing(each) || !isOpen(each)))
      .flatMap((each) => credentialSteps(each, renewalOf(each.id), today)),
    ...open
      .filter(({ credentialId }) => !(above?.kind === 'renew' && isAbove(credentialId)))
      .map((each) => renewalStep(each, { credentials, renewal: renewalOf(each.credentialId) }, today)),
    ...education,
    ...proposals
      // What is missing in its present cycle comes before the next one.
      .filter((each) => isCycleMissing(each) && !missing.has(each.credentialId))
      .map(proposalStep),
    ...(move ? [moveStep(move)] : []),
    ...health.map(healthStep),
    ...lists.flatMap((list) => listSteps(list, today)),
    ...(mailedFiles > 0 ? [mailedStep(mailedFiles)] : []),
    ...warnings.map(warningStep),
  ].sort((a, b) => compareDue(orderOf(a, today), orderOf(b, today)))
}

/**
 * A cycle that is over can still be added, but nothing waits for it. What is due within 60 days comes before everything
 * that has no date, except for a missing expiration date.
 */
function orderOf(step: NextStep, today: string): string {
  if (step.kind === 'add_cycle' && isEnded({ cycleEnd: step.due }, today)) return '9999'
  if (step.kind === 'add_date') return today
  return step.due ?? addDays(today, RENEWAL_DUE_DAYS)
}

function compareDue(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function credentialSteps(credential: Credential, renewal: RenewalFacts | null, today: string): NextStep[] {
  const { id, expiresAt } = credential
  const step = { id, credentialId: id, title: shortTitle(credential) }
  if (isDateMissing(credential)) return [{ kind: 'add_date', ...step, due: null }]
  if (expiresAt === null) return []
  const due = dayToApply(expiresAt, renewal, today)
  if (due > addDays(today, RENEWAL_WINDOW_DAYS)) return []
  const status = statusOf(expiresAt, today)
  return [{ kind: 'renew', ...step, due, status, expiresAt, renewal: renewal && daysOf(renewal) }]
}

type Known = { credentials: readonly Credential[]; renewal: RenewalFacts | null }

function renewalStep(open: RenewalOverview, { credentials, renewal }: Known, today: string): NextStep {
  const { id, credentialId, title, kind: credentialKind, openedOn, submittedOn, duties = [] } = open
  const expiresAt = credentials.find((each) => each.id === credentialId)?.expiresAt ?? null
  const due = expiresAt && (submittedOn === null ? dayToApply(expiresAt, renewal, today) : expiresAt)
  const status = expiresAt === null ? null : statusOf(expiresAt, today)
  return {
    ...{ kind: 'continue_renewal', id, credentialId, title, due, status, expiresAt },
    renewal: renewal && daysOf(renewal),
    dutiesLeft: openDuties(renewal?.duties ?? [], duties).length,
    ...{ credentialKind, openedOn, submittedOn },
  }
}

const daysOf = ({ opens, applyBy, lateUntil }: RenewalFacts) => ({ opens, applyBy, lateUntil })

/** The last day to apply, while it is ahead; then the end. */
function dayToApply(expiresAt: string, renewal: RenewalFacts | null, today: string): string {
  const applyBy = renewal?.applyBy ?? null
  return applyBy !== null && applyBy >= today ? applyBy : expiresAt
}

function moveStep({ residenceId, state, applyBy: due }: OpenMove): NextStep {
  return { kind: 'move', id: `move ${residenceId}`, residenceId, state, due }
}

function healthStep({ id, title, dueOn: due }: DueHealthRecord): NextStep {
  return { kind: 'health', id, recordId: id, title, due }
}

/** One step for each contract that has not ended, starting 120 days before its first day. */
function listSteps(list: ListSummary, today: string): NextStep[] {
  const { id: listId, name: title, startsOn: due, endsOn, itemCount, counts, left } = list
  const count = leftCount({ itemCount, counts })
  const isSoon = due !== null && due <= addDays(today, RENEWAL_WINDOW_DAYS)
  if (!isSoon || count === 0 || (endsOn ?? due) < today) return []
  return [{ kind: 'list', id: `list ${listId}`, listId, title, due, left, leftCount: count }]
}

function mailedStep(count: number): NextStep {
  return { kind: 'mailed_files', id: 'mailed_files', count, due: null }
}

function warningStep(warning: ReminderSummary['warnings'][number]): NextStep {
  return { kind: 'reminder_warning', id: `${warning.code} ${warning.channel}`, warning, due: null }
}
