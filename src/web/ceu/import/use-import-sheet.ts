import Papa from 'papaparse'
import { useMemo, useState } from 'react'
import { type ColumnUse, guessColumns, isHeader, type Row } from '#shared/ceu/spreadsheet.ts'
import { type DayOrder, guessDayOrder } from '#shared/ceu/spreadsheet-cells.ts'

const MAX_BYTES = 5 * 1024 * 1024
const MAX_COLUMNS = 40

/** A file's text in whichever way a spreadsheet wrote it: UTF-8, UTF-16 with its mark, or the old Windows letters. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Why a file is not read at all. */
export function refusalOfSheet(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'This file is empty. Choose another one.'
  if (bytes.length > MAX_BYTES) return 'Larger than 5 MiB, which no list of courses is. Choose a smaller one.'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return 'This is a workbook. In Excel, Numbers or Google Sheets, save or download it as CSV, then choose that file.'
  if (bytes[0] === 0x25 && bytes[1] === 0x50) return 'This is a PDF, and not a table.'
  return null
}

/** The rows that hold something, with the numbers that a spreadsheet shows for them. */
export function rowsOf(text: string): Row[] {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's own way of naming the separator, above everything else.
  const told = plain.match(/^"?sep=(.)"?\r?\n/i)
  const { data } = Papa.parse<string[]>(told ? plain.slice(told[0].length) : plain, {
    delimiter: told?.[1] ?? delimiterOf(plain),
  })
  const before = told ? 2 : 1
  return data
    .map((cells, at) => ({ line: at + before, cells: cells.slice(0, MAX_COLUMNS) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** What stands most often in the first line: the names of columns have fewer commas in them than titles do. */
function delimiterOf(text: string): string {
  const line = (text.match(/^\s*(.*)/)?.[1] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

export type Column = { name: string; examples: string[]; use: ColumnUse | null }
export type Sheet = ReturnType<typeof useEntrySheet>

/** What was chosen or pasted, and how its columns are to be read. */
export function useEntrySheet() {
  const [all, setAll] = useState<readonly Row[]>([])
  const [isNamed, setNamed] = useState(false)
  const [uses, setUses] = useState<readonly (ColumnUse | null)[]>([])
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null)
  const rows = useMemo(() => (isNamed ? all.slice(1) : all), [all, isNamed])
  const dates = useMemo(() => {
    const at = uses.indexOf('completedAt')
    return at < 0 ? [] : rows.map(({ cells }) => cells[at] ?? '')
  }, [rows, uses])
  const guess = useMemo(() => guessDayOrder(dates), [dates])

  function take(text: string): boolean {
    const found = rowsOf(text)
    const [first] = found
    if (!first) return false
    const width = Math.max(...found.map(({ cells }) => cells.length))
    const header = isHeader(first.cells)
    setAll(found)
    setNamed(header)
    setOrder(null)
    setUses(header ? padded(guessColumns(first.cells), width) : padded([], width))
    return true
  }

  function assign(at: number, use: ColumnUse | null) {
    setUses(uses.map((one, index) => (index === at ? use : one === use ? null : one)))
  }

  const header = isNamed ? (all[0]?.cells ?? []) : []
  const columns: Column[] = uses.map((use, at) => ({
    use,
    name: header[at]?.trim() || `Column ${at + 1}`,
    examples: rows
      .map(({ cells }) => cells[at]?.trim() ?? '')
      .filter((cell, index, cells) => cell !== '' && cells.indexOf(cell) === index)
      .slice(0, 3),
  }))
  return {
    rows,
    columns,
    uses,
    isNamed,
    setNamed,
    assign,
    take,
    drop: () => setAll([]),
    order: chosenOrder ?? guess.order,
    setOrder,
    /** The dates can be read both ways, and she has not said which. */
    isOrderOpen: guess.isOpen && chosenOrder === null,
    asksOrder: guess.isOpen,
  }
}

function padded(uses: (ColumnUse | null)[], width: number): (ColumnUse | null)[] {
  return Array.from({ length: width }, (_, at) => uses[at] ?? null)
}
