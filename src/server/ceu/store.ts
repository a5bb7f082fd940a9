import { isNull } from 'drizzle-orm'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { ceuCycles, ceuEntries } from './table.ts'

export const cycleNotDeleted = isNull(ceuCycles.deletedAt)
export const entryNotDeleted = isNull(ceuEntries.deletedAt)

/** Rejects with `…_not_found`, or `…_not_owned` for another owner's row. */
export function requireOwned<R extends { ownerId: string; deletedAt: Date | null }>(
  row: R | undefined,
  owner: Owner,
  resource: 'ceu_cycle' | 'ceu_entry',
  deletedSince?: Date,
): R {
  const isDeleted = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isDeleted) throw new Problem(`${resource}_not_found`)
  if (row.ownerId !== owner) throw new Problem(`${resource}_not_owned`)
  return row
}

export const idOf = ({ id }: { id: string }) => id

/** A deleted row that can no longer be restored. */
export type PurgeableRow = { id: string; ownerId: string }
