import { msg, plural } from '#shared/i18n/translate.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import type {
  ChannelName,
  OptionalChannel,
  Reminder,
  ReminderSummary,
  ScheduledKind,
} from '#shared/reminders/reminder.ts'
import { reminderHeadline, warningTexts } from '#shared/reminders/reminder-text.ts'
import { type DateContext, formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

export const channelNames: Record<ChannelName, string> = {
  inApp: msg`In Lanyard`,
  email: msg`Email`,
  push: msg`On your devices`,
  webhook: msg`Webhook`,
}

/** The headline of a sent reminder, as of today. */
export function headlineOf({ title, step, resourceType, dueOn }: Reminder, today: string): string {
  const daysLeft = daysBetween(today, dueOn)
  // Once the card has expired, booking the class no longer helps.
  const stepNow = step === 'book_class' && daysLeft < 0 ? 'lapsed' : step
  return reminderHeadline({ title, step: stepNow, daysLeft, kind: resourceType }, t)
}

/** "Ends Mar 31, 2027 · in 130 days". */
export function endText(
  { dueOn, resourceType, step }: Pick<Reminder, 'dueOn' | 'resourceType'> & { step?: Reminder['step'] },
  { today, locale }: DateContext,
): string {
  const isOver = dueOn < today
  const day = `${formatDate(dueOn, locale)} · ${formatDays(daysBetween(today, dueOn))}`
  if (step === 'apply') return isOver ? t`Was to apply by ${day}` : t`Apply by ${day}`
  if (step === 'duty')
    return isOver ? t`A step of its renewal was due ${day}` : t`A step of its renewal is due ${day}`
  switch (resourceType) {
    case 'license':
    case 'certification':
      return isOver ? t`Expired ${day}` : t`Expires ${day}`
    case 'ceuCycle':
      return isOver ? t`Ended ${day}` : t`Ends ${day}`
    case 'requirementList':
      return isOver ? t`Started ${day}` : t`Starts ${day}`
    case 'ceuRunOut':
      return isOver ? t`Ran out ${day}` : t`Runs out ${day}`
    default:
      return isOver ? t`Was due ${day}` : t`Due ${day}`
  }
}

/** "14 days before it expires on Mar 31, 2027": why an upcoming reminder is sent on its day. */
export function stepText({ step, dueOn, leadDays, resourceType }: Reminder, locale: string | null): string {
  const day = formatDate(dueOn, locale)
  if (leadDays === 0) return t`On its last day, ${day}`
  if (leadDays < 0)
    return t`${plural(-leadDays, { one: '# day', other: '# days' })} after its last day, ${day}`
  if (step === 'book_class')
    return t`To book the class, ${plural(leadDays, { one: '# day', other: '# days' })} before it expires on ${day}`
  if (step === 'apply')
    return t`${plural(leadDays, { one: '# day', other: '# days' })} before the last day to apply, ${day}`
  if (step === 'duty')
    return t`${plural(leadDays, { one: '# day', other: '# days' })} before a step of its renewal is due on ${day}`
  switch (resourceType) {
    case 'license':
    case 'certification':
      return t`${plural(leadDays, { one: '# day', other: '# days' })} before it expires on ${day}`
    case 'ceuCycle':
      return t`${plural(leadDays, { one: '# day', other: '# days' })} before it ends on ${day}`
    case 'requirementList':
      return t`${plural(leadDays, { one: '# day', other: '# days' })} before it starts on ${day}`
    case 'ceuRunOut':
      return t`${plural(leadDays, { one: '# day', other: '# days' })} before it runs out on ${day}`
    default:
      return t`${plural(leadDays, { one: '# day', other: '# days' })} before it is due on ${day}`
  }
}

/** "Mar 1, 2027 · in 100 days": when the reminder is sent. */
export function dayText({ remindOn, snoozedUntil }: Reminder, { today, locale }: DateContext): string {
  const day = snoozedUntil ?? remindOn
  return `${formatDate(day, locale)} · ${formatDays(daysBetween(today, day))}`
}

/** The heading of the page. */
export function nextText(
  { next, isPlanned }: Pick<ReminderSummary, 'next' | 'isPlanned'>,
  { today, locale }: DateContext,
): string {
  if (!next) return isPlanned ? t`No upcoming reminders.` : t`Your reminders are being planned.`
  const day = next.snoozedUntil ?? next.remindOn
  const days = daysBetween(today, day)
  const { title } = next
  if (days <= 1) return t`Next reminder: ${title}, ${formatDays(Math.max(0, days))}.`
  return t`Next reminder: ${title}, on ${formatDate(day, locale)}, ${formatDays(days)}.`
}

/** The choices of the snooze menu. */
export function snoozeDays(today: string): { label: string; day: string }[] {
  return [
    { label: t`Tomorrow`, day: addDays(today, 1) },
    { label: t`In a week`, day: addDays(today, 7) },
  ]
}

type Delivery = Reminder['channels'][number]

/** "Email: sent", "Email: not sent. The mail server refused this address." */
export function deliveryText({ channel, state, error }: Delivery): string {
  const name = t(channelNames[channel])
  if (state === 'sent') return channel === 'inApp' ? t`${name}: shown` : t`${name}: sent`
  const reason = error ? ` ${sentence(error)}` : ''
  if (state === 'waiting') return `${t`${name}: waiting.`}${reason}`
  return `${state === 'skipped' ? t`${name}: skipped.` : t`${name}: not sent.`}${reason}`
}

/** What to do about a delivery that failed or was skipped. */
export function deliveryAdvice({ channel, state }: Pick<Delivery, 'channel' | 'state'>): string | null {
  if (state === 'sent' || state === 'waiting' || channel === 'inApp') return null
  return t(channelAdvice[channel])
}

const channelAdvice: Record<OptionalChannel, string> = {
  email: msg`Check your address and send yourself a test in Settings.`,
  push: msg`Turn notifications on again on that device.`,
  webhook: msg`Check the URL of your webhook in Settings.`,
}

type Warning = ReminderSummary['warnings'][number]

/** The problem in a few words and in a sentence, and what to do about it. */
export function warningText({ code, channel, reason }: Warning): {
  short: string
  title: string
  advice: string
} {
  if (code === 'mail_not_set_up') {
    return {
      short: t`No reminders by email`,
      title: t(warningTexts.mail_not_set_up),
      advice: t`Add the calendar feed, turn on notifications for this device, or ask the administrator to set up email.`,
    }
  }
  if (code === 'scheduler_late') {
    return {
      short: t`Reminders are late`,
      title: t(warningTexts.scheduler_late),
      advice: t`Due reminders will be sent when it runs again. Until then, check your dates here and tell the administrator.`,
    }
  }
  const why = reason ? `${sentence(reason)} ` : ''
  const advice =
    channel && channel !== 'inApp'
      ? t(channelAdvice[channel])
      : t`You can still see it in your list of reminders.`
  const title = t(channel ? undeliveredTexts[channel] : warningTexts.last_delivery_failed)
  return { short: t`The last reminder did not arrive`, title, advice: `${why}${advice}` }
}

const undeliveredTexts: Record<ChannelName, string> = {
  inApp: msg`The last reminder did not reach you by the list in Lanyard.`,
  email: msg`The last reminder did not reach you by email.`,
  push: msg`The last reminder did not reach you by notification.`,
  webhook: msg`The last reminder did not reach you by webhook.`,
}

/** The result of a test. */
export function testText(channel: ChannelName, state: Delivery['state'], error: string | null): string {
  if (state === 'sent') return t(sentTexts[channel])
  const why = error ? ` ${sentence(error)}` : ''
  return state === 'waiting'
    ? `${t`The test was not sent yet. Lanyard will try again.`}${why}`
    : `${t`The test was not sent.`}${why}`
}

const sentTexts: Record<ChannelName, string> = {
  inApp: msg`Reminders appear under the bell in Lanyard.`,
  email: msg`The test was sent. It should arrive within minutes; check your spam folder too.`,
  push: msg`The test was sent to your devices.`,
  webhook: msg`Your webhook accepted the test.`,
}

/** With a capital letter and a period. */
function sentence(text: string): string {
  const trimmed = text.trim()
  const first = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

export const kindNames: Record<ScheduledKind, string> = {
  license: msg`Licenses`,
  certification: msg`Certifications`,
  ceuCycle: msg`CE cycles`,
}

/** "120, 90, 60 and 30 days before, and on the last day." */
export function scheduleText(leads: readonly number[]): string {
  const before = leads.filter((lead) => lead > 0)
  const isOnLastDay = leads.includes(0)
  if (before.length === 0) return isOnLastDay ? t`On the last day only.` : t`No reminders before the end.`
  const [only] = before
  if (before.length === 1 && only !== undefined)
    return isOnLastDay
      ? t`${plural(only, { one: '# day', other: '# days' })} before, and on the last day.`
      : t`${plural(only, { one: '# day', other: '# days' })} before.`
  // Without the comma that American English would put before the last item.
  const listed = t`${before.slice(0, -1).join(', ')} and ${before.at(-1) ?? 0}`
  return isOnLastDay ? t`${listed} days before, and on the last day.` : t`${listed} days before.`
}
