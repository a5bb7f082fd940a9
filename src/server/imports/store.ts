import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import type { UsedColumns } from '#shared/imports/batch.ts'
import { importedCredentials, imports } from './table.ts'

export type ImportRow = typeof imports.$inferSelect

/** Older ones are deleted, and with them the suggestions for columns. */
const MOST = 100

export async function createImport(
  tx: Db,
  owner: Owner,
  { fileName, columns, ids }: { fileName: string; columns: UsedColumns; ids: string[] },
  now: Date,
): Promise<ImportRow> {
  const [row] = await tx
    .insert(imports)
    .values({ ownerId: owner, fileName, columns, createdAt: now })
    .returning()
  if (!row) throw new Error('The import was not recorded')
  for (const batch of batches(ids))
    await tx
      .insert(importedCredentials)
      .values(batch.map((credentialId) => ({ importId: row.id, credentialId })))
  await tx.execute(sql`delete from ${imports} where ${imports.id} in (
    select id from ${imports} where owner_id = ${owner} order by created_at desc, id desc offset ${MOST})`)
  return row
}

/** Newest first. */
export function listImports(db: Db, owner: Owner): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(eq(imports.ownerId, owner))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MOST)
}

/** The records created by the owner's imports, without purged ones. */
export function listImportedIds(db: Db, owner: Owner) {
  return db
    .select(getTableColumns(importedCredentials))
    .from(importedCredentials)
    .innerJoin(imports, eq(imports.id, importedCredentials.importId))
    .where(eq(imports.ownerId, owner))
}

/** Of any owner: check `ownerId`. */
export async function findImport(db: Db, id: string): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row ?? null
}

export async function markUndone(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(imports).set({ undoneAt: now }).where(eq(imports.id, id))
}

/** How columns were used, latest first. */
export async function listUsedColumns(db: Db, owner: Owner): Promise<UsedColumns[]> {
  const rows = await db
    .select({ columns: imports.columns })
    .from(imports)
    .where(and(eq(imports.ownerId, owner), isNotNull(imports.columns)))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(20)
  return rows.map(({ columns }) => columns).filter((columns) => columns.length > 0)
}
