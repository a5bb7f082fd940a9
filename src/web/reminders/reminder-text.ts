import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import type { ChannelName, Reminder, ReminderSummary, WatchedKind } from '#shared/reminders/reminder.ts'
import { reminderHeadline, warningTexts } from '#shared/reminders/reminder-text.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'

export type Seen = { today: string; locale: string | null }

export const channelNames: Record<ChannelName, string> = {
  inApp: 'In Lanyard',
  email: 'Email',
  push: 'On your devices',
  webhook: 'Webhook',
}

/** What one that went out says today. */
export function headlineOf({ title, step, resourceType, dueOn }: Reminder, today: string): string {
  const daysLeft = daysBetween(today, dueOn)
  // A class is booked until the card ends; from then on it is the card that matters.
  const said = step === 'book_class' && daysLeft < 0 ? 'lapsed' : step
  return reminderHeadline({ title, step: said, daysLeft, kind: resourceType })
}

/** "Ends Mar 31, 2027 · in 130 days". */
export function endText(
  { dueOn, resourceType }: Pick<Reminder, 'dueOn' | 'resourceType'>,
  { today, locale }: Seen,
): string {
  const isCycle = resourceType === 'ceuCycle'
  const verb = dueOn < today ? (isCycle ? 'Ended' : 'Expired') : isCycle ? 'Ends' : 'Expires'
  return `${verb} ${formatDate(dueOn, locale)} · ${formatDays(daysBetween(today, dueOn))}`
}

/** "14 days before it expires on Mar 31, 2027": why one that waits comes on its day. */
export function rungText({ step, dueOn, leadDays, resourceType }: Reminder, locale: string | null): string {
  const day = formatDate(dueOn, locale)
  const isCycle = resourceType === 'ceuCycle'
  if (leadDays === 0) return `On its last day, ${day}`
  const days = Math.abs(leadDays) === 1 ? '1 day' : `${Math.abs(leadDays)} days`
  if (leadDays < 0) return `${days} after its last day, ${day}`
  const text = `${days} before it ${isCycle ? 'ends' : 'expires'} on ${day}`
  return step === 'book_class' ? `To book the class, ${text}` : text
}

/** "Mar 1, 2027 · in 100 days": when it goes out. */
export function dayText({ remindOn, snoozedUntil }: Reminder, { today, locale }: Seen): string {
  const day = snoozedUntil ?? remindOn
  return `${formatDate(day, locale)} · ${formatDays(daysBetween(today, day))}`
}

/** The heading of the page: what is said next, and when. */
export function nextText(next: Reminder | null, { today, locale }: Seen): string {
  if (!next) return 'No reminder is coming up.'
  const day = next.snoozedUntil ?? next.remindOn
  const days = daysBetween(today, day)
  const when =
    days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDate(day, locale)}, ${formatDays(days)}`
  return `Next reminder: ${next.title}, ${when}.`
}

/** "Reminders, 3 unread": the name of the bell; what is seen on it is in it. */
export function bellText(unread: number): string {
  return unread === 0 ? 'Reminders, nothing unread' : `Reminders, ${countText(unread)} unread`
}

/** What fits beside the bell. */
export function countText(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

/** The days that a snooze offers: none after what it reminds of would be of use, but the choice is hers. */
export function snoozeDays(today: string): { label: string; day: string }[] {
  return [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'In a week', day: addDays(today, 7) },
  ]
}

type Delivery = Reminder['channels'][number]

/** "Email: sent", "Email: did not go out. The address refused it." */
export function deliveryText({ channel, state, error }: Delivery): string {
  const name = channelNames[channel]
  if (state === 'sent') return channel === 'inApp' ? `${name}: shown` : `${name}: sent`
  const reason = error ? ` ${sentence(error)}` : ''
  if (state === 'waiting') return `${name}: on its way.${reason}`
  return state === 'skipped' ? `${name}: left out.${reason}` : `${name}: did not go out.${reason}`
}

/** What she can do about one that failed or was left out. */
export function deliveryAdvice({ channel, state }: Pick<Delivery, 'channel' | 'state'>): string | null {
  if (state === 'sent' || state === 'waiting' || channel === 'inApp') return null
  return channelAdvice[channel]
}

const channelAdvice: Record<Exclude<ChannelName, 'inApp'>, string> = {
  email: 'Check your address and send yourself a test in Settings.',
  push: 'Turn notifications on again on that device.',
  webhook: 'Check the address of your webhook in Settings.',
}

type Warning = ReminderSummary['warnings'][number]

/** A warning as what happened and what to do now. */
export function warningWords({ code, channel, reason }: Warning): { title: string; advice: string } {
  if (code === 'mail_not_set_up') {
    return {
      title: warningTexts.mail_not_set_up,
      advice:
        'Add the calendar feed or turn on notifications for this device, or ask whoever runs this installation to set mail up.',
    }
  }
  if (code === 'scheduler_late') {
    return {
      title: warningTexts.scheduler_late,
      advice:
        'Nothing is lost: what is due goes out once they run again. Look at your dates here until then, and tell whoever runs this installation.',
    }
  }
  const through = channel ? ` through ${throughNames[channel]}` : ''
  const why = reason ? `${sentence(reason)} ` : ''
  const advice =
    channel && channel !== 'inApp' ? channelAdvice[channel] : 'It is kept in your list of reminders.'
  return { title: warningTexts.last_delivery_failed.replace(/\.$/, `${through}.`), advice: `${why}${advice}` }
}

const throughNames: Record<ChannelName, string> = {
  inApp: 'Lanyard',
  email: 'email',
  push: 'notifications',
  webhook: 'your webhook',
}

/** The result of "Send me a test". */
export function testText(channel: ChannelName, state: Delivery['state'], error: string | null): string {
  if (state === 'sent') return sentTexts[channel]
  if (state === 'waiting')
    return `It is not through yet and is tried again.${error ? ` ${sentence(error)}` : ''}`
  const why = error ? ` ${sentence(error)}` : ''
  return `The test did not go out.${why}`
}

const sentTexts: Record<ChannelName, string> = {
  inApp: 'Reminders stand under the bell, here in Lanyard.',
  email:
    'The test was handed to the mail server. It should be in your inbox within minutes; look in spam too.',
  push: 'The test was sent to your devices.',
  webhook: 'Your webhook took the test.',
}

/** First letter large, a full stop at the end: reasons come as they were written down. */
function sentence(text: string): string {
  const trimmed = text.trim()
  const first = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

export const kindNames: Record<WatchedKind, string> = {
  license: 'Licenses',
  certification: 'Certifications',
  ceuCycle: 'CE cycles',
}

/** "120, 90, 60 and 30 days before, and on the last day." */
export function ladderText(leads: readonly number[]): string {
  const before = leads.filter((lead) => lead > 0)
  const isOnTheDay = leads.includes(0)
  if (before.length === 0) return isOnTheDay ? 'On the last day only.' : 'No reminder before the end.'
  const days = `${listed(before)} ${before.length === 1 && before[0] === 1 ? 'day' : 'days'} before`
  return isOnTheDay ? `${days}, and on the last day.` : `${days}.`
}

function listed(numbers: readonly number[]): string {
  if (numbers.length === 1) return String(numbers[0])
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
