import { msg, plural } from '#shared/i18n/translate.ts'
import type { CalendarFeedState, PushState, WebhookState } from '#shared/reminders/channels.ts'
import { optionalChannel, scheduledKind } from '#shared/reminders/reminder.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { t } from '#web/i18n/t.ts'
import { hourOptions } from './reminder-schedule-field.tsx'
import { kindNames, scheduleText } from './reminder-text.ts'
import type { PushDeviceState } from './use-push.ts'

// The state of each part of the settings in one line, shown while the part is collapsed.

const listed = (words: readonly string[]) => new Intl.ListFormat(t.locale).format(words)

/** "At 9:00 AM, America/Chicago time." */
export function timeSummary(
  hour: number,
  { locale, timeZone }: { locale: string | null; timeZone: string | null },
): string {
  const label = hourOptions(locale).find(({ id }) => id === String(hour))?.label ?? `${hour}:00`
  return t`At ${label}, ${(timeZone ?? 'UTC').replaceAll('_', ' ')} time.`
}

/** "120, 60 and 30 days before, and on the last day; then weekly." */
export function scheduleSummary({
  leads,
  isWeeklyAfter,
}: Pick<ReminderSettings, 'leads' | 'isWeeklyAfter'>): string {
  const text = scheduleText(leads)
  const start = text.replace(/\.$/, '')
  return isWeeklyAfter ? t`${start}; then weekly.` : text
}

/** "Own days for licenses. No email for CE cycles." */
export function kindsSummary(kinds: ReminderSettings['kinds']): string {
  const namesOf = (has: (kind: ReminderSettings['kinds']['license']) => boolean) =>
    scheduledKind.options
      .filter((kind) => has(kinds[kind]))
      .map((kind) => t(kindNames[kind]).replace(/^[LC](?=[a-z])/, (first) => first.toLowerCase()))
  const own = namesOf(({ leads }) => leads !== null)
  const silent = namesOf(({ email }) => !email)
  const parts = [
    own.length > 0 ? t`Own days for ${listed(own)}.` : '',
    silent.length > 0 ? t`No email for ${listed(silent)}.` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : t`The same for all.`
}

const mailWords = { each: msg`email`, daily: msg`email once a day`, weekly: msg`email once a week` } as const

/**
 * The channels that are turned on, even if they are not set up: "In Lanyard. Turned on: email once a day, and
 * notifications."
 */
export function channelsSummary({ channels, digest }: Pick<ReminderSettings, 'channels' | 'digest'>): string {
  const on = optionalChannel.options.filter((channel) => channels[channel])
  if (on.length === 0) return t`Only in Lanyard.`
  const words = { email: t(mailWords[digest]), push: t`notifications`, webhook: t`webhook` }
  return t`In Lanyard. Turned on: ${listed(on.map((channel) => words[channel]))}.`
}

const pushWords: Record<PushDeviceState, string> = {
  unsupported: msg`Not supported by this browser.`,
  tab: msg`Add Lanyard to your home screen first.`,
  denied: msg`Blocked by this browser.`,
  off: msg`Off on this device.`,
  on: msg`On for this device.`,
}

/** "On for this device, and 1 other." */
export function pushSummary(state: PushDeviceState | undefined, push: PushState | undefined): string {
  if (state === undefined || push === undefined) return ''
  const others = push.devices.length - (state === 'on' ? 1 : 0)
  const here = t(pushWords[state])
  if (others === 0) return here
  if (state === 'on')
    return t`On for this device, and ${plural(others, { one: '# other', other: '# others' })}.`
  const start = here.replace(/\.$/, '')
  return t`${start}; on for ${plural(others, { one: '# other device', other: '# other devices' })}.`
}

export function calendarSummary(feed: CalendarFeedState | undefined): string {
  if (feed === undefined) return ''
  return feed.isOn ? t`On: your calendar app can subscribe to your dates.` : t`Off.`
}

/** The host alone: the rest of the URL may hold a key. */
export function webhookSummary(webhook: WebhookState | undefined): string {
  if (webhook === undefined) return ''
  if (webhook.url === null) return t`Not set up.`
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url
  return webhook.lastError === null ? t`To ${host}.` : t`The last message to ${host} failed.`
}
