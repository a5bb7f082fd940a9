import { addYears, isCalendarDate } from './dates.ts'

/** Longer cells are neither dates nor numbers; the limit also bounds the time of the patterns. */
export const MAX_CELL = 60

export type DayOrder = 'month-first' | 'day-first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The months whose Spanish names begin with other letters. */
const spanishMonths: Readonly<Record<string, string>> = { ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' }
const numeric = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/

const compact = /^(\d{2})(\d{2})(\d{4})$/

/** Drops a day of the week before a date, and a time of day after it. */
function withoutTime(text: string): string {
  return text
    .trim()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+/i, '')
    .replace(
      /[T\s,]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(z|[+-]\d{2}:?\d{2}|[a-z]{2,4}|[a-z]+\/[a-z_]+)?$/i,
      '',
    )
}

/**
 * What a date stands for: an issue or a course is never in the future, and nothing ends more than 20 years from now.
 * This tells the century of a year of two digits. No such date is more than a working life ago.
 */
export type DateSense = { is: 'past' | 'end'; today: string }

const WORKING_LIFE = 60

export const lastEnd = (today: string) => addYears(today, 20)

function dayOf(year: string, month: number, day: number, sense?: DateSense): string | null {
  const inCentury = (century: string) => {
    const date = `${century}${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return isCalendarDate(date) && date >= '1900' ? date : null
  }
  if (year.length === 4) return inCentury('')
  const date = inCentury('20')
  if (!sense) return date
  const latest = sense.is === 'past' ? sense.today : lastEnd(sense.today)
  if (date !== null && date <= latest) return date
  const earlier = inCentury('19')
  return earlier !== null && (date === null || earlier >= addYears(sense.today, -WORKING_LIFE))
    ? earlier
    : date
}

/**
 * The date in a cell, in the spellings of people and spreadsheets, as `YYYY-MM-DD`; `null` if it is not a date in this
 * order. Without a sense, a year of two digits is in this century.
 */
export function parseDay(text: string, order: DayOrder, sense?: DateSense): string | null {
  if (text.length > MAX_CELL) return null
  const cell = withoutTime(text)
  const iso =
    cell.match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/) ?? cell.match(/^((?:19|20)\d{2})(\d{2})(\d{2})$/)
  const whole = iso && dayOf(iso[1] ?? '', Number(iso[2]), Number(iso[3]))
  const numbers = cell.match(numeric) ?? cell.match(compact)
  if (whole || !numbers) return whole || namedDay(cell, sense)
  const [first, second] = [Number(numbers[1]), Number(numbers[2])]
  return order === 'month-first'
    ? dayOf(numbers[3] ?? '', first, second, sense)
    : dayOf(numbers[3] ?? '', second, first, sense)
}

/** A date with its month in letters. */
function namedDay(cell: string, sense?: DateSense): string | null {
  const plain = cell
    .toLowerCase()
    .replace(/\s+de\s+/g, ' ')
    .replace(/['’](?=\d{2}$)/, '')
  const named =
    plain.match(
      /^(?<month>[a-z]{3,10})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?<year>\d{4}|\d{2})$/,
    ) ??
    plain.match(
      /^(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[\s/-]+(?<month>[a-z]{3,10})\.?[\s,/-]+(?<year>\d{4}|\d{2})$/,
    ) ??
    plain.match(/^(?<year>\d{4})[\s,-]+(?<month>[a-z]{3,10})\.?[\s,-]+(?<day>\d{1,2})$/)
  const { month = '', day = '', year = '' } = named?.groups ?? {}
  const name = month.slice(0, 3)
  const at = months.indexOf(spanishMonths[name] ?? name)
  return at < 0 ? null : dayOf(year, at + 1, Number(day), sense)
}

/** The order of day and month in the dates of a column; `isAmbiguous` if both are possible. */
export function guessDayOrder(cells: readonly string[]): { order: DayOrder; isAmbiguous: boolean } {
  let isMonthFirst = false
  let isDayFirst = false
  let canBeBoth = false
  let dots = 0
  let others = 0
  for (const cell of cells) {
    const plain = cell.length > MAX_CELL ? '' : withoutTime(cell)
    const numbers = plain.match(numeric) ?? (isWholeDate(plain) ? null : plain.match(compact))
    if (!numbers) continue
    if (cell.includes('.')) dots += 1
    else others += 1
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    // Not a date in either order. It is an error in its row, but no evidence for an order.
    if (first > 12 && second > 12) continue
    if (first > 12) isDayFirst = true
    else if (second > 12) isMonthFirst = true
    else if (first !== second) canBeBoth = true
  }
  const isClear = isMonthFirst !== isDayFirst
  const prefersDayFirst = isClear ? isDayFirst : dots > others
  return { order: prefersDayFirst ? 'day-first' : 'month-first', isAmbiguous: canBeBoth && !isClear }
}

/** Whether a date is the same in each order. */
const isWholeDate = (cell: string) =>
  parseDay(cell, 'month-first') !== null && parseDay(cell, 'month-first') === parseDay(cell, 'day-first')

/** A number alone, with a decimal point or comma: "1,5", "1,200", "1 200". */
export function parseNumber(text: string): number | null {
  if (text.length > MAX_CELL) return null
  const trimmed = text.trim().replace(/^\+/, '')
  const digits = /^\d{1,3}(\s\d{3})+(?!\d)/.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed
  const dot = digits.lastIndexOf('.')
  const comma = digits.lastIndexOf(',')
  const isThousands = /^\d{1,3}(,\d{3})+$/.test(digits)
  const plain =
    comma > dot && !isThousands ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** The items of a cell with several items, separated by semicolon, bar or line break, otherwise by comma. */
export function parseList(text: string): string[] {
  const separator = /[;|\n]/.test(text) ? /[;|\n]/ : /,(?!\d)/
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A topic and, if stated, its hours: "Ethics (2)", "Ethics: 2 hours", "Ethics". */
export function parseTopic(text: string): { topic: string; hours: number | null } {
  const found =
    text.length > 2 * MAX_CELL
      ? null
      : text.match(/^(.*\S)\s*(?:\(|:|=)\s*(\d[\d.,]*)\s*(?:h|hr|hrs|hours?|horas?|contact hours?)?\s*\)?$/i)
  const hours = found ? parseNumber(found[2] ?? '') : null
  if (!found || hours === null) return { topic: text.trim(), hours: null }
  return { topic: (found[1] ?? '').replace(/[\s(:=]+$/, ''), hours }
}
