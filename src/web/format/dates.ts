import { plural } from '#shared/i18n/translate.ts'
import { isTimeZone } from '#shared/kernel/dates.ts'
import { formatDate as formatDateIn, formatWith } from '#shared/kernel/format-date.ts'
import { t } from '#web/i18n/t.ts'

/** For a new account: the zone whose days end first in the 48 states: with a wrong guess a reminder is early, never late. */
export const GUESSED_ZONE = 'America/New_York'

/** Today, and the owner's format of dates. */
export type DateContext = { today: string; locale: string | null }

type Style = Intl.DateTimeFormatOptions

/** "Mar 31, 2027" from `2027-03-31`. */
export function formatDate(date: string, locale?: string | null): string {
  return formatDateIn(date, locale ?? navigator.language)
}

/** "2027", "Mar 2027" or "Mar 31, 2027", from as much of a date as is known. */
export function formatPartialDate(date: string, locale?: string | null): string {
  const [year = '', month, day] = date.split('-')
  if (month === undefined) return year
  if (day !== undefined) return formatDate(date, locale)
  const style: Style = { year: 'numeric', month: 'short', timeZone: 'UTC' }
  return formatWith(new Date(`${date}-01T00:00:00Z`), locale, style)
}

/** "Nov 21, 2026, 9:05 AM" in the owner's zone, from an ISO instant. */
export function formatInstant(
  iso: string,
  owner: { locale?: string | null; timeZone?: string | null } = {},
): string {
  const style: Style = { dateStyle: 'medium', timeStyle: 'short', timeZone: owner.timeZone ?? 'UTC' }
  return formatWith(new Date(iso), owner.locale, style)
}

/** "9:05 AM" in the owner's zone, from an ISO instant. */
export function formatTime(
  iso: string,
  owner: { locale?: string | null; timeZone?: string | null } = {},
): string {
  return formatWith(new Date(iso), owner.locale, { timeStyle: 'short', timeZone: owner.timeZone ?? 'UTC' })
}

/** "Saturday, November 21, 2026 at 9:05:12 AM CST" in the owner's zone, from an ISO instant. */
export function formatLongInstant(
  iso: string,
  owner: { locale?: string | null; timeZone?: string | null } = {},
): string {
  return formatWith(new Date(iso), owner.locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: owner.timeZone ?? 'UTC',
  })
}

/** "Saturday, Nov 21, 2026" from `2026-11-21`. */
export function formatWeekday(date: string, locale?: string | null): string {
  const style: Style = { weekday: 'long', year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }
  return formatWith(new Date(`${date}T00:00:00Z`), locale, style)
}

/** "in 130 days", "today", "yesterday", "12 days ago". */
export function formatDays(daysLeft: number): string {
  if (daysLeft === 0) return t`today`
  if (daysLeft === 1) return t`tomorrow`
  if (daysLeft === -1) return t`yesterday`
  const days = Math.abs(daysLeft)
  return daysLeft > 0
    ? t`in ${plural(days, { one: '# day', other: '# days' })}`
    : t`${plural(days, { one: '# day', other: '# days' })} ago`
}

/** This device's time zone; `null` if it has none that is known, such as `Etc/Unknown`. */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : null
}

/** This browser's language; `null` if it is not one, such as `C`. */
export function deviceLanguage(): string | null {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? null
  } catch {
    return null
  }
}
