import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isRequiredForWork } from '#shared/credentials/life-support.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { Notice } from '#shared/notices/notice.ts'
import {
  type ReachableChannels,
  type ReminderSummary,
  reachableChannels,
} from '#shared/reminders/reminder.ts'
import { longerScheduleState } from '#shared/reminders/reminder-schedule.ts'
import { isCycleMissing, proposedCycleOf } from './cycle-steps.ts'
import type { FirstStep } from './home-answer.ts'

type Warnings = ReminderSummary['warnings']

export type FirstStepSources = {
  verdict: Pick<Verdict, 'verdict' | 'action'>
  credentials: readonly Credential[]
  cycles: readonly { id: string }[]
  proposals: readonly CycleProposal[] | null
  channels: ReachableChannels | null
  reminders: Pick<ReminderSummary, 'warnings'> | null
  /** How many days before an expiration reminders are sent. */
  leads: readonly number[] | null
  dismissed: readonly Notice[] | null
}

/** The most useful step first; `null` if the steps are hidden, or if a required fact is not known. */
export function firstStepsOf(sources: FirstStepSources): FirstStep[] | null {
  const { verdict, credentials, cycles, proposals, channels, reminders, leads, dismissed } = sources
  if (!proposals || !channels || !reminders || !leads || !dismissed) return null
  if (dismissed.includes('first_steps')) return null
  const isLicensed = verdict.verdict !== 'no_license' && verdict.verdict !== 'unknown'
  const isAbove = verdict.action?.kind === 'add_license' || verdict.action?.kind === 'add_date'
  const hasCycle = cycles.length > 0
  return [
    { name: 'license', isDone: isLicensed, isAbove },
    { name: 'life_support', isDone: credentials.some(isLifeSupport) },
    ...(isWithoutEducation(proposals) && !hasCycle ? [] : [cycleStep(proposals, hasCycle)]),
    reminderStep(channels, reminders.warnings),
    ...longerScheduleStep(leads, dismissed),
    { name: 'phone', isDone: dismissed.includes('install_app') },
  ]
}

function isLifeSupport(credential: Credential): boolean {
  if (credential.kind !== 'certification') return false
  return isRequiredForWork({ code: credential.code, name: credential.name })
}

/** Some boards require no CE, so there is nothing to count. */
function isWithoutEducation(proposals: readonly CycleProposal[]): boolean {
  return proposals.length > 0 && proposals.every((each) => each.rule !== null && !hasRequirements(each))
}

function cycleStep(proposals: readonly CycleProposal[], isDone: boolean): FirstStep {
  const proposal = isDone ? undefined : proposals.find(isCycleMissing)
  return { name: 'cycle', isDone, proposed: proposal ? proposedCycleOf(proposal) : null }
}

/** A channel whose last delivery failed does not count. */
function reminderStep(reachable: ReachableChannels, warnings: Warnings): FirstStep {
  const failed = warnings.flatMap(({ code, channel }) => (code === 'last_delivery_failed' ? [channel] : []))
  const channels = reachableChannels
    .keyof()
    .options.filter((name) => reachable[name] && !failed.some((each) => each === name))
  return {
    ...{ name: 'reminders', isDone: channels.length > 0, channels },
    warnings: channels.length > 0 ? [] : warnings.filter(isAboutChannel),
  }
}

/** The warnings that an open step about reminders already contains, so that they are not shown twice. */
export function isAboutChannel({ code }: Warnings[number]): boolean {
  return code === 'mail_not_set_up' || code === 'last_delivery_failed'
}

/** Not offered to an owner who chose other days, or who hid the offer. */
function longerScheduleStep(leads: readonly number[], dismissed: readonly Notice[]): FirstStep[] {
  const state = longerScheduleState(leads)
  if (state === 'own' || (state === 'offered' && dismissed.includes('longer_schedule'))) return []
  return [{ name: 'longer_schedule', isDone: state === 'on' }]
}
