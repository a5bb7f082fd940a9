import { useMemo, useState } from 'react'
import { type DayOrder, guessDayOrder } from '#shared/ceu/spreadsheet-cells.ts'
import { type ColumnUse, guessColumns, isHeader, type SheetRow } from '#shared/imports/course-table.ts'
import { t } from '#web/i18n/t.ts'
import { parseSheet } from './import-sheet.ts'

export type Column = { name: string; examples: string[]; use: ColumnUse | null }
export type ImportSheet = ReturnType<typeof useImportSheet>

/** The chosen or pasted rows, and how to read their columns. */
export function useImportSheet() {
  const [all, setAll] = useState<readonly SheetRow[]>([])
  const [hasHeader, setHasHeader] = useState(false)
  const [uses, setUses] = useState<readonly (ColumnUse | null)[]>([])
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null)
  const rows = useMemo(() => (hasHeader ? all.slice(1) : all), [all, hasHeader])
  const dates = useMemo(() => {
    const at = uses.indexOf('completedAt')
    return at < 0 ? [] : rows.map(({ cells }) => cells[at] ?? '')
  }, [rows, uses])
  const guess = useMemo(() => guessDayOrder(dates), [dates])

  function load(text: string): boolean {
    const parsed = parseSheet(text)
    const [first] = parsed
    if (!first) return false
    const width = Math.max(...parsed.map(({ cells }) => cells.length))
    const header = isHeader(first.cells)
    setAll(parsed)
    setHasHeader(header)
    setOrder(null)
    setUses(header ? padded(guessColumns(first.cells), width) : padded([], width))
    return true
  }

  function assign(at: number, use: ColumnUse | null) {
    setUses(uses.map((one, index) => (index === at ? use : one === use ? null : one)))
  }

  const header = hasHeader ? (all[0]?.cells ?? []) : []
  const columns: Column[] = uses.map((use, at) => ({
    use,
    name: header[at]?.trim() || t`Column ${at + 1}`,
    examples: rows
      .map(({ cells }) => cells[at]?.trim() ?? '')
      .filter((cell, index, cells) => cell !== '' && cells.indexOf(cell) === index)
      .slice(0, 3),
  }))
  return {
    rows,
    columns,
    uses,
    hasHeader,
    setHasHeader,
    assign,
    load,
    clear: () => setAll([]),
    order: chosenOrder ?? guess.order,
    setOrder,
    /** The dates are ambiguous and the user has not chosen an order yet. */
    isOrderUnknown: guess.isAmbiguous && chosenOrder === null,
    asksOrder: guess.isAmbiguous,
  }
}

function padded(uses: (ColumnUse | null)[], width: number): (ColumnUse | null)[] {
  return Array.from({ length: width }, (_, at) => uses[at] ?? null)
}
