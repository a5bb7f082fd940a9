import type { Translate } from '#shared/i18n/translate.ts'
import { type DayOrder, MAX_CELL, parseDay } from '#shared/kernel/spreadsheet-cells.ts'

/** `line` is the row number that a spreadsheet shows. `section`: a title above it that may say that it does not count. */
export type SheetRow = { line: number; cells: readonly string[]; section?: string }

// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs pad texts with it
const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad\u0000]/g
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/** A cell as a spreadsheet shows it: `="00123"` and `'00123` are how files keep the zeros of 00123. */
export function plainCell(text: string): string {
  const plain = text.replace(invisible, '').replace(spaces, ' ').trim()
  const [, quoted] = plain.length > 500 ? [] : (plain.match(/^=\s*"((?:[^"]|"")*)"$/) ?? [])
  const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"').trim()
  return /^['‘’](?:[=+\-@]|(?=\S*\d)\S+$)/.test(cell.slice(0, MAX_CELL)) ? cell.slice(1) : cell
}

const none =
  '(?:[-–—.?*]+|#?n\\/?a\\.?|n\\.a\\.|none|null|nil|nan|blank|unknown|unk|tb[da]|to be (?:determined|announced)|pending|in process|awaiting|waiting|not (?:yet|available|applicable|known|issued|set|stated|assigned|sure|yet issued)|(?:do not|don.?t|can.?t) (?:remember|know|recall)|forgot|no idea|ningun[oa]?|no aplica|desconocid[oa]|pendiente)'
const nothing = new RegExp(`^${none}(?:\\s*[-–,:(]+\\s*${none}\\)?)*$`, 'i')

/** Words for a value that is not there or not known yet: N/A, none, pending, TBD. */
export const isNothing = (cell: string) => cell === '' || (cell.length <= MAX_CELL && nothing.test(cell))

