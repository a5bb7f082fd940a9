import type { z } from 'zod'
import type { ceuEntryInput } from '#shared/ceu/entry.ts'

/** The request body of a new entry. */
export type NewEntry = z.input<typeof ceuEntryInput>

/** Whether all required fields of an entry are present. The schema checks the rest. */
export function isCompleteEntry(entry: Partial<NewEntry>): entry is NewEntry {
  const { cycleId, title, provider, completedAt } = entry
  return [cycleId, title, provider, completedAt].every((field) => field !== undefined)
}
