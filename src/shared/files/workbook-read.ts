import { builtInFormat, dateParts, shownNumber } from './number-format.ts'
import { attributeOf, xmlTokens } from './xml-tokens.ts'

/** The parts of an XLSX file by their path, such as `xl/workbook.xml`. */
export type WorkbookParts = ReadonlyMap<string, string>
export type Sheet = { name: string; rows: string[][] }

export const MAX_SHEET_ROWS = 10_000
/** Of the `RangeError` for such a sheet. */
export const TOO_MANY_ROWS = 'It has too many rows'
const MAX_COLUMNS = 60
const MAX_CELL = 5000

/** Whether a part of an XLSX file is read at all. */
export function isReadPart(path: string): boolean {
  return /^xl\/(workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(
    path,
  )
}

/**
 * The sheets in their order, each with its rows as texts. Numbers are as the sheet shows them: a format adds zeros
 * (`00000000`), letters (`"RN"0`) and units (`0 "min"`). Dates are `YYYY-MM-DD`, without a time of day, and a length of
 * time is `h:mm`. A missing row becomes an empty one, so that a row's position is its number. Cells merged over several
 * rows have their value in each. Formulas count by their last result. Throws a `RangeError` if there is no workbook, or a sheet has too many rows.
 */
export function readWorkbook(parts: WorkbookParts): Sheet[] {
  const workbook = parts.get('xl/workbook.xml')
  if (workbook === undefined) throw new RangeError('It is not a workbook')
  const targets = targetsOf(parts.get('xl/_rels/workbook.xml.rels') ?? '')
  const shared = sharedStringsOf(parts.get('xl/sharedStrings.xml') ?? '')
  const formats = formatsOf(parts.get('xl/styles.xml') ?? '')
  let is1904 = false
  const sheets: Sheet[] = []
  for (const each of xmlTokens(workbook)) {
    if (each.kind !== 'open') continue
    if (each.name === 'workbookPr') is1904 = /^(1|true)$/.test(attributeOf(each.attributes, 'date1904') ?? '')
    if (each.name !== 'sheet') continue
    const id = attributeOf(each.attributes, 'id') ?? ''
    const xml = parts.get(targets.get(id) ?? `xl/worksheets/sheet${sheets.length + 1}.xml`)
    const name = attributeOf(each.attributes, 'name') ?? `Sheet ${sheets.length + 1}`
    if (xml !== undefined) sheets.push({ name, rows: rowsOf(xml, { shared, formats, is1904 }) })
  }
  return sheets
}

function targetsOf(rels: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const each of xmlTokens(rels)) {
    if (each.kind !== 'open' || each.name !== 'Relationship') continue
    const target = attributeOf(each.attributes, 'Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
    targets.set(attributeOf(each.attributes, 'Id') ?? '', path)
  }
  return targets
}

function sharedStringsOf(xml: string): string[] {
  const strings: string[] = []
  let text: string[] | null = null
  let isText = false
  let isPhonetic = false
  for (const each of xmlTokens(xml)) {
    if (each.kind === 'text') {
      if (isText && !isPhonetic) text?.push(each.text)
    } else if (each.name === 'si') {
      if (each.kind === 'open') text = []
      if (each.kind === 'close' || each.isEmpty) {
        strings.push(cellText((text ?? []).join('')))
        text = null
      }
    } else if (each.name === 't') isText = each.kind === 'open' && !each.isEmpty
    else if (each.name === 'rPh') isPhonetic = each.kind === 'open' && !each.isEmpty
  }
  return strings
}

/** For each style of a cell, the code of its number format. */
function formatsOf(xml: string): string[] {
  const custom = new Map<number, string>()
  const styles: string[] = []
  let isInCells = false
  for (const each of xmlTokens(xml)) {
    if (each.kind === 'text') continue
    if (each.name === 'cellXfs') isInCells = each.kind === 'open' && !each.isEmpty
    if (each.kind !== 'open') continue
    if (each.name === 'numFmt')
      custom.set(
        Number(attributeOf(each.attributes, 'numFmtId')),
        attributeOf(each.attributes, 'formatCode') ?? '',
      )
    if (each.name === 'xf' && isInCells) {
      const id = Number(attributeOf(each.attributes, 'numFmtId') ?? 0)
      styles.push(custom.get(id) ?? builtInFormat(id))
    }
  }
  return styles
}

type SheetContext = { shared: readonly string[]; formats: readonly string[]; is1904: boolean }

function rowsOf(xml: string, context: SheetContext): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let next = 0
  let cell: { at: number; type: string; style: number; value: string } | null = null
  let isValue = false
  const merged: string[] = []
  for (const each of xmlTokens(xml)) {
    if (each.kind === 'text') {
      if (cell && isValue) cell.value += each.text
      continue
    }
    const { name, kind, attributes, isEmpty } = each
    if (name === 'row' && kind === 'open') {
      const number = Number(attributeOf(attributes, 'r') ?? rows.length + 1)
      if (!(number <= MAX_SHEET_ROWS)) throw new RangeError(TOO_MANY_ROWS)
      while (rows.length < number - 1) rows.push([])
      row = []
      rows[number - 1] = row
      next = 0
    } else if (name === 'c' && kind === 'open') {
      const at = columnOf(attributeOf(attributes, 'r')) ?? next
      next = at + 1
      const style = Number(attributeOf(attributes, 's') ?? -1)
      cell = isEmpty ? null : { at, type: attributeOf(attributes, 't') ?? 'n', style, value: '' }
    } else if (name === 'c' && cell) {
      if (cell.at < MAX_COLUMNS) {
        while (row.length <= cell.at) row.push('')
        row[cell.at] = valueOfCell(cell, context)
      }
      cell = null
    } else if (name === 'v' || name === 't') isValue = kind === 'open' && !isEmpty
    else if (name === 'f') isValue = false
    else if (name === 'mergeCell' && kind === 'open') merged.push(attributeOf(attributes, 'ref') ?? '')
  }
  fillDown(rows, merged)
  return rows
}

