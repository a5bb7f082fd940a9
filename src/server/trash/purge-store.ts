import { and, asc, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { removeFiles } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type TrashedKind, trashedTables } from './kind-store.ts'

/** Up to `limit` rows of any owner that were deleted before this time, by id. */
export function listDeletedBefore(
  db: Db,
  { table: { id, ownerId, deletedAt }, table }: TrashedKind,
  before: Date,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id: sql<string>`${id}`, ownerId: sql<string>`${ownerId}` })
    .from<PgTable>(table)
    .where(and(lt(deletedAt, before), afterId === null ? undefined : gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

// These functions remove rows only. Pass the returned keys to `removeBytes` after the commit, so that no row is ever
// without bytes.

/** Purges a deleted record with everything that depends on it. With `before`, only if it was deleted earlier. */
export function purge(tx: Db, owner: Owner, kind: TrashedKind, id: string, before?: Date): Promise<string[]> {
  const { table } = kind
  const isGone = before ? lt(table.deletedAt, before) : isNotNull(table.deletedAt)
  return purgeMatching(tx, owner, kind, and(eq(table.id, id), isGone))
}

/** Everything in the owner's trash. */
export async function purgeAll(tx: Db, owner: Owner): Promise<string[]> {
  const keys: string[] = []
  for (const kind of trashedTables)
    keys.push(...(await purgeMatching(tx, owner, kind, isNotNull(kind.table.deletedAt))))
  return keys
}

async function purgeMatching(
  tx: Db,
  owner: Owner,
  { table, takes = [], takeOthers }: TrashedKind,
  isGone: SQL | undefined,
): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const ids = await listIds(tx, table, and(eq(table.ownerId, owner), isGone))
  if (ids.length === 0) return []
  const taken = (await takeOthers?.(tx, ids)) ?? []
  for (const other of takes) taken.push(...(await listIds(tx, other.table, isAmong(other.of, ids))))
  const keys = await removeFiles(tx, owner, ...ids, ...taken)
  await tx.delete(table).where(isAmong(table.id, ids))
  return keys
}

const isAmong = (column: AnyPgColumn, ids: string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

async function listIds(
  tx: Db,
  table: PgTable & { id: AnyPgColumn },
  where: SQL | undefined,
): Promise<string[]> {
  const rows = await tx
    .select({ id: sql<string>`${table.id}` })
    .from<PgTable>(table)
    .where(where)
  return rows.map(({ id }) => id)
}
