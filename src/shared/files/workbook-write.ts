import { epochDay, isCalendarDate } from '#shared/kernel/dates.ts'
import { encodeXml } from './xml-tokens.ts'

/** A cell: text, a number, a calendar date, or nothing. */
export type SheetCell = string | number | { date: string } | null
export type NewSheet = { name: string; header: readonly string[]; rows: readonly (readonly SheetCell[])[] }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Styles by position: text, the bold header, a number, a date. Text never becomes a number or a formula in a program. */
const STYLE = { text: 0, header: 1, number: 2, date: 3 }
const MAX_CELL = 32_767

/** The parts of an XLSX file with one sheet, by their path: to be put into a ZIP. The header stays in view and can be filtered. */
export function workbookParts({ name, header, rows }: NewSheet): Map<string, string> {
  const width = columnName(Math.max(0, header.length - 1))
  const widths = header.map((title, at) =>
    widthOf(
      title,
      rows.map((row) => row[at] ?? null),
    ),
  )
  const lines = [rowXml(header, 1, STYLE.header), ...rows.map((row, at) => rowXml(row, at + 2, STYLE.text))]
  const sheet = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.map((each, at) => `<col min="${at + 1}" max="${at + 1}" width="${each}" customWidth="1"/>`).join('')}</cols><sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:${width}${rows.length + 1}"/></worksheet>`
  return new Map(
    Object.entries({
      '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${encodeXml(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': sheet,
    }).map(([path, xml]) => [path, declaration + xml]),
  )
}

function rowXml(cells: readonly SheetCell[], row: number, textStyle: number): string {
  return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`, textStyle)).join('')}</row>`
}

function cellXml(cell: SheetCell, at: string, textStyle: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}" s="${STYLE.number}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && isCalendarDate(cell.date) && cell.date >= '1900-03-01')
    return `<c r="${at}" s="${STYLE.date}"><v>${epochDay(cell.date) - epochDay('1899-12-30')}</v></c>`
  const text = typeof cell === 'string' ? cell : cell.date
  return `<c r="${at}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${encodeXml(text.slice(0, MAX_CELL))}</t></is></c>`
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

/** A name that Excel accepts: at most 31 characters, without these. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[\\/?*[\]:]/g, ' ')
      .slice(0, 31)
      .trim() || 'List'
  )
}

function widthOf(title: string, cells: readonly SheetCell[]): number {
  const longest = cells.slice(0, 200).reduce((most: number, cell) => {
    const length = typeof cell === 'string' ? cell.length : 10
    return cell === null ? most : Math.max(most, length)
  }, title.length)
  return Math.min(60, Math.max(8, longest + 2))
}
