/**
 * An instant in the owner's locale, American English without one. A locale or zone that this runtime does not know must
 * not break a page: American English and UTC then.
 */
export function formatWith(
  instant: Date,
  locale: string | null | undefined,
  style: Intl.DateTimeFormatOptions,
): string {
  try {
    return new Intl.DateTimeFormat(locale ?? undefined, { calendar: 'gregory', ...style }).format(instant)
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }).format(instant)
  }
}

const AMERICAN = 'en-US'

// Written out: the first use of `Intl` takes a slow phone a twentieth of a second, and some pages need nothing else of it.
export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** "January" to "December". */
export function monthNamesIn(locale: string): readonly string[] {
  if (locale === AMERICAN) return monthNames
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at)))
}

/** "Mar 31, 2027" from `2027-03-31`. */
export function formatDate(date: string, locale: string | null): string {
  if ((locale ?? AMERICAN) === AMERICAN) return americanDate(date, 'short')
  const style = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return formatWith(new Date(`${date}T00:00:00Z`), locale, style)
}

/** "March 31, 2027" from `2027-03-31`. */
export function formatLongDate(date: string, locale: string): string {
  if (locale === AMERICAN) return americanDate(date, 'long')
  return formatWith(new Date(`${date}T00:00:00Z`), locale, { dateStyle: 'long', timeZone: 'UTC' })
}

/** "Mar" or "March" from 3. */
export function americanMonth(month: number, length: 'short' | 'long'): string {
  const name = monthNames[month - 1] ?? ''
  return length === 'short' ? name.slice(0, 3) : name
}

function americanDate(date: string, length: 'short' | 'long'): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${americanMonth(month ?? 0, length)} ${day}, ${year}`
}

type Zoned = { locale?: string | null; timeZone: string | null }

const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const dayAndClock = { year: 'numeric', month: 'short', day: 'numeric', ...clock } as const

/** "Nov 23, 2026, 10:30 AM CST": in a zone and naming it; UTC where none is set or known. */
export function formatZonedInstant(iso: string, zoned: Zoned): string {
  return formatZoned(iso, zoned, dayAndClock)
}

/** "10:30 AM CST". */
export function formatZonedTime(iso: string, zoned: Zoned): string {
  return formatZoned(iso, zoned, clock)
}

function formatZoned(iso: string, { locale, timeZone }: Zoned, style: Intl.DateTimeFormatOptions): string {
  const text = formatWith(new Date(iso), locale ?? 'en-US', { ...style, timeZone: timeZone ?? 'UTC' })
  // Some runtimes put a narrow space before AM, and a page and its PDF must say the same.
  return text.replaceAll('\u202f', ' ')
}
