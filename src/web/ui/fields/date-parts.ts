import { isCalendarDate } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

/** What can be typed into, in the field and in what stands for it until it is loaded. */
export const DATE_PARTS = '[contenteditable=true]'

const AMERICAN = 'en-US-u-ca-gregory'

/** The owner's order of day and month, but always the Gregorian calendar, which is printed on cards. */
export function gregorian(locale: string | null | undefined): string {
  const chosen = locale ?? navigator.language
  if (chosen === 'en-US') return AMERICAN
  try {
    return new Intl.Locale(chosen, { calendar: 'gregory' }).toString()
  } catch {
    return 'en-US'
  }
}

export type PartType = 'year' | 'month' | 'day'
type DatePart = { type: PartType | 'literal'; text: string; isEmpty: boolean }

/** The parts of a date in the locale's order, with zeros. */
export function datePartsOf(value: string | null, locale: string): DatePart[] {
  const isEmpty = !value || !isCalendarDate(value)
  return partsOf(isEmpty ? '2027-01-01' : value, locale).map(({ type, value: text }) => {
    if (!isPart(type)) return { type: 'literal', text, isEmpty }
    return { type, text: isEmpty ? placeholderOf(type) : text, isEmpty }
  })
}

/** In American English without `Intl`, whose first use takes a slow phone a twentieth of a second. */
function partsOf(date: string, locale: string): { type: string; value: string }[] {
  if (locale === AMERICAN) {
    const [year = '', month = '', day = ''] = date.split('-')
    const slash = { type: 'literal', value: '/' }
    return [
      { type: 'month', value: month },
      slash,
      { type: 'day', value: day },
      slash,
      { type: 'year', value: `${Number(year)}` },
    ]
  }
  const form = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, form).formatToParts(new Date(`${date}T00:00:00Z`))
}

const isPart = (type: string): type is PartType => type === 'year' || type === 'month' || type === 'day'
const placeholderOf = (type: PartType) => ({ year: t`yyyy`, month: t`mm`, day: t`dd` })[type]

export function datePartName(type: PartType): string {
  return { year: t`year`, month: t`month`, day: t`day` }[type]
}

const LARGEST = { year: 9999, month: 12, day: 31 }

/** What stands in a part after one more digit, as in the loaded field; `isFull`: no other digit can follow. */
export function withDigit(type: PartType, before: string, digit: string): { text: string; isFull: boolean } {
  const largest = LARGEST[type]
  const text = Number(before + digit) > largest ? digit : before + digit
  return { text, isFull: Number(`${text}0`) > largest || text.length >= String(largest).length }
}

/** The date of what was typed and of the parts of `value` that were not; `null` while it is not complete. */
export function dateOf(typed: Partial<Record<PartType, string>>, value: string | null): string | null {
  const [year, month, day] = value && isCalendarDate(value) ? value.split('-') : []
  const typedYear = typed.year && typed.year.length <= 2 ? `20${typed.year.padStart(2, '0')}` : typed.year
  const all = [typedYear ?? year, typed.month ?? month, typed.day ?? day]
  if (all.some((part) => part === undefined)) return null
  const [y = '', m = '', d = ''] = all
  const date = `${y.padStart(4, '0')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}
