import { useEffect, useEffectEvent } from 'react'
import type { Table } from '#shared/imports/table-head.ts'

/** Files that were dropped on another page, on their way to a form. */
let handed: readonly File[] = []

export function handFiles(files: readonly File[]): void {
  handed = files
}

/** Adds the files that were handed over to this form, once. */
export function useHandedFiles(add: (files: File[]) => void): void {
  const take = useEffectEvent(() => {
    const files = [...handed]
    handed = []
    if (files.length > 0) add(files)
  })
  useEffect(() => take(), [])
}

/** A table of courses that another page has read. It waits here for the import page. */
let handedTable: Table | null = null

export function handSheet(table: Table): void {
  handedTable = table
}

/** Returns the table once. */
export function takeSheet(): Table | null {
  const table = handedTable
  handedTable = null
  return table
}
