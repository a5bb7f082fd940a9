import type { OpenMove } from '#shared/compact/practice-answer.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { leftCount } from '#shared/requirements/left-count.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import type { DateContext } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { endText, warningText } from '#web/reminders/reminder-text.ts'
import type { NextStep } from './next-step-props.ts'

export function moveStep({ residenceId, state, applyBy }: OpenMove, context: DateContext): NextStep {
  return {
    id: `move ${residenceId}`,
    due: applyBy,
    title: t`License application in ${state}`,
    detail: endText({ resourceType: 'moveDeadline', dueOn: applyBy }, context),
    look: null,
    label: t`See what to apply for`,
    target: { kind: 'states' },
    notice: null,
  }
}

export function healthStep({ id, title, dueOn }: DueHealthRecord, context: DateContext): NextStep {
  return {
    id,
    due: dueOn,
    title,
    detail: endText({ resourceType: 'healthRecord', dueOn }, context),
    look: null,
    label: t`Open it`,
    target: { kind: 'health', recordId: id },
    notice: null,
  }
}

/** One step for each contract that has not ended, from 120 days before its first day. */
export function listSteps(list: ListSummary, context: DateContext): NextStep[] {
  const { id, name, startsOn, endsOn, itemCount, counts, left } = list
  const count = leftCount({ itemCount, counts })
  const isSoon = startsOn !== null && startsOn <= addDays(context.today, RENEWAL_WINDOW_DAYS)
  if (!isSoon || count === 0 || (endsOn ?? startsOn) < context.today) return []
  const named = left.join(', ')
  const more = count - left.length
  const what = more > 0 ? t`${named} and ${more} more` : named
  return [
    {
      id: `list ${id}`,
      due: startsOn,
      title: t`For ${name}`,
      detail: `${endText({ resourceType: 'requirementList', dueOn: startsOn }, context)} · ${what}`,
      look: null,
      label: t`See what is left`,
      target: { kind: 'list', listId: id },
      notice: null,
    },
  ]
}

export function warningStep(warning: ReminderSummary['warnings'][number]): NextStep {
  const { title, advice } = warningText(warning)
  return {
    id: `${warning.code} ${warning.channel}`,
    due: null,
    title,
    detail: advice,
    look: null,
    label: t`Reminder settings`,
    target: { kind: 'reminder_settings' },
    notice: warning.code === 'mail_not_set_up' ? 'mail_not_set_up' : null,
  }
}
