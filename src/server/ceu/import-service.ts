import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import { type CeuEntryInput, type EntryImport, MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { requireNoErrors } from '#shared/http/errors.ts'
import { listCyclesOf } from './count-store.ts'
import { requireCycles } from './cycle-store.ts'
import { addEntries, futureDateProblems, prefixPaths } from './entry-service.ts'
import { listEveryEntry, listImported, updateEntryRows } from './entry-store.ts'
import { recount } from './recount-store.ts'

/** Imports all entries or none; errors name a field as `entries.{index}.{field}`. */
export async function importEntries(
  tx: Db,
  owner: Owner,
  { entries: inputs, duplicates }: EntryImport,
  { now, today }: LocalTime,
  limit = MAX_ENTRIES,
): Promise<{ importId: string; count: number; skipped: number[] }> {
  requireNoErrors(
    inputs.flatMap((input, index) => prefixPaths(`entries.${index}`, futureDateProblems(input, today))),
  )
  const importId = randomUUID()
  const skipped = duplicates === 'keep' ? [] : await listDuplicates(tx, owner, inputs)
  // Those that are left out name no cycle of another owner, either.
  if (skipped.length > 0) await requireCycles(tx, owner, inputs.flatMap(cyclesOf))
  const positions = [...inputs.keys()].filter((index) => !skipped.includes(index))
  const fresh = inputs.filter((_input, index) => !skipped.includes(index))
  if (fresh.length > 0) await addEntries(tx, owner, fresh, { now, importId, positions }, limit)
  return { importId, count: fresh.length, skipped }
}

const cyclesOf = ({ cycleId, counts = [] }: CeuEntryInput) => [
  cycleId,
  ...counts.map((count) => count.cycleId),
]

/** The positions of courses that are in the vault, or earlier in the list. */
async function listDuplicates(tx: Db, owner: Owner, inputs: CeuEntryInput[]): Promise<number[]> {
  const rows = await listEveryEntry(tx, owner)
  const known = new Set(rows.filter(({ deletedAt }) => deletedAt === null).map(duplicateKeyOf))
  return inputs.flatMap((input, index) => {
    const key = duplicateKeyOf(input)
    if (key !== null && known.has(key)) return [index]
    known.add(key)
    return []
  })
}

/** Undoes an import: deletes the entries of the import that still exist. */
export async function removeImport(tx: Db, owner: Owner, importId: string, now: Date): Promise<number> {
  await lockOwnerRow(tx, owner)
  const imported = await listImported(tx, owner, importId)
  const ids = imported.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
  const cycles = await listCyclesOf(tx, ids)
  await updateEntryRows(tx, ids, { deletedAt: now })
  await recount(tx, owner, [...cycles.values()].flat())
  return ids.length
}
