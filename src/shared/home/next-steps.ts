import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import type { OpenMove } from '#shared/compact/practice-answer.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, statusOf } from '#shared/credentials/status.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { leftCount } from '#shared/requirements/left-count.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { cycleSteps, isCycleMissing, proposalStep } from './cycle-steps.ts'
import type { NextStep } from './home-answer.ts'

export type NextStepSources = {
  /** Current credentials, soonest first. Credentials that need nothing yet are left out. */
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  proposals: readonly CycleProposal[]
  /** The open renewal and the last finished one of each credential. */
  renewals: readonly RenewalOverview[]
  warnings: ReminderSummary['warnings']
  /** An application after a move that has not been recorded yet. */
  move: OpenMove | null
  /** Health records that are due within 60 days. */
  health: readonly DueHealthRecord[]
  /** The requirement lists of contracts, with the items left of each. */
  lists: readonly ListSummary[]
  /** The verdict's action, which is shown above the list. */
  above: Verdict['action']
}

/** All open steps: overdue steps first, then steps without a date, then the rest by date. */
export function nextStepsOf(sources: NextStepSources, today: string): NextStep[] {
  const { credentials, cycles, proposals, renewals, warnings, move, health, lists, above } = sources
  const open = renewals.filter(({ state }) => state !== 'done')
  const isOpen = ({ id }: Credential) => open.some(({ credentialId }) => credentialId === id)
  const isAbove = (id: string) => above?.resourceId === id
  return [
    ...credentials
      // The step for a renewal in progress already contains the date.
      .filter((each) => !isAbove(each.id) && (isDateMissing(each) || !isOpen(each)))
      .flatMap((each) => credentialSteps(each, today)),
    ...open
      .filter(({ credentialId }) => !(above?.kind === 'renew' && isAbove(credentialId)))
      .map((each) => renewalStep(each, credentials, today)),
    ...cycleSteps(cycles, renewals, today),
    ...proposals.filter(isCycleMissing).map(proposalStep),
    ...(move ? [moveStep(move)] : []),
    ...health.map(healthStep),
    ...lists.flatMap((list) => listSteps(list, today)),
    ...warnings.map(warningStep),
  ].sort((a, b) => compareDue(a.due ?? today, b.due ?? today))
}

function compareDue(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function credentialSteps(credential: Credential, today: string): NextStep[] {
  const { id, expiresAt: due } = credential
  const step = { id, credentialId: id, title: shortTitle(credential) }
  if (isDateMissing(credential)) return [{ kind: 'add_date', ...step, due: null }]
  if (due === null || due > addDays(today, RENEWAL_WINDOW_DAYS)) return []
  return [{ kind: 'renew', ...step, due, status: statusOf(due, today) }]
}

function renewalStep(renewal: RenewalOverview, credentials: readonly Credential[], today: string): NextStep {
  const { id, credentialId, title, kind: credentialKind, openedOn, submittedOn } = renewal
  const due = credentials.find((each) => each.id === credentialId)?.expiresAt ?? null
  const status = due === null ? null : statusOf(due, today)
  const under = { credentialKind, openedOn, submittedOn }
  return { kind: 'continue_renewal', id, credentialId, title, due, status, ...under }
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

function warningStep(warning: ReminderSummary['warnings'][number]): NextStep {
  return { kind: 'reminder_warning', id: `${warning.code} ${warning.channel}`, warning, due: null }
}
