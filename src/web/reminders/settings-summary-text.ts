import { msg, plural } from '#shared/i18n/translate.ts'
import type { WebhookState } from '#shared/reminders/channels.ts'
import { scheduledKind } from '#shared/reminders/reminder.ts'
import type { SecondPerson } from '#shared/reminders/second-person.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { zoneName } from '#web/account/locale-options.ts'
import { t } from '#web/i18n/t.ts'
import { hourOptions } from './reminder-schedule-field.tsx'
import { kindNames, scheduleText } from './reminder-text.ts'
import type { PushDeviceState } from './use-push.ts'

// The state of each part of the settings in one line, shown while the part is collapsed.

const listed = (words: readonly string[]) => new Intl.ListFormat(t.locale).format(words)

/** "At 9:00 AM, Central Time (Chicago)." */
export function timeSummary(
  hour: number,
  { locale, timeZone }: { locale: string | null; timeZone: string | null },
): string {
  const label = hourOptions(locale).find(({ id }) => id === String(hour))?.label ?? `${hour}:00`
  return t`At ${label}, ${zoneName(timeZone ?? 'UTC')}.`
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

const mailWords = {
  each: msg`One email per reminder.`,
  daily: msg`One email a day.`,
  weekly: msg`One email a week.`,
} as const

/** "One email a day. Health records are not named." */
export function messagesSummary({
  digest,
  namesHealthRecords,
}: Pick<ReminderSettings, 'digest' | 'namesHealthRecords'>): string {
  const named = namesHealthRecords ? t`Health records are named.` : t`Health records are not named.`
  return `${t(mailWords[digest])} ${named}`
}

type EmailState = {
  isOn: boolean | undefined
  isMissing: boolean
  email: string
  digest: ReminderSettings['digest'] | undefined
}

/** "On · to ann@example.com, once a day". */
export function emailState({ isOn, isMissing, email, digest }: EmailState): string {
  if (isOn === undefined) return ''
  if (isMissing) return t`Not set up on this server`
  if (!isOn) return t`Off`
  if (digest === 'daily') return t`On · to ${email}, once a day`
  return digest === 'weekly' ? t`On · to ${email}, once a week` : t`On · to ${email}`
}

const pushWords = {
  unsupported: msg`Not supported by this browser`,
  tab: msg`Add Lanyard to your home screen first`,
  denied: msg`Blocked in this browser`,
} as const

type PushHere = { state: PushDeviceState; isOn: boolean; others: number }

/** "On · and on 1 other device". */
export function pushSummary({ state, isOn, others }: PushHere): string {
  const here = state === 'on' || state === 'off' ? (isOn ? t`On` : t`Off`) : t(pushWords[state])
  if (others === 0) return here
  return isOn
    ? t`${here} · and on ${plural(others, { one: '# other device', other: '# other devices' })}`
    : t`${here} · on for ${plural(others, { one: '# other device', other: '# other devices' })}`
}

export function calendarSummary(isOn: boolean): string {
  return isOn ? t`On · your calendar app can subscribe to your dates` : t`Off`
}

/** The host alone: the rest of the URL may hold a key. */
export function webhookState(webhook: WebhookState | undefined, isOn: boolean | undefined): string {
  if (webhook === undefined || isOn === undefined) return ''
  if (webhook.url === null) return t`Not set up`
  if (!isOn) return t`Off`
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url
  return webhook.lastError === null ? t`On · to ${host}` : t`On · the last message to ${host} failed`
}

/** "Maria is told if you do not react". */
export function secondPersonState({ state, name, isMailSetUp }: SecondPerson): string {
  const person = name ?? ''
  if (state === 'confirmed') return t`On · ${person} is told if you do not react`
  if (state === 'invited') return t`${person} was asked and has not confirmed yet`
  if (state === 'expired') return t`${person} did not confirm`
  if (state === 'ended') return t`Off · ${person} ended it`
  return isMailSetUp ? t`Nobody` : t`Email is not set up on this server`
}
