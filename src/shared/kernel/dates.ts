/** Calendar dates are `YYYY-MM-DD` strings without a zone; they sort correctly as strings. */

const DAY = 86_400_000

function utc(date: string): Date {
  return new Date(date) // a date without a time is in UTC
}

/** Days since 1970-01-01. Exact: in UTC every day has the same length. */
export function epochDay(date: string): number {
  return Date.parse(date) / DAY
}

/** The calendar date `days` after `date` (before it, if negative). */
export function addDays(date: string, days: number): string {
  return new Date(utc(date).getTime() + days * DAY).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return epochDay(to) - epochDay(from)
}

/** The same day `years` later; February 29 becomes February 28 in a common year. */
export function addYears(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0')
  const candidate = `${year}${date.slice(4)}`
  return isCalendarDate(candidate) ? candidate : `${year}-02-28`
}

/** The same day `months` later (earlier, if negative), or the last day of a month that is too short. */
export function addMonths(date: string, months: number): string {
  const first = utc(`${date.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const month = first.toISOString().slice(0, 7)
  const candidate = `${month}${date.slice(7)}`
  return isCalendarDate(candidate) ? candidate : endOfMonth(`${month}-01`)
}

/** How many calendar months two dates touch, those of both dates included: 1 within one month. */
export function calendarMonths(from: string, to: string): number {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return monthOf(to) - monthOf(from) + 1
}

/** The last day of the month of `date`. */
export function endOfMonth(date: string): string {
  const first = utc(`${date.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + 1, 0)
  return first.toISOString().slice(0, 10)
}

/** True for an existing day (no April 31), written `YYYY-MM-DD` in ASCII digits. */
export function isCalendarDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const date = utc(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** True for a zone that this runtime knows, such as `America/Chicago`. */
export function isTimeZone(zone: string): boolean {
  if (zone === 'UTC' || calendars.has(zone)) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Days during which a deleted record can be restored. */
export const RESTORABLE_DAYS = 30

/** The earliest deletion that can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * DAY)
}

/** When a record deleted at this time is purged. */
export function purgeAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY)
}

/** Cached by zone: creating one takes as long as a small query. */
const calendars = new Map<string, Intl.DateTimeFormat>()
/** More than there are zones; a limit, because users can spell names in any case. */
const MAX_CALENDARS = 1000

function calendarIn(zone: string): Intl.DateTimeFormat {
  const made =
    calendars.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  if (calendars.size >= MAX_CALENDARS) calendars.clear()
  calendars.set(zone, made)
  return made
}

/** The last answer for each zone: every request of an owner asks, and formatting takes longer than a small query. */
const todays = new Map<string, { minute: number; today: string }>()
const MINUTE = 60_000

/** Today's calendar date in `timeZone`; an unknown or unset zone counts as UTC. */
export function todayIn(now: Date, timeZone: string | null): string {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  // Midnight is at the start of a minute everywhere.
  const minute = Math.floor(now.getTime() / MINUTE)
  const known = todays.get(zone)
  if (known?.minute === minute) return known.today
  const today = zone === 'UTC' ? now.toISOString().slice(0, 10) : dayIn(zone, now)
  todays.set(zone, { minute, today })
  return today
}

function dayIn(zone: string, now: Date): string {
  const parts = calendarIn(zone).formatToParts(now)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}
