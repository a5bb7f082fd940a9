import { isCalendarDate } from '#shared/kernel/dates.ts'
import { pageLanguage, t } from '#web/i18n/t.ts'

/** The elements that accept typing, in the loaded field and in its placeholder. */
export const DATE_PARTS = '[contenteditable=true]'

/** Month, day and year, in the order of American cards. Spanish uses this order in Puerto Rico. */
export const dateLocale = pageLanguage === 'es' ? 'es-PR-u-ca-gregory' : 'en-US-u-ca-gregory'

export type PartType = 'year' | 'month' | 'day'
type DatePart = { type: PartType | 'literal'; text: string; isEmpty: boolean }

/** The parts of a date, with zeros. */
export function datePartsOf(value: string | null): DatePart[] {
  const isEmpty = !value || !isCalendarDate(value)
  const [year = '', month = '', day = ''] = isEmpty ? [] : value.split('-')
  const part = (type: PartType, text: string) => ({
    type,
    text: isEmpty ? placeholderOf(type) : text,
    isEmpty,
  })
  const slash: DatePart = { type: 'literal', text: '/', isEmpty }
  return [part('month', month), slash, part('day', day), slash, part('year', `${Number(year)}`)]
}

const placeholderOf = (type: PartType) => ({ year: t`yyyy`, month: t`mm`, day: t`dd` })[type]

export function datePartName(type: PartType): string {
  return { year: t`year`, month: t`month`, day: t`day` }[type]
}

const LARGEST = { year: 9999, month: 12, day: 31 }

/** The content of a part after one more digit, like in the loaded field. `isFull`: no other digit can follow. */
export function withDigit(type: PartType, before: string, digit: string): { text: string; isFull: boolean } {
  const largest = LARGEST[type]
  const text = Number(before + digit) > largest ? digit : before + digit
  return { text, isFull: Number(`${text}0`) > largest || text.length >= String(largest).length }
}

/** The date from the typed parts, and from the other parts of `value`; `null` until it is complete. */
export function dateOf(typed: Partial<Record<PartType, string>>, value: string | null): string | null {
  const [year, month, day] = value && isCalendarDate(value) ? value.split('-') : []
  const typedYear = typed.year && typed.year.length <= 2 ? `20${typed.year.padStart(2, '0')}` : typed.year
  const all = [typedYear ?? year, typed.month ?? month, typed.day ?? day]
  if (all.some((part) => part === undefined)) return null
  const [y = '', m = '', d = ''] = all
  const date = `${y.padStart(4, '0')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}
