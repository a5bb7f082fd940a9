import { isCalendarDate } from '#shared/kernel/dates.ts'

/** Longer cells hold neither a date nor a number, and nothing is searched in them for long. */
const MAX_CELL = 60

export type DayOrder = 'month-first' | 'day-first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numeric = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/

/** A time after a date says nothing about the day. */
function withoutTime(text: string): string {
  return text.trim().replace(/[T\s,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(am|pm|z)?$/i, '')
}

function dayOf(year: string, month: number, day: number): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const date = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

/** `YYYY-MM-DD` out of a date as people and spreadsheets write it; `null` when it is none in this order. */
export function parseDay(text: string, order: DayOrder): string | null {
  if (text.length > MAX_CELL) return null
  const cell = withoutTime(text)
  const iso = cell.match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/)
  if (iso) return dayOf(iso[1] ?? '', Number(iso[2]), Number(iso[3]))
  const numbers = cell.match(numeric)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    return order === 'month-first'
      ? dayOf(numbers[3] ?? '', first, second)
      : dayOf(numbers[3] ?? '', second, first)
  }
  const plain = cell.toLowerCase().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+/, '')
  const named =
    plain.match(
      /^(?<month>[a-z]{3,9})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?<year>\d{4}|\d{2})$/,
    ) ??
    plain.match(
      /^(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+(?<month>[a-z]{3,9})\.?[\s,-]+(?<year>\d{4}|\d{2})$/,
    )
  const { month = '', day = '', year = '' } = named?.groups ?? {}
  const at = months.indexOf(month.slice(0, 3))
  return at < 0 ? null : dayOf(year, at + 1, Number(day))
}

/** What the dates of a column tell about their order; `isOpen` when they can be read both ways. */
export function guessDayOrder(cells: readonly string[]): { order: DayOrder; isOpen: boolean } {
  let isMonthFirst = false
  let isDayFirst = false
  let isEither = false
  let dots = 0
  let others = 0
  for (const cell of cells) {
    const numbers = cell.length > MAX_CELL ? null : withoutTime(cell).match(numeric)
    if (!numbers) continue
    if (cell.includes('.')) dots += 1
    else others += 1
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    // Beyond both orders: it tells nothing, and is a problem of its own row.
    if (first > 12 && second > 12) continue
    if (first > 12) isDayFirst = true
    else if (second > 12) isMonthFirst = true
    else if (first !== second) isEither = true
  }
  const isTold = isMonthFirst !== isDayFirst
  const order = isTold ? isDayFirst : dots > others
  return { order: order ? 'day-first' : 'month-first', isOpen: isEither && !isTold }
}

/** A number with a dot or a comma, and what may stand behind it: "1,5", "2.5 hrs", "1,200 minutes". */
export function parseAmount(text: string): number | null {
  const found = text.length > MAX_CELL ? null : text.trim().match(/^\+?([\d.,\s]*\d[\d.,]*)\s*[a-z()\s./]*$/i)
  if (!found) return null
  const digits = (found[1] ?? '').replace(/\s/g, '')
  const dot = digits.lastIndexOf('.')
  const comma = digits.lastIndexOf(',')
  const isThousands = /^\d{1,3}(,\d{3})+$/.test(digits)
  const plain =
    comma > dot && !isThousands ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** The parts of a cell that holds several: by semicolon, bar or line; by comma only where there is none of these. */
export function parseList(text: string): string[] {
  const by = /[;|\n]/.test(text) ? /[;|\n]/ : /,(?!\d)/
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** "Ethics (2)", "Ethics: 2 hours" and "Ethics": a topic, and its part of the hours where it is told. */
export function parseTopic(text: string): { topic: string; hours: number | null } {
  const found =
    text.length > 2 * MAX_CELL
      ? null
      : text.match(/^(.*\S)\s*(?:\(|:|=)\s*(\d[\d.,]*)\s*(?:h|hr|hrs|hours?|contact hours?)?\s*\)?$/i)
  const hours = found ? parseAmount(found[2] ?? '') : null
  if (!found || hours === null) return { topic: text.trim(), hours: null }
  return { topic: (found[1] ?? '').replace(/[\s(:=]+$/, ''), hours }
}
