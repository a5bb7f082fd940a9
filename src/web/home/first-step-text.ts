import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isRequiredForWork } from '#shared/credentials/life-support.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { ReachableChannels, ReminderSummary } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { warningText } from '#web/reminders/reminder-text.ts'

export type FirstStepName = 'license' | 'life_support' | 'cycle' | 'reminders' | 'longer_schedule' | 'phone'

export type FirstStep = {
  name: FirstStepName
  title: string
  detail: string | null
  isDone: boolean
  /** Not if the verdict already has that button. */
  hasButton: boolean
}

type Warnings = ReminderSummary['warnings']

export type FirstStepSources = {
  verdict: Pick<Verdict, 'verdict' | 'action'>
  certifications: readonly Credential[]
  cycles: readonly Pick<CeuCycle, 'id'>[]
  proposals: readonly CycleProposal[]
  channels: ReachableChannels
  warnings: Warnings
  longerSchedule: 'on' | 'offered' | 'own'
  isOnPhone: boolean
}

/** The steps that make Lanyard useful, the most useful first. A step that does not apply is left out. */
export function firstSteps(sources: FirstStepSources): FirstStep[] {
  const { verdict, certifications, cycles, proposals, longerSchedule, isOnPhone } = sources
  const isLicensed = verdict.verdict !== 'no_license' && verdict.verdict !== 'unknown'
  const isInVerdict = verdict.action?.kind === 'add_license' || verdict.action?.kind === 'add_date'
  const steps: Omit<FirstStep, 'hasButton'>[] = [
    {
      name: 'license',
      title: t`Your license`,
      detail: isInVerdict ? t`With its date: the step above` : t`With its expiration date`,
      isDone: isLicensed,
    },
    {
      name: 'life_support',
      title: t`A life support card`,
      detail: t`Such as BLS`,
      isDone: certifications.some(isLifeSupport),
    },
    ...(isWithoutEducation(proposals) && cycles.length === 0
      ? []
      : [
          {
            name: 'cycle' as const,
            title: t`A CE cycle`,
            detail: t`To count your hours and topics`,
            isDone: cycles.length > 0,
          },
        ]),
    reminderStep(sources),
    ...(longerSchedule === 'own'
      ? []
      : [
          {
            name: 'longer_schedule' as const,
            title: t`Reminders from 120 days ahead`,
            detail: t`Also 90 and 60 days before; now from 30`,
            isDone: longerSchedule === 'on',
          },
        ]),
    {
      name: 'phone',
      title: t`Lanyard on your phone`,
      detail: t`On the home screen, like an app`,
      isDone: isOnPhone,
    },
  ]
  return steps.map((step) => ({
    ...step,
    detail: step.isDone && step.name !== 'reminders' ? null : step.detail,
    hasButton: !(step.name === 'license' && isInVerdict),
  }))
}

function isLifeSupport(credential: Credential): boolean {
  if (credential.kind !== 'certification') return false
  return isRequiredForWork({ code: credential.code, name: credential.name })
}

/** Some boards ask for no CE: there is nothing to count then. */
function isWithoutEducation(proposals: readonly CycleProposal[]): boolean {
  return proposals.length > 0 && proposals.every((each) => each.rule !== null && !hasRequirements(each))
}

const channelNames: [keyof ReachableChannels, string][] = [
  ['email', msg`email`],
  ['push', msg`notification`],
  ['webhook', msg`webhook`],
  ['calendar', msg`calendar`],
]

/** A channel whose last delivery failed does not count. */
function reminderStep({ channels, warnings }: FirstStepSources): Omit<FirstStep, 'hasButton'> {
  const failed = warnings.flatMap(({ code, channel }) => (code === 'last_delivery_failed' ? [channel] : []))
  const ways = channelNames.filter(
    ([channel]) => channels[channel] && !failed.some((each) => each === channel),
  )
  const title = t`Reminders that reach you`
  if (ways.length > 0) {
    const names = ways.map(([, name]) => t(name)).join(', ')
    return { name: 'reminders', title, detail: t`By ${names}`, isDone: true }
  }
  const why = warnings.filter(isAboutChannel).map(reasonOf)
  const detail = why.join(' ') || t`By email, notification or calendar`
  return { name: 'reminders', title, detail, isDone: false }
}

function reasonOf(warning: Warnings[number]): string {
  return warning.code === 'mail_not_set_up'
    ? t`Email is not set up on this installation.`
    : warningText(warning).title
}

/** The warnings that an open step about reminders contains, so that they are not shown elsewhere. */
export function isAboutChannel({ code }: Warnings[number]): boolean {
  return code === 'mail_not_set_up' || code === 'last_delivery_failed'
}
