import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import type {
  ChannelName,
  OptionalChannel,
  Reminder,
  ReminderSummary,
  ScheduledKind,
} from '#shared/reminders/reminder.ts'
import { endWords, reminderHeadline, warningTexts } from '#shared/reminders/reminder-text.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'

export type DateContext = { today: string; locale: string | null }

export const channelNames: Record<ChannelName, string> = {
  inApp: 'In Lanyard',
  email: 'Email',
  push: 'On your devices',
  webhook: 'Webhook',
}

/** The headline of a sent reminder, as of today. */
export function headlineOf({ title, step, resourceType, dueOn }: Reminder, today: string): string {
  const daysLeft = daysBetween(today, dueOn)
  // Once the card has expired, booking the class is no longer the point.
  const stepNow = step === 'book_class' && daysLeft < 0 ? 'lapsed' : step
  return reminderHeadline({ title, step: stepNow, daysLeft, kind: resourceType })
}

/** "Ends Mar 31, 2027 · in 130 days". */
export function endText(
  { dueOn, resourceType }: Pick<Reminder, 'dueOn' | 'resourceType'>,
  { today, locale }: DateContext,
): string {
  const { ends, ended } = endWords[resourceType]
  const words = (dueOn < today ? ended : ends).replace(/^is /, '')
  const start = words.charAt(0).toUpperCase() + words.slice(1)
  return `${start} ${formatDate(dueOn, locale)} · ${formatDays(daysBetween(today, dueOn))}`
}

/** "14 days before it expires on Mar 31, 2027": why an upcoming reminder comes on its day. */
export function stepText({ step, dueOn, leadDays, resourceType }: Reminder, locale: string | null): string {
  const day = formatDate(dueOn, locale)
  if (leadDays === 0) return `On its last day, ${day}`
  const days = Math.abs(leadDays) === 1 ? '1 day' : `${Math.abs(leadDays)} days`
  if (leadDays < 0) return `${days} after its last day, ${day}`
  const text = `${days} before it ${endWords[resourceType].ends} on ${day}`
  return step === 'book_class' ? `To book the class, ${text}` : text
}

/** "Mar 1, 2027 · in 100 days": when it is sent. */
export function dayText({ remindOn, snoozedUntil }: Reminder, { today, locale }: DateContext): string {
  const day = snoozedUntil ?? remindOn
  return `${formatDate(day, locale)} · ${formatDays(daysBetween(today, day))}`
}

/** The heading of the page. */
export function nextText(
  { next, isPlanned }: Pick<ReminderSummary, 'next' | 'isPlanned'>,
  { today, locale }: DateContext,
): string {
  if (!next) return isPlanned ? 'No upcoming reminders.' : 'Your reminders are being planned.'
  const day = next.snoozedUntil ?? next.remindOn
  const days = daysBetween(today, day)
  const when =
    days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDate(day, locale)}, ${formatDays(days)}`
  return `Next reminder: ${next.title}, ${when}.`
}

/** The choices of the snooze menu. */
export function snoozeDays(today: string): { label: string; day: string }[] {
  return [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'In a week', day: addDays(today, 7) },
  ]
}

type Delivery = Reminder['channels'][number]

/** "Email: sent", "Email: not sent. The mail server refused this address." */
export function deliveryText({ channel, state, error }: Delivery): string {
  const name = channelNames[channel]
  if (state === 'sent') return channel === 'inApp' ? `${name}: shown` : `${name}: sent`
  const reason = error ? ` ${sentence(error)}` : ''
  if (state === 'waiting') return `${name}: waiting.${reason}`
  return state === 'skipped' ? `${name}: skipped.${reason}` : `${name}: not sent.${reason}`
}

/** What to do about a delivery that failed or was skipped. */
export function deliveryAdvice({ channel, state }: Pick<Delivery, 'channel' | 'state'>): string | null {
  if (state === 'sent' || state === 'waiting' || channel === 'inApp') return null
  return channelAdvice[channel]
}

const channelAdvice: Record<OptionalChannel, string> = {
  email: 'Check your address and send yourself a test in Settings.',
  push: 'Turn notifications on again on that device.',
  webhook: 'Check the URL of your webhook in Settings.',
}

type Warning = ReminderSummary['warnings'][number]

/** What happened and what to do about it. */
export function warningText({ code, channel, reason }: Warning): { title: string; advice: string } {
  if (code === 'mail_not_set_up') {
    return {
      title: warningTexts.mail_not_set_up,
      advice:
        'Add the calendar feed, turn on notifications for this device, or ask the administrator to set up email.',
    }
  }
  if (code === 'scheduler_late') {
    return {
      title: warningTexts.scheduler_late,
      advice:
        'Due reminders will be sent when it runs again. Until then, check your dates here and tell the administrator.',
    }
  }
  const via = channel ? ` by ${channelPhrases[channel]}` : ''
  const why = reason ? `${sentence(reason)} ` : ''
  const advice =
    channel && channel !== 'inApp'
      ? channelAdvice[channel]
      : 'You can still see it in your list of reminders.'
  return { title: warningTexts.last_delivery_failed.replace(/\.$/, `${via}.`), advice: `${why}${advice}` }
}

const channelPhrases: Record<ChannelName, string> = {
  inApp: 'the list in Lanyard',
  email: 'email',
  push: 'notification',
  webhook: 'webhook',
}

/** The result of a test. */
export function testText(channel: ChannelName, state: Delivery['state'], error: string | null): string {
  if (state === 'sent') return sentTexts[channel]
  if (state === 'waiting')
    return `The test was not sent yet. Lanyard will try again.${error ? ` ${sentence(error)}` : ''}`
  const why = error ? ` ${sentence(error)}` : ''
  return `The test was not sent.${why}`
}

const sentTexts: Record<ChannelName, string> = {
  inApp: 'Reminders appear under the bell in Lanyard.',
  email: 'The test was sent. It should arrive within minutes; check your spam folder too.',
  push: 'The test was sent to your devices.',
  webhook: 'Your webhook accepted the test.',
}

/** With a capital letter and a period. */
function sentence(text: string): string {
  const trimmed = text.trim()
  const first = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

export const kindNames: Record<ScheduledKind, string> = {
  license: 'Licenses',
  certification: 'Certifications',
  ceuCycle: 'CE cycles',
}

/** "120, 90, 60 and 30 days before, and on the last day." */
export function scheduleText(leads: readonly number[]): string {
  const before = leads.filter((lead) => lead > 0)
  const isOnLastDay = leads.includes(0)
  if (before.length === 0) return isOnLastDay ? 'On the last day only.' : 'No reminders before the end.'
  const days = `${listText(before)} ${before.length === 1 && before[0] === 1 ? 'day' : 'days'} before`
  return isOnLastDay ? `${days}, and on the last day.` : `${days}.`
}

function listText(numbers: readonly number[]): string {
  if (numbers.length === 1) return String(numbers[0])
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
