import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import type { ImportedIds } from '#shared/transfer/import.ts'
import { vaultImports } from './table.ts'

export type VaultImportRow = typeof vaultImports.$inferSelect

/** Call it in the transaction of the import. Deletes records of imports that can no longer be undone. */
export async function recordVaultImport(tx: Db, owner: Owner, ids: ImportedIds, now: Date): Promise<void> {
  await tx
    .delete(vaultImports)
    .where(and(eq(vaultImports.ownerId, owner), lt(vaultImports.createdAt, restorableSince(now))))
  await tx.insert(vaultImports).values({ ownerId: owner, ids, createdAt: now })
}

/** Newest first. */
export function listVaultImports(db: Db, owner: Owner, since: Date): Promise<VaultImportRow[]> {
  return db
    .select()
    .from(vaultImports)
    .where(and(eq(vaultImports.ownerId, owner), gte(vaultImports.createdAt, since)))
    .orderBy(desc(vaultImports.createdAt), desc(vaultImports.id))
}

/** Of any owner: check `ownerId`. */
export async function findVaultImport(db: Db, id: string): Promise<VaultImportRow | null> {
  const [row] = await db.select().from(vaultImports).where(eq(vaultImports.id, id))
  return row ?? null
}

export async function markVaultImportUndone(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(vaultImports).set({ undoneAt: now }).where(eq(vaultImports.id, id))
}
