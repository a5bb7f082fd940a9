import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type EntryImport, MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { requireNoErrors } from '#shared/http/errors.ts'
import { listCyclesOf } from './count-store.ts'
import { addEntries, futureDateProblems, prefixPaths } from './entry-service.ts'
import { listImported, updateEntryRows } from './entry-store.ts'
import { recount } from './recount-store.ts'

/** Imports all entries or none; errors name a field as `entries.{index}.{field}`. */
export async function importEntries(
  tx: Db,
  owner: Owner,
  { entries: inputs }: EntryImport,
  { now, today }: LocalTime,
  limit = MAX_ENTRIES,
): Promise<{ importId: string; count: number }> {
  requireNoErrors(
    inputs.flatMap((input, index) => prefixPaths(`entries.${index}`, futureDateProblems(input, today))),
  )
  const importId = randomUUID()
  await addEntries(tx, owner, inputs, { now, importId }, limit)
  return { importId, count: inputs.length }
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
