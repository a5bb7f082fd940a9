import { MAX_SHEET_ROWS, type Sheet, TOO_MANY_ROWS } from './workbook-read.ts'
import { attributeOf, xmlTokens } from './xml-tokens.ts'

/** Programs name web pages and Excel's XML of 2003 `.xls`; Excel opens both. */

const MAX_COLUMNS = 60
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…' },
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', reg: '®', trade: '™' },
  ...{ frac12: '½', frac14: '¼', frac34: '¾', copy: '©', bull: '•', shy: '' },
}

const decoded = (text: string) =>
  text.replace(/&([a-z]{2,8}\d{0,2});/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)

/** What is between these tags is no text, and may look like tags. */
function withoutScripts(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let at = 0
  for (;;) {
    const starts = ['<script', '<style', '<xml']
      .map((tag) => lower.indexOf(tag, at))
      .filter((found) => found >= 0)
    const start = Math.min(...starts)
    if (starts.length === 0) return parts.concat(html.slice(at)).join('')
    parts.push(html.slice(at, start))
    const name = /^<([a-z]+)/.exec(lower.slice(start, start + 10))?.[1] ?? ''
    const end = lower.indexOf(`</${name}`, start)
    if (end < 0) return parts.join('')
    at = end
  }
}

/**
 * The tables of a web page that have rows, each as a sheet. A cell over several columns is followed by empty ones; one
 * over several rows is repeated in each. Throws a `RangeError` if a table has too many rows.
 */
export function tablesOfPage(html: string): Sheet[] {
  const sheets: Sheet[] = []
  /** Tables within tables: the innermost that is open comes last. */
  const open: PageTable[] = []
  for (const each of xmlTokens(withoutScripts(html))) {
    const table = open.at(-1)
    if (each.kind === 'text') table?.add(decoded(each.text))
    else if (each.name.toLowerCase() === 'table') {
      if (each.kind === 'open') open.push(new PageTable())
      else open.pop()
      if (each.kind === 'close' && table)
        sheets.push({ name: `Table ${sheets.length + 1}`, rows: table.rows() })
    } else table?.tag(each.name.toLowerCase(), each.kind, each.attributes)
  }
  for (const table of open) sheets.push({ name: `Table ${sheets.length + 1}`, rows: table.rows() })
  return sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
}

class PageTable {
  readonly #rows: string[][] = []
  /** Texts of cells that reach into later rows, by column. */
  readonly #reaching = new Map<number, { text: string; left: number }>()
  #cell: { text: string; columns: number; rows: number } | null = null

  add(text: string) {
    if (this.#cell) this.#cell.text += text
  }

  tag(name: string, kind: 'open' | 'close', attributes: string) {
    if (name === 'br' || name === 'p' || name === 'div' || name === 'li') this.add(' ')
    if (name !== 'tr' && name !== 'td' && name !== 'th') return
    this.#endCell()
    const row = this.#rows.at(-1)
    if (name === 'tr' && row) this.#fill(row)
    if (kind === 'close') return
    if (name === 'tr') {
      if (this.#rows.length >= MAX_SHEET_ROWS) throw new RangeError(TOO_MANY_ROWS)
      this.#rows.push([])
      return
    }
    const spanOf = (which: string) =>
      Math.min(
        MAX_COLUMNS,
        Number(/^\s*["']?(\d{1,3})/.exec(attributes.split(new RegExp(`${which}\\s*=`, 'i'))[1] ?? '')?.[1]) ||
          1,
      )
    this.#cell = { text: '', columns: spanOf('colspan'), rows: spanOf('rowspan') }
  }

  rows() {
    this.#endCell()
    const last = this.#rows.at(-1)
    if (last) this.#fill(last)
    return this.#rows
  }

  #endCell() {
    const [cell, row] = [this.#cell, this.#rows.at(-1)]
    this.#cell = null
    if (!cell || !row) return
    this.#fill(row)
    const text = cell.text.replace(/\s+/g, ' ').trim()
    const at = row.length
    for (let column = 0; column < cell.columns && row.length < MAX_COLUMNS; column++)
      row.push(column === 0 ? text : '')
    if (cell.rows > 1) this.#reaching.set(at, { text, left: cell.rows - 1 })
  }

  #fill(row: string[]) {
    for (let cell = this.#reaching.get(row.length); cell; cell = this.#reaching.get(row.length)) {
      if (cell.left === 1) this.#reaching.delete(row.length)
      cell.left -= 1
      row.push(cell.text)
    }
  }
}

/** The sheets of Excel's XML of 2003; `null` if it is another XML. */
export function sheetsOfXml(xml: string): Sheet[] | null {
  const sheets: Sheet[] = []
  let isWorkbook = false
  let data: string | null = null
  let type = ''
  for (const each of xmlTokens(xml)) {
    const rows = sheets.at(-1)?.rows
    if (each.kind === 'text') {
      if (data !== null) data += each.text
      continue
    }
    const { name, kind, attributes, isEmpty } = each
    if (name === 'Workbook') isWorkbook = true
    if (name === 'Worksheet' && kind === 'open')
      sheets.push({ name: attributeOf(attributes, 'Name') ?? `Sheet ${sheets.length + 1}`, rows: [] })
    if (name === 'Row' && kind === 'open' && rows) {
      const index = Number(attributeOf(attributes, 'Index') ?? rows.length + 1)
      if (!(index <= MAX_SHEET_ROWS)) throw new RangeError(TOO_MANY_ROWS)
      while (rows.length < index) rows.push([])
    }
    const row = rows?.at(-1)
    if (name === 'Cell' && kind === 'open' && row) {
      const index = Number(attributeOf(attributes, 'Index') ?? row.length + 1)
      while (row.length < Math.min(index, MAX_COLUMNS)) row.push('')
      if (isEmpty) continue
    }
    if (name !== 'Data') continue
    if (kind === 'open') {
      data = isEmpty ? null : ''
      type = attributeOf(attributes, 'Type') ?? ''
    } else if (row && row.length > 0 && data !== null) {
      row[row.length - 1] = type === 'DateTime' ? data.slice(0, 10) : data
      data = null
    }
  }
  return isWorkbook ? sheets : null
}
