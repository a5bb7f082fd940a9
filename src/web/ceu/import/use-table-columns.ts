import { useMemo, useState } from 'react'
import type { ColumnDoubt } from '#shared/imports/column-guess.ts'
import { personColumn } from '#shared/imports/credential-columns.ts'
import { dateOrderOf, swappedLines } from '#shared/imports/date-order.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { peopleIn, personKey } from '#shared/imports/table-people.ts'
import type { DayOrder } from '#shared/kernel/spreadsheet-cells.ts'
import { guessDayOrder } from '#shared/kernel/spreadsheet-cells.ts'
import { t } from '#web/i18n/t.ts'

export type TableColumn<Use extends string> = { name: string; examples: string[]; use: Use | null }
export type TableColumns<Use extends string> = ReturnType<typeof useTableColumns<Use>>

type Options<Use extends string> = {
  read(
    header: readonly string[],
    cells: readonly (readonly string[])[],
  ): { uses: (Use | null)[]; doubts: ColumnDoubt<Use>[] }
  dateUses: readonly Use[]
  /** The uses of an earlier table with the same columns. */
  before?: readonly (Use | null)[] | null
  /** A use that several columns may have. */
  shared: Use
}

/** The columns of a table, what they are used for, and what only the owner can say about them. */
export function useTableColumns<Use extends string>(
  table: Table,
  { read, dateUses, before, shared }: Options<Use>,
) {
  const { header } = table
  const [chosenUses, setUses] = useState<readonly (Use | null)[] | null>(null)
  const [settled, setSettled] = useState<ReadonlySet<Use>>(new Set())
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null)
  const [chosenPerson, setPerson] = useState<string | null>(null)
  const guess = useMemo(
    () =>
      read(
        header,
        table.rows.map(({ cells }) => cells),
      ),
    [read, header, table],
  )
  const uses = useMemo(
    () =>
      chosenUses ??
      before?.map((use, at) => use ?? (guess.uses[at] === shared ? shared : null)) ??
      guess.uses,
    [chosenUses, before, guess, shared],
  )
  const column = personColumn(header)
  const people = useMemo(() => peopleIn(table.rows, column), [table, column])
  const rows = useMemo(
    () =>
      chosenPerson === null || chosenPerson === EVERYBODY
        ? table.rows
        : table.rows.filter(({ cells }) => personKey(cells[column] ?? '') === personKey(chosenPerson)),
    [table, column, chosenPerson],
  )
  const dates = useMemo(() => {
    const columns = uses.flatMap((use, at) => (use !== null && dateUses.includes(use) ? [at] : []))
    const cells = rows.flatMap((row) => columns.map((at) => row.cells[at] ?? ''))
    const names = columns.map((at) => header[at] ?? '')
    return {
      ...dateOrderOf(names, cells),
      swapped: swappedLines(rows, columns),
      example: cells.find((cell) => guessDayOrder([cell]).isAmbiguous) ?? '',
    }
  }, [uses, dateUses, rows, header])
  const doubts =
    chosenUses === null && before
      ? []
      : guess.doubts.filter(({ use }) => !uses.includes(use) && !settled.has(use))
  const isOrderUnknown = dates.isAmbiguous && chosenOrder === null
  const isPersonUnknown = people.length > 1 && chosenPerson === null
  const columns: TableColumn<Use>[] = header.map((name, at) => ({
    use: uses[at] ?? null,
    name: name || t`Column ${at + 1}`,
    examples: [...new Set(rows.map(({ cells }) => cells[at] ?? '').filter(Boolean))].slice(0, 3),
  }))
  return {
    header,
    rows,
    uses,
    columns,
    assign(at: number, use: Use | null) {
      setUses(
        header.map((_, index) => {
          const own = uses[index] ?? null
          return index === at ? use : own === use && use !== shared ? null : own
        }),
      )
    },
    isRemembered: Boolean(before) && chosenUses === null,
    /** Columns that could equally be the same. */
    doubts,
    settle: (use: Use) => setSettled(new Set([...settled, use])),
    order: chosenOrder ?? dates.order,
    setOrder,
    asksOrder: dates.isAmbiguous,
    isOrderUnknown,
    ambiguousDate: dates.example,
    swapped: dates.swapped,
    people,
    person: chosenPerson,
    setPerson,
    /** Nothing is imported before the owner has answered. */
    hasQuestions: doubts.length > 0 || isOrderUnknown || isPersonUnknown,
  }
}

/** The choice of the rows of everybody in the table. */
export const EVERYBODY = '*'
