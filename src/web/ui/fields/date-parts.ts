import { isCalendarDate } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

/** What can be typed into, in the field and in what stands for it until it is loaded. */
export const DATE_PARTS = '[contenteditable=true]'

/** The owner's order of day and month, but always the Gregorian calendar, which is printed on cards. */
export function gregorian(locale: string | null | undefined): string {
  try {
    return new Intl.Locale(locale ?? navigator.language, { calendar: 'gregory' }).toString()
  } catch {
    return 'en-US'
  }
}

export type PartType = 'year' | 'month' | 'day'
type DatePart = { type: PartType | 'literal'; text: string; isEmpty: boolean }

/** The parts of a date in the locale's order, with zeros. */
export function datePartsOf(value: string | null, locale: string): DatePart[] {
  const isEmpty = !value || !isCalendarDate(value)
  const day = new Date(`${isEmpty ? '2027-01-01' : value}T00:00:00Z`)
  const form = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, form).formatToParts(day).map(({ type, value: text }) => {
    if (!isPart(type)) return { type: 'literal', text, isEmpty }
    return { type, text: isEmpty ? placeholderOf(type) : text, isEmpty }
  })
}

const isPart = (type: string): type is PartType => type === 'year' || type === 'month' || type === 'day'
const placeholderOf = (type: PartType) => ({ year: t`yyyy`, month: t`mm`, day: t`dd` })[type]

export function datePartName(type: PartType): string {
  return new Intl.DisplayNames(t.locale, { type: 'dateTimeField' }).of(type) ?? type
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
