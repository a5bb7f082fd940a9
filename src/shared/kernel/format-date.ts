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

/** "Mar 31, 2027" from `2027-03-31`. */
export function formatDate(date: string, locale: string | null): string {
  const style = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return formatWith(new Date(`${date}T00:00:00Z`), locale ?? 'en-US', style)
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

/** "January" to "December". */
export function monthNamesIn(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at)))
}

export const monthNames: readonly string[] = monthNamesIn('en-US')
