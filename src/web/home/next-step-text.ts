import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, type Look, lookOf } from '#shared/credentials/status.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/verdict.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { cycleHeadline, cycleName, type DateContext, shortName } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { warningText } from '#web/reminders/reminder-text.ts'

/** The screen on which the step is taken. */
export type StepTarget =
  | { kind: 'renew' | 'add_date'; credentialId: string }
  | { kind: 'cycle'; cycleId: string }
  | { kind: 'new_cycle'; credentialId: string }
  | { kind: 'reminder_settings' }

export type NextStep = {
  id: string
  /** `YYYY-MM-DD`; null for what may matter any day: a missing date, a reminder that does not arrive. */
  due: string | null
  title: string
  detail: string
  /** Of a credential; null for everything else. */
  look: Look | null
  /** On the button. */
  label: string
  target: StepTarget
}

export type NextStepSources = {
  /** Current credentials, in any order; those that need nothing yet are left out. */
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  proposals: readonly CycleProposal[]
  warnings: ReminderSummary['warnings']
  /** The credential of the verdict's own action, which stands above the list. */
  shownAbove: string | null
}

/** Everything that is left to do in one list: what has passed first, then what may matter any day, then by date. */
export function nextSteps(sources: NextStepSources, context: DateContext): NextStep[] {
  const { credentials, cycles, proposals, warnings, shownAbove } = sources
  return [
    ...credentials.filter(({ id }) => id !== shownAbove).flatMap((each) => credentialSteps(each, context)),
    ...cycles.flatMap((cycle) => cycleSteps(cycle, context)),
    ...proposals.flatMap((proposal) => proposalSteps(proposal)),
    ...warnings.map(warningStep),
  ].sort((a, b) => compareDue(a.due ?? context.today, b.due ?? context.today))
}

function compareDue(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function credentialSteps(credential: Credential, { today, locale }: DateContext): NextStep[] {
  const { id, expiresAt } = credential
  const isMissing = isDateMissing(credential)
  const isFar = expiresAt === null || expiresAt > addDays(today, RENEWAL_WINDOW_DAYS)
  if (!isMissing && isFar) return []
  return [
    {
      id,
      due: expiresAt,
      title: shortTitle(credential),
      detail: isMissing
        ? 'You get no warning until its date is here.'
        : expiryText(credential, today, locale),
      look: lookOf(credential, today),
      label: isMissing ? 'Add the date' : 'Renew',
      target: { kind: isMissing ? 'add_date' : 'renew', credentialId: id },
    },
  ]
}

/** A cycle that ended with hours missing is history: the next one, or the license itself, is what can still be done. */
function cycleSteps(cycle: CeuCycle, context: DateContext): NextStep[] {
  const { state } = progressOf(cycle, context.today)
  if (state === 'done' || state === 'ended') return []
  return [
    {
      id: cycle.id,
      due: cycle.cycleEnd,
      title: `CE: ${shortName(cycleName(cycle))}`,
      detail: cycleHeadline(cycle, context),
      look: null,
      label: 'See what is missing',
      target: { kind: 'cycle', cycleId: cycle.id },
    },
  ]
}

function proposalSteps(proposal: CycleProposal): NextStep[] {
  if (proposal.hasCycle || !hasRequirements(proposal)) return []
  return [
    {
      id: `cycle of ${proposal.credentialId}`,
      due: proposal.cycleEnd,
      title: `CE: ${shortName(proposal.credentialTitle)}`,
      detail: 'Your hours for this renewal are not tracked yet.',
      look: null,
      label: 'Add its CE cycle',
      target: { kind: 'new_cycle', credentialId: proposal.credentialId },
    },
  ]
}

function warningStep(warning: ReminderSummary['warnings'][number]): NextStep {
  const { title, advice } = warningText(warning)
  return {
    id: `${warning.code} ${warning.channel}`,
    due: null,
    title,
    detail: advice,
    look: null,
    label: 'Reminder settings',
    target: { kind: 'reminder_settings' },
  }
}
