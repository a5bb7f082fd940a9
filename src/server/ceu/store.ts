import { eq, isNull } from 'drizzle-orm'
import { users } from '#server/core/auth-table.ts'
import type { Db } from '#server/core/database.ts'
import type { Owner } from '#server/core/owner.ts'
import { RESTORABLE_DAYS } from '#server/credentials/store.ts'
import { Problem } from '#shared/core/errors.ts'
import { ceuCycles, ceuEntries } from './table.ts'

export const liveCycle = isNull(ceuCycles.deletedAt)
export const liveEntry = isNull(ceuEntries.deletedAt)

/** Rows that one statement carries: it has at most 65,535 parameters. */
const BATCH = 2000

/**
 * Every change wants a transaction of its caller's that first comes here: whatever happens to one owner's cycles at once
 * happens one after the other, so that each recount starts from what the last one left. Not `for update`: an
 * idempotency key's insert already shares the owner's key, and two of them would deadlock.
 */
export async function lockVault(tx: Db, owner: Owner): Promise<void> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update')
  if (found.length === 0) throw new Problem('not_authenticated')
}

/** Reads in one moment: an entry and what it counts for are read one after the other, and may change in between. */
export function readAtOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/** From when on what was deleted can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
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

export function batches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}

/** What nobody can restore any more, and whose it was. */
export type Gone = { id: string; ownerId: string }
