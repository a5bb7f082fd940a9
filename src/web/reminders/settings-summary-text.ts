import type { CalendarFeedState, PushState, WebhookState } from '#shared/reminders/channels.ts'
import { optionalChannel, scheduledKind } from '#shared/reminders/reminder.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { hourOptions } from './reminder-settings-options.ts'
import { kindNames, scheduleText } from './reminder-text.ts'
import type { PushDeviceState } from './use-push.ts'

// The state of each part of the settings in one line, where the part is folded away.

const listed = new Intl.ListFormat('en-US')

/** "At 9:00 AM, America/Chicago time." */
export function timeSummary(
  hour: number,
  { locale, timeZone }: { locale: string | null; timeZone: string | null },
): string {
  const label = hourOptions(locale).find(({ id }) => id === String(hour))?.label ?? `${hour}:00`
  return `At ${label}, ${(timeZone ?? 'UTC').replaceAll('_', ' ')} time.`
}

/** "120, 60 and 30 days before, and on the last day; then weekly." */
export function scheduleSummary({
  leads,
  isWeeklyAfter,
}: Pick<ReminderSettings, 'leads' | 'isWeeklyAfter'>): string {
  const text = scheduleText(leads)
  return isWeeklyAfter ? `${text.replace(/\.$/, '')}; then weekly.` : text
}

/** "Own days for licenses. No email for CE cycles." */
export function kindsSummary(kinds: ReminderSettings['kinds']): string {
  const namesOf = (has: (kind: ReminderSettings['kinds']['license']) => boolean) =>
    scheduledKind.options
      .filter((kind) => has(kinds[kind]))
      .map((kind) => kindNames[kind].replace(/^[LC](?=[a-z])/, (first) => first.toLowerCase()))
  const own = namesOf(({ leads }) => leads !== null)
  const silent = namesOf(({ email }) => !email)
  const parts = [
    own.length > 0 ? `Own days for ${listed.format(own)}.` : '',
    silent.length > 0 ? `No email for ${listed.format(silent)}.` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'The same for all.'
}

const channelWords = { email: 'email', push: 'notifications', webhook: 'webhook' } as const
const digestWords = { each: '', daily: ' once a day', weekly: ' once a week' } as const

/** What is turned on, whether or not it is set up: "In Lanyard. Turned on: email once a day, and notifications." */
export function channelsSummary({ channels, digest }: Pick<ReminderSettings, 'channels' | 'digest'>): string {
  const on = optionalChannel.options.filter((channel) => channels[channel])
  if (on.length === 0) return 'Only in Lanyard.'
  const words = on.map(
    (channel) => `${channelWords[channel]}${channel === 'email' ? digestWords[digest] : ''}`,
  )
  return `In Lanyard. Turned on: ${listed.format(words)}.`
}

const pushWords: Record<PushDeviceState, string> = {
  unsupported: 'Not supported by this browser.',
  denied: 'Blocked by this browser.',
  off: 'Off on this device.',
  on: 'On for this device.',
}

/** "On for this device, and 1 other." */
export function pushSummary(state: PushDeviceState | undefined, push: PushState | undefined): string {
  if (state === undefined || push === undefined) return ''
  const others = push.devices.length - (state === 'on' ? 1 : 0)
  if (others === 0) return pushWords[state]
  const count = state === 'on' ? `${others} ${others === 1 ? 'other' : 'others'}` : devicesText(others)
  return `${pushWords[state].replace(/\.$/, '')}${state === 'on' ? ', and ' : '; on for '}${count}.`
}

const devicesText = (count: number) => (count === 1 ? '1 other device' : `${count} other devices`)

export function calendarSummary(feed: CalendarFeedState | undefined): string {
  if (feed === undefined) return ''
  return feed.isOn ? 'On: your calendar app can subscribe to your dates.' : 'Off.'
}

/** The host alone: the rest of the URL may hold a key. */
export function webhookSummary(webhook: WebhookState | undefined): string {
  if (webhook === undefined) return ''
  if (webhook.url === null) return 'Not set up.'
  const host = URL.parse(webhook.url)?.host ?? webhook.url
  return webhook.lastError === null ? `To ${host}.` : `The last message to ${host} failed.`
}
