const AMERICAN = 'en-US'

/** Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More than the locales, zones and styles of a page; the owners of a server have more. */
const MOST_FORMATS = 500

function formatIn(locale: string | undefined, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, style])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, style)
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(key, format)
  return format
}

/**
 * An instant in the owner's locale, the browser's without one. A locale or zone that this runtime does not know must not
 * break a page: American English and UTC then.
 */
export function formatWith(
  instant: Date,
  locale: string | null | undefined,
  style: Intl.DateTimeFormatOptions,
): string {
  try {
    return formatIn(locale ?? undefined, { calendar: 'gregory', ...style }).format(instant)
  } catch {
    return formatIn(AMERICAN, { ...style, timeZone: 'UTC' }).format(instant)
  }
}

/** "January" to "December". */
export function monthNamesIn(locale: string): string[] {
  return Array.from({ length: 12 }, (_, at) =>
    formatWith(new Date(Date.UTC(2026, at)), locale, { month: 'long', timeZone: 'UTC' }),
  )
}

/** "Mar 31, 2027" from `2027-03-31`. */
export function formatDate(date: string, locale: string | null): string {
  const style = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return formatWith(new Date(`${date}T00:00:00Z`), locale ?? AMERICAN, style)
}

/** "March 31, 2027" from `2027-03-31`. */
export function formatLongDate(date: string, locale: string): string {
  return formatWith(new Date(`${date}T00:00:00Z`), locale, { dateStyle: 'long', timeZone: 'UTC' })
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
