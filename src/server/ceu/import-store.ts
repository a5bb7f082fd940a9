import { and, desc, eq, gte, isNotNull, min, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { ceuEntries } from './table.ts'

const { importId, ownerId, createdAt, updatedAt, deletedAt, id } = ceuEntries

/** True for an entry that its owner changed after it was imported. */
const isChanged = sql<boolean>`(${updatedAt} > ${createdAt})`

/** The imports of entries since then, newest first, with the number of changed and deleted entries of each. */
export async function listEntryImports(db: Db, owner: Owner, since: Date) {
  const numberOf = (condition: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${condition})`.mapWith(Number)
  const rows = await db
    .select({
      id: importId,
      count: sql`count(*)`.mapWith(Number),
      changed: numberOf(sql`${isChanged} and ${deletedAt} is null`),
      deleted: numberOf(sql`${deletedAt} is not null`),
      createdAt: min(createdAt),
    })
    .from(ceuEntries)
    .where(and(eq(ownerId, owner), isNotNull(importId), gte(createdAt, since)))
    .groupBy(importId)
    .orderBy(desc(min(createdAt)))
    .limit(100)
  return rows.flatMap((row) =>
    row.id !== null && row.createdAt !== null ? [{ ...row, id: row.id, createdAt: row.createdAt }] : [],
  )
}

/** The entries of an import, of any owner. */
export function listImportedRows(db: Db, ofImport: string) {
  return db
    .select({ id, ownerId, deletedAt, createdAt, isChanged })
    .from(ceuEntries)
    .where(eq(importId, ofImport))
}

/** Makes each of these files the main file of its entry, if the entry has no main file. */
export async function setMainFilesOfEntries(tx: Db, owner: Owner, fileIds: string[]): Promise<void> {
  await tx.execute(sql`
    update ${ceuEntries} set file_id = f.id from files f
    where f.id = any(${sql.param(fileIds)}::uuid[]) and f.resource_id = ${ceuEntries.id}
      and ${ceuEntries.ownerId} = ${owner} and ${ceuEntries.fileId} is null`)
}
