import { isCalendarDate } from '#shared/kernel/dates.ts'
import type { Span } from './cells.ts'

/** `month`: the document names no day, and `date` is the first one of the month. */
export type PrintedDate = Span & {
  date: string
  precision: 'day' | 'month'
  isUnusual: boolean
  /** Of three numbers, which one is the day; `either` could be. */
  order?: 'day first' | 'month first' | 'either'
}

/** English and Spanish. */
const months = [
  'jan(?:uary)?|enero',
  'feb(?:ruary)?|febrero',
  'mar(?:ch)?|marzo',
  'apr(?:il)?|abril',
  'may|mayo',
  'june?|junio',
  'july?|julio',
  'aug(?:ust)?|agosto',
  'sept?(?:ember)?|septiembre',
  'oct(?:ober)?|octubre',
  'nov(?:ember)?|noviembre',
  'dec(?:ember)?|diciembre',
]
const name = `(?<name>${months.join('|')})`
const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
    .concat(' seventeen eighteen nineteen')
    .split(' ')
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const underHundred = `(?:(?:${tens.join('|')})(?:[-\\s]\\s?(?:${small.slice(0, 9).join('|')}))?|${small.toReversed().join('|')})`
const year = '(?<year>(?:19|20)\\d\\d)'
/** "two thousand and four", "nineteen hundred ninety-eight", "twenty twenty-six" */
const yearInWords = `(?<century>two thousand|nineteen(?: hundred)?|twenty)(?:\\s(?:and\\s)?(?<rest>${underHundred}))?`
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const ordinals = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth',
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
]
  .join(' ')
  .split(' ')
const ordinal = `(?<ordinal>(?:twenty|thirty)-\\s?(?:${ordinals.slice(0, 9).join('|')})|${ordinals.join('|')}|thirtieth)`
const sign = '(?<sign>[-/.])'
// A number that only looks like a date has more digits or signs around it. "06/01/2025-05/31/2027" is two dates.
const from = '(?<![\\w/.]|(?<!/\\d{4}|(?:^|\\s))-)'
const to = '(?![\\w/]|\\.\\d|-\\d(?!\\d?/\\d))'

/** More specific spellings first, so that a shorter spelling never takes a part of a longer one. */
const spellings = [
  `${year}\\s?${sign}\\s?(?<month>\\d{1,2})\\s?\\k<sign>\\s?${day}`,
  `(?<first>\\d{1,2})\\s?${sign}\\s?(?<second>\\d{1,2})\\s?\\k<sign>\\s?${year}`,
  `(?<first>\\d{1,2})${sign}(?<second>\\d{1,2})\\k<sign>(?<short>\\d\\d)`,
  `${day}${sign}${name}\\k<sign>(?<short>\\d\\d)`,
  // A course of several days ends on the last day.
  `${name}\\.?\\s\\d{1,2}\\s?(?:-|–|&|and|to)\\s?${day},?\\s${year}`,
  `${name}\\.?[\\s-]{0,2}${day}[\\s,-]{1,3}${year}`,
  `(?:${ordinal}|${day})\\s(?:day\\s)?of\\s${name},?\\s(?:in the year\\s)?${yearInWords}`,
  `${ordinal}\\s(?:day\\s)?of\\s${name},?\\s${year}`,
  `${name}\\s${ordinal},?\\s${year}`,
  `${day}\\sde\\s${name}\\sdel?\\s${year}`,
  `${day}(?:\\s(?:day\\s)?of)?[\\s/-]{0,2}${name}\\.?[\\s,/-]{0,3}${year}`,
  `${name}\\.?[\\s,-]{0,3}${year}`,
  `(?<month>\\d{1,2})\\s?[-/]\\s?${year}`,
  // "Exp. 08/28", as on a bank card.
  `(?<=(?:exp\\w*|through|thru|until|renew(?:al)? by|day of)(?: date)?[\\s:.]{0,3})(?<month>\\d{1,2})/(?<short>\\d\\d)`,
].map((source) => new RegExp(`${from}${source}${to}`, 'gi'))

/** `first` and `second`: the month and the day; `short`: the year without its century. */
type Parts = Partial<
  Record<
    'year' | 'short' | 'name' | 'month' | 'day' | 'ordinal' | 'century' | 'rest' | 'first' | 'second',
    string
  >
>

/**
 * All dates in a text, in order, as Americans print them: `isDayFirst` if others of the document begin with the day. A
 * date that no calendar has is left out.
 */
export function datesIn(text: string, isDayFirst = false): PrintedDate[] {
  const found: PrintedDate[] = []
  for (const pattern of spellings)
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (found.some((other) => other.start < span.end && span.start < other.end)) continue
      const date = toDate(match.groups as Parts, isDayFirst)
      if (date) found.push({ ...span, ...date })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

function toDate(
  { short, name, ordinal, century, rest, first, second, ...named }: Parts,
  isUsuallyDayFirst: boolean,
): Omit<PrintedDate, keyof Span> | null {
  const year = century ? yearOf(century, rest) : (named.year ?? `20${short}`)
  // "31/03/2027" cannot be an American date: the day comes first.
  const order = orderOf(first, second)
  const isDayFirst = order === 'day first' || (order === 'either' && isUsuallyDayFirst)
  const own = ordinal ? dayOf(ordinal.toLowerCase()) : (named.day ?? (isDayFirst ? first : second))
  const month = name ? monthOf(name) : (named.month ?? (isDayFirst ? second : first))
  const date = `${year}-${twoDigits(month)}-${twoDigits(own ?? 1)}`
  if (!isCalendarDate(date) || year < '1950' || year > '2079') return null
  const precision: PrintedDate['precision'] = own === undefined ? 'month' : 'day'
  // "06/30/28" is a day of June only, "07/01/26" may be the first of July or the seventh of January.
  const isShort = short !== undefined && name === undefined && !(Number(second) > 12)
  return { date, precision, isUnusual: isDayFirst || isShort, ...(order ? { order } : {}) }
}

function orderOf(first: string | undefined, second: string | undefined): PrintedDate['order'] {
  if (first === undefined || second === undefined || first === second) return undefined
  if (Number(first) > 12) return 'day first'
  return Number(second) > 12 ? 'month first' : 'either'
}

const monthOf = (name: string) => months.findIndex((each) => new RegExp(`^(?:${each})$`, 'i').test(name)) + 1

function yearOf(century: string, rest = ''): string {
  const [first = '', second = ''] = rest.toLowerCase().split(/[-\s]+/)
  const ten = tens.indexOf(first)
  const years = ten >= 0 ? (ten + 2) * 10 + small.indexOf(second) + 1 : small.indexOf(first) + 1
  return String((/^nineteen/i.test(century) ? 1900 : 2000) + years)
}

/** "twenty-first" is 21. */
function dayOf(ordinal: string): number {
  const [ten, one = ''] = ordinal.split(/-\s?/)
  if (ordinal === 'thirtieth') return 30
  return one === '' ? ordinals.indexOf(ordinal) + 1 : (ten === 'twenty' ? 20 : 30) + ordinals.indexOf(one) + 1
}

const twoDigits = (part: string | number | undefined) => String(part).padStart(2, '0')
