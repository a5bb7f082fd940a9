import { strToU8, zipSync } from 'fflate'

/** Files as programs write them, for tests of the import. */

export const utf8 = (text: string) => new TextEncoder().encode(text)
export const lines = (...rows: string[]) => utf8(`${rows.join('\r\n')}\r\n`)
export const withMark = (bytes: Uint8Array) => joined(new Uint8Array([0xef, 0xbb, 0xbf]), bytes)

export function windows1252(text: string): Uint8Array {
  const special: Record<string, number> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 }
  return Uint8Array.from([...text], (letter) => special[letter] ?? letter.charCodeAt(0))
}

export function utf16(text: string, order: 'little' | 'big', hasMark: boolean): Uint8Array {
  const all = hasMark ? `\uFEFF${text}` : text
  const bytes = new Uint8Array(all.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < all.length; at++) view.setUint16(at * 2, all.charCodeAt(at), order === 'little')
  return bytes
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A number and its format; a text; a text that a formula results in; an error. `null` is an empty cell. */
export type BookCell =
  | string
  | number
  | null
  | { number: number; format: string }
  | { formula: string; text: string }
  | { error: string }
export type BookSheet = { name: string; rows: BookCell[][]; merged?: string[] }

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A workbook as Excel writes it: shared strings, styles with number formats, merged cells. */
export function workbook(...sheets: BookSheet[]): Uint8Array {
  const strings: string[] = []
  const formats: string[] = []
  const bodies = sheets.map((sheet) => sheetXml(sheet, strings, formats))
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(bodies.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
}

function sheetXml({ rows, merged = [] }: BookSheet, strings: string[], formats: string[]): string {
  const xml = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`, strings, formats)).join('')}</row>`,
  )
  const merges =
    merged.length === 0
      ? ''
      : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  return `<worksheet><sheetData>${xml.join('')}</sheetData>${merges}</worksheet>`
}

function cellXml(cell: BookCell, at: string, strings: string[], formats: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${placeIn(strings, cell)}</v></c>`
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`
  if ('formula' in cell)
    return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.text)}</v></c>`
  return `<c r="${at}" s="${placeIn(formats, cell.format) + 1}"><v>${cell.number}</v></c>`
}

function placeIn(list: string[], item: string): number {
  const found = list.indexOf(item)
  return found >= 0 ? found : list.push(item) - 1
}

/** Excel's number for a day, shown with a format. */
export function day(date: string, format = 'm/d/yyyy'): BookCell {
  return { number: Date.parse(date) / 86_400_000 + 25_569, format }
}

/** A web page with a table, as portals name `.xls`. */
export function page(rows: string[][], { before = '', css = '' } = {}): Uint8Array {
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag} style='${css}'>${cell}</${tag}>`).join('')}</tr>`
  const [head = [], ...others] = rows
  return utf8(
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">\n<head><meta charset="utf-8"><style>td { mso-number-format: "\\@" }</style></head><body>${before}<table border=1>${row(head, 'th')}${others.map((cells) => row(cells, 'td')).join('\n')}</table></body></html>`,
  )
}

/** Excel's XML of 2003, as older report servers write it. */
export function xmlWorkbook(rows: string[][]): Uint8Array {
  const row = (cells: string[]) =>
    `<Row>${cells.map((cell) => `<Cell><Data ss:Type="${/^\d{4}-\d\d-\d\dT/.test(cell) ? 'DateTime' : 'String'}">${escaped(cell)}</Data></Cell>`).join('')}</Row>`
  return utf8(
    `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="Default"/></Styles><Worksheet ss:Name="Report"><Table>${rows.map(row).join('')}</Table></Worksheet></Workbook>`,
  )
}
