import { isCalendarDate } from '#shared/kernel/dates.ts'
import type { Span } from './cells.ts'

/** `month`: the document names no day, and `date` is the first one of the month. */
export type PrintedDate = Span & { date: string; precision: 'day' | 'month'; isUnusual: boolean }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const name =
  '(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const year = '(?<year>(?:19|20)\\d\\d)'
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const sign = '(?<sign>[-/.])'
// A number that only looks like a date has more digits or signs around it. "06/01/2025-05/31/2027" is two dates.
const from = '(?<![\\w/.]|(?<!/\\d{4})-)'
const to = '(?![\\w/]|\\.\\d|-\\d(?!\\d?/\\d))'

/** More specific spellings first, so that a shorter spelling never takes a part of a longer one. */
const spellings = [
  `${year}\\s?${sign}\\s?(?<month>\\d{1,2})\\s?\\k<sign>\\s?${day}`,
  `(?<first>\\d{1,2})\\s?${sign}\\s?(?<second>\\d{1,2})\\s?\\k<sign>\\s?${year}`,
  `(?<first>\\d{1,2})${sign}(?<second>\\d{1,2})\\k<sign>(?<short>\\d\\d)`,
  // A course of several days ends on the last day.
  `${name}\\.?\\s\\d{1,2}\\s?(?:-|–|&|and|to)\\s?${day},?\\s${year}`,
  `${name}\\.?[\\s-]{0,2}${day}[\\s,-]{1,3}${year}`,
  `${day}(?:\\s(?:day\\s)?of)?[\\s-]{0,2}${name}\\.?[\\s,-]{0,3}${year}`,
  `${name}\\.?[\\s,-]{0,3}${year}`,
  `(?<month>\\d{1,2})\\s?[-/]\\s?${year}`,
].map((source) => new RegExp(`${from}${source}${to}`, 'gi'))

/** `first` and `second`: the month and the day; `short`: the year without its century. */
type Parts = Partial<Record<'year' | 'short' | 'name' | 'month' | 'day' | 'first' | 'second', string>>

/** All dates in a text as Americans print them, in order. A date that no calendar has is left out. */
export function datesIn(text: string): PrintedDate[] {
  const found: PrintedDate[] = []
  for (const pattern of spellings)
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (found.some((other) => other.start < span.end && span.start < other.end)) continue
      const date = toDate(match.groups as Parts)
      if (date) found.push({ ...span, ...date })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

function toDate({ short, year = `20${short}`, name, first, second, ...named }: Parts) {
  // "31/03/2027" cannot be an American date: the day comes first.
  const isDayFirst = Number(first) > 12
  const { month = isDayFirst ? second : first, day = isDayFirst ? first : second } = named
  const number = name ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : month
  const date = `${year}-${twoDigits(number)}-${twoDigits(day ?? 1)}`
  if (!isCalendarDate(date) || year < '1950' || year > '2079') return null
  const precision: PrintedDate['precision'] = day === undefined ? 'month' : 'day'
  return { date, precision, isUnusual: isDayFirst || short !== undefined }
}

const twoDigits = (part: string | number | undefined) => String(part).padStart(2, '0')
