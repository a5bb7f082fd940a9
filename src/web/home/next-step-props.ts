import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import type { OpenMove } from '#shared/compact/practice-answer.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Look } from '#shared/credentials/status.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import type { Notice } from '#shared/notices/notice.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import type { ListSummary } from '#shared/requirements/list.ts'

/** The screen on which the step is taken. */
export type StepTarget =
  | { kind: 'renew' | 'add_date'; credentialId: string }
  | { kind: 'cycle'; cycleId: string }
  | { kind: 'new_cycle'; credentialId: string }
  | { kind: 'reminder_settings' }
  | { kind: 'states' }
  | { kind: 'health'; recordId: string }
  | { kind: 'list'; listId: string }

export type NextStep = {
  id: string
  /** `YYYY-MM-DD`; null for steps without a date: a missing date, a reminder that does not arrive. */
  due: string | null
  title: string
  detail: string
  /** The status of a credential; null for everything else. */
  look: Look | null
  /** On the button. */
  label: string
  target: StepTarget
  /** The notice that hides it, if it can be hidden. */
  notice: Notice | null
}

export type NextStepSources = {
  /** Current credentials, in any order; those that need nothing yet are left out. */
  credentials: readonly Credential[]
  cycles: readonly CeuCycle[]
  proposals: readonly CycleProposal[]
  /** The open renewal and the last finished one of each credential. */
  renewals: readonly RenewalOverview[]
  warnings: ReminderSummary['warnings']
  /** An application after a move that is not recorded yet. */
  move: OpenMove | null
  /** Health records that are due within 60 days. */
  health: readonly DueHealthRecord[]
  /** The requirement lists of contracts, with the items left of each. */
  lists: readonly ListSummary[]
  /** The verdict's action, which is shown above the list. */
  above: Verdict['action']
}