/** Cells that are merged over several rows have their value in the first one only. */
function fillDown(rows: string[][], merged: readonly string[]): void {
  let left = MAX_SHEET_ROWS * 10
  for (const ref of merged) {
    const [from = '', to = ''] = ref.split(':')
    const column = columnOf(from)
    const [first, last] = [from, to].map((cell) => Number(cell.replace(/^[A-Z]+/, '')))
    if (column === null || !first || !last || last > rows.length) continue
    const value = rows[first - 1]?.[column] ?? ''
    for (let at = first; at < last && value !== '' && left > 0; at++, left--) {
      const row = rows[at] ?? []
      while (row.length <= column) row.push('')
      row[column] ||= value
    }
  }
}

/** 0 for "A7", 27 for "AB7". */
function columnOf(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOfCell(
  { type, value, style }: { type: string; value: string; style: number },
  { shared, formats, is1904 }: SheetContext,
): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  // An error is read as it is shown: #N/A is no value, #REF! is a fault.
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return cellText(value)
  if (value.trim() === '') return ''
  const number = Number(value)
  if (!Number.isFinite(number)) return cellText(value)
  const code = formats[style] ?? ''
  return dateOrTime(number, code, is1904) ?? shownNumber(number, dateParts(code) === null ? code : '')
}

/** A date without its year or without its day is shown so: Excel has made up what is missing. */
function dateOrTime(number: number, code: string, is1904: boolean): string | null {
  const parts = dateParts(code)
  if (parts === null) return null
  if (parts === 'time') return /am\/pm|a\/p/i.test(code) ? timeOfDay(number) : timeOfSerial(number)
  const date = dateOfSerial(number, is1904)
  if (date === null || parts === 'date') return date
  const month = monthNames[Number(date.slice(5, 7)) - 1]
  return parts === 'month' ? `${month} ${date.slice(0, 4)}` : `${Number(date.slice(8))}-${month}`
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Excel counts a time in days. */
function timeOfSerial(serial: number): string | null {
  const minutes = Math.round(serial * 1440)
  if (minutes <= 0 || minutes >= 1000 * 60) return null
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** "1:30 PM", which is no length of time. */
function timeOfDay(serial: number): string {
  const minutes = Math.round((serial % 1) * 1440)
  const hour = Math.floor(minutes / 60) % 12 || 12
  return `${hour}:${String(minutes % 60).padStart(2, '0')} ${minutes % 1440 < 720 ? 'AM' : 'PM'}`
}

/** Excel counts days from 1900, with a February 29 that 1900 did not have, or from 1904. */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const day = Math.floor(serial)
  if (day < 1 || day > 2_900_000) return null
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const date = new Date(epoch + day * 86_400_000)
  return date.toISOString().slice(0, 10)
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
function cellText(text: string): string {
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r', '')
    .slice(0, MAX_CELL)
}