const never =
  /^(?:never(?: expires?)?|does(?: not|n['’]t) expire|no expir(?:ation|y)|non-? ?expiring|lifetime|permanent(?:ly)?|perpetual|indefinite(?:ly)?|forever|(?:valid|good) for life|no vence(?: nunca)?|nunca(?: vence)?|sin vencimiento|permanente|indefinid[oa]|vitalici[oa])\.?$/i

/** Words that say that something does not expire. Only these mean it: N/A is no date yet. */
export const isNever = (cell: string) => cell.length <= MAX_CELL && never.test(cell)

export function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 30 ? `${letters.slice(0, 29).join('')}…` : text
}

/** Why a cell does not hold what was entered in it, whatever it is for; `null` if it may. */
export function cellFault(cell: string, t: Translate): string | null {
  if (/^#+$/.test(cell))
    return t`“${shortened(cell)}” is what Excel shows if a column is too narrow. Widen it and save the file again, or type the value here.`
  if (/^#(?:ref|value|name|div\/0|num|null|spill|calc)\b/i.test(cell))
    return t`“${shortened(cell)}” is an error of a formula. Correct it in your file, or type the value here.`
  if (/^=/.test(cell))
    return t`“${shortened(cell)}” is a formula without its result. Save the file in Excel again, or type the value here.`
  return null
}

/** Words that stand before or in a number. */
const inNumber = /^(?:\p{L}{1,3}|a?rnp|cnap|crn[ap]|np-?f|aprn|nurr|aacn|bcen|ancc|abcn|cert|card|lic)$/iu
/** They are as short as those, and say something else. */
const notInNumber =
  /^(?:or|and|y|o|to|exp|npi|dea|tmp|old|new|no|not|tbd|ext|tel|see|my|his|her|ask|due|app)$/i

/** Digits, with letters and the usual separators. */
function looksLikeNumber(cell: string): boolean {
  const parts = cell.split(/[-./:–]\s?|\s/)
  return (
    parts.every((part) => /^[\p{L}\d]+$/u.test(part)) &&
    parts.every((part) => /\d/.test(part) || (inNumber.test(part) && !notInNumber.test(part))) &&
    parts.every((part) => (part.match(/\p{L}{5,}/u) ?? []).length === 0)
  )
}

/** Two numbers with a sign, a line break, a word or a label between them. A space alone is often inside one number. */
const severalNumbers =
  /\d{3}\S*\s*[/;&|]\s*\p{L}*\d{3}|\d{4}\S*(?:,\s*|\s*\n\s*|\s(?:or|and|y|o)\s|\s(?=\p{L}))(?:\p{L}+[\s.:#-]*)?\d{4}/u

/** Why a number is not the one on the card; `null` if it may be. Excel takes numbers and dates for what they are not. */
export function numberFault(cell: string, t: Translate): string | null {
  const text = shortened(cell)
  if (cell.length > MAX_CELL) return null
  if (/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell))
    return t`“${text}” is a long number that Excel shortened. In Excel, format the column as Number without decimals, and save the file again, or type the number here.`
  if (isDateLike(cell) || /^\d{1,2}\/\d{1,2}$/.test(cell))
    return t`“${text}” is a date: Excel may have made it of the number. Type the number here.`
  if (/^\d+\.0+$/.test(cell))
    return t`“${text}” has been changed by a program, and may lack zeros. Type the number here.`
  if (cell !== '' && !/\d/.test(cell))
    return t`“${text}” is not a number. Type the number here, or leave it out.`
  if (/^[-+]\d|[()]/.test(cell))
    return t`“${text}” has a sign or brackets. Type the number as the card shows it.`
  if (severalNumbers.test(cell)) return t`“${text}” may be several numbers. Type the one of this card.`
  if (/[*•]{2}|x{3}/i.test(cell)) return t`“${text}” is hidden in part. Type the number here.`
  if (
    cell !== '' &&
    ((!looksLikeNumber(cell) && !/^\d{1,3}(?:,\d{3})+$/.test(cell)) || /^[0\s.-]+$/.test(cell))
  )
    return t`“${text}” does not look like a number. Type the number as the card shows it.`
  return null
}

const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|septiembre|octubre|noviembre|dic(?:iembre)?'
const monthAndYear = new RegExp(
  `^(?:(?:0?[1-9]|1[0-2])[/.-](?:\\d{4}|\\d{2})|\\d{4}[/.-](?:0?[1-9]|1[0-2])|(?:${monthName})\\.?[\\s,-]*['’]?(?:(?:19|20)\\d{2}|\\d{2}))$`,
  'i',
)
const letterMonthAndYear = new RegExp(`^(?:${monthName})[- ](?:(?:19|20)\\d{2}|\\d{2})$`, 'i')
const dayAndMonth = new RegExp(`^(?:\\d{1,2}[\\s-](?:${monthName})|(?:${monthName})[\\s-]\\d{1,2})\\.?$`, 'i')

/** A month without a day, as some cards print it. */
export const isMonth = (cell: string) => cell.length <= MAX_CELL && monthAndYear.test(cell)

const dayInText =
  /\b\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})\b|\b\d{4}-\d{2}-\d{2}\b|\b\p{L}{3,9}\.? \d{1,2},? \d{4}\b/giu

/** Every date with a day in a text: one in "thru 5/31/27", two in "07/01/2024 - 06/30/2027". */
export const daysIn = (text: string): string[] => text.slice(0, 300).match(dayInText) ?? []

/** The last day of "May 18-21, 2026", "9/10 - 9/12/2026" and "Oct 30 to Nov 1, 2025"; any other cell as it is. */
export function lastDayIn(cell: string): string {
  if (cell.length > MAX_CELL) return cell
  const inMonth = new RegExp(`^((?:${monthName})\\.?) \\d{1,2}\\s*[-–]\\s*(\\d{1,2},? \\d{4})$`, 'i').exec(
    cell,
  )
  if (inMonth) return `${inMonth[1]} ${inMonth[2]}`
  const [first = '', last, ...more] = cell.split(
    /\s+(?:to|through|thru|al?)\s+|\s*[–—]\s*|\s+-\s+|(?<=\d)-(?=\d{1,2}\/)/i,
  )
  const isFirst = isDateLike(first) || /^\d{1,2}\/\d{1,2}$/.test(first)
  return last !== undefined && more.length === 0 && isFirst && isDateLike(last) ? last : cell
}

/** Whether a cell holds a date in some order, or a part of one. Digits alone are none. */
export function isDateLike(cell: string): boolean {
  if (cell.length > MAX_CELL || !/[^\d]/.test(cell)) return false
  const isDay = (order: DayOrder) => parseDay(cell, order) !== null
  return isDay('month-first') || isDay('day-first') || letterMonthAndYear.test(cell) || dayAndMonth.test(cell)
}
