import { shortenedTitle } from '#shared/credentials/short-title.ts'
import type { FirstStep, ProposedCycle } from '#shared/home/home-answer.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { proposedText, shortName } from '#web/ceu/cycle-text.ts'
import type { DateContext } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { warningText } from '#web/reminders/reminder-text.ts'

/** What an open step is and what it is for. */
export function firstStepText(step: FirstStep, context: DateContext): { title: string; detail: string } {
  return { title: titleOf(step), detail: detailOf(step, context) }
}

function titleOf({ name }: FirstStep): string {
  switch (name) {
    case 'license':
      return t`Your license`
    case 'life_support':
      return t`A life support card`
    case 'cycle':
      return t`A CE cycle`
    case 'reminders':
      return t`Reminders that reach you`
    case 'longer_schedule':
      return t`Reminders from 120 days ahead`
    case 'phone':
      return t`Lanyard on your phone`
  }
}

function detailOf(step: FirstStep, context: DateContext): string {
  switch (step.name) {
    case 'license':
      return step.isAbove ? t`With its date: the step above` : t`With its expiration date`
    case 'life_support':
      return t`Such as BLS`
    case 'cycle':
      return step.proposed ? proposedDetail(step.proposed, context) : t`To count your hours and topics`
    case 'reminders':
      return reminderDetail(step)
    case 'longer_schedule':
      return t`Also 90 and 60 days before; now from 30`
    case 'phone':
      return t`On the home screen, like an app`
  }
}

/** "Texas RN: 20 hours and 4 topics by Apr 5, 2027". */
function proposedDetail(proposed: ProposedCycle, context: DateContext): string {
  const name = shortName(shortenedTitle(proposed.title, null))
  return `${name}: ${proposedText(proposed, proposed, proposed.due, context)}`
}

function reminderDetail({ warnings }: Extract<FirstStep, { name: 'reminders' }>): string {
  return warnings.map(reasonOf).join(' ') || t`By email, notification or calendar`
}

function reasonOf(warning: ReminderSummary['warnings'][number]): string {
  return warning.code === 'mail_not_set_up'
    ? t`Email is not set up on this installation.`
    : warningText(warning).title
}
