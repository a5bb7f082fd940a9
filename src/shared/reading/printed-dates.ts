import { isCalendarDate } from '#shared/kernel/dates.ts'
import type { Span } from './cells.ts'

/** `month`: the document names no day, and `date` is the first one of the month. */
export type PrintedDate = Span & { date: string; precision: 'day' | 'month'; isUnusual: boolean }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const year = '((?:19|20)\\d\\d)'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const from = '(?<![\\w/.-])'
const to = '(?![\\w/]|[-.]\\d)'

type Parts = { y: string; m: string; d?: string | undefined; isUnusual?: boolean }
type Spelling = { pattern: RegExp; parts(groups: readonly string[]): Parts }

const spelling = (source: string, parts: Spelling['parts']): Spelling => ({
  pattern: new RegExp(`${from}${source}${to}`, 'gi'),
  parts,
})

/** More telling spellings first: a shorter one never takes a part of a longer one. */
const spellings: Spelling[] = [
  spelling(`${year}\\s?[-/.]\\s?(\\d{1,2})\\s?[-/.]\\s?(\\d{1,2})`, ([y = '', m = '', d]) => ({ y, m, d })),
  spelling(`(\\d{1,2})\\s?([-/.])\\s?(\\d{1,2})\\s?\\2\\s?${year}`, ([m = '', , d = '', y = '']) =>
    usOrder(m, d, y),
  ),
  spelling(`(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d\\d)`, ([m = '', , d = '', y = '']) => ({
    ...usOrder(m, d, `20${y}`),
    isUnusual: true,
  })),
  spelling(`${month}\\.?[\\s-]{0,2}${day}[\\s,-]{1,3}${year}`, ([m = '', d, y = '']) => ({ y, m, d })),
  spelling(
    `${day}(?:\\s(?:day\\s)?of)?[\\s-]{0,2}${month}\\.?[\\s,-]{0,3}${year}`,
    ([d, m = '', y = '']) => ({
      y,
      m,
      d,
    }),
  ),
  spelling(`${month}\\.?[\\s,-]{0,3}${year}`, ([m = '', y = '']) => ({ y, m })),
  spelling(`(\\d{1,2})\\s?[-/]\\s?${year}`, ([m = '', y = '']) => ({ y, m })),
]

/** "31/03/2027" cannot be an American date: the day stands first. */
function usOrder(first: string, second: string, y: string): Parts {
  return Number(first) > 12 && Number(second) <= 12
    ? { y, m: second, d: first, isUnusual: true }
    : { y, m: first, d: second }
}

/** All dates in a text as Americans print them, in their order. One that no calendar has is none. */
export function datesIn(text: string): PrintedDate[] {
  const found: PrintedDate[] = []
  for (const { pattern, parts } of spellings)
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (found.some((other) => other.start < span.end && span.start < other.end)) continue
      const date = toDate(parts(match.slice(1)))
      if (date) found.push({ ...span, ...date })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

function toDate({ y, m, d, isUnusual = false }: Parts): Omit<PrintedDate, keyof Span> | null {
  const named = months.indexOf(m.slice(0, 3).toLowerCase()) + 1
  const two = (part: string | number) => String(part).padStart(2, '0')
  const date = `${y}-${two(named || m)}-${two(d ?? '01')}`
  if (!isCalendarDate(date) || y < '1950' || y > '2079') return null
  return { date, precision: d === undefined ? 'month' : 'day', isUnusual }
}
