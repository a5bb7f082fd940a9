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
