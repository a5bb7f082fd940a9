import { isNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { ceuCycles, ceuEntries } from './table.ts'

export const liveCycle = isNull(ceuCycles.deletedAt)
export const liveEntry = isNull(ceuEntries.deletedAt)

/** Reads in one moment: an entry and what it counts for are read one after the other, and may change in between. */
export function readAtOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/** "Another's: 403, missing: 404." */
export function requireOwned<R extends { ownerId: string; deletedAt: Date | null }>(
  row: R | undefined,
  owner: Owner,
  what: 'ceu_cycle' | 'ceu_entry',
  deletedSince?: Date,
): R {
  const isGone = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isGone) throw new Problem(`${what}_not_found`)
  if (row.ownerId !== owner) throw new Problem(`${what}_not_owned`)
  return row
}

export const idOf = ({ id }: { id: string }) => id

/** What nobody can restore any more, and whose it was. */
export type Gone = { id: string; ownerId: string }
