import type { Table } from '#shared/imports/table-head.ts'

/** A table of courses that another page has read. It waits here for the import page. */
let handed: Table | null = null

export function handSheet(table: Table): void {
  handed = table
}

/** Returns the table once. */
export function takeSheet(): Table | null {
  const table = handed
  handed = null
  return table
}
