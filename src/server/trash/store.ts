import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { batches } from '#server/db/batches.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFiles } from '#server/files/store.ts'
import { files } from '#server/files/table.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow } from '#server/users/restorable-store.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { AuditMetadata } from '#shared/audit/actions.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { Problem } from '#shared/http/errors.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import type { TrashKind } from '#shared/trash/trash.ts'
import { type TrashedKind, trashedKinds, trashedTables } from './kind-store.ts'

const kinds = keysOf(trashedKinds)
const none = sql`null`

/** The owner's rows of a table that were deleted at `since` or later. */
const deletedSince = ({ ownerId, deletedAt }: TrashedKind['table'], owner: Owner, since: Date) =>
  and(eq(ownerId, owner), gte(deletedAt, since))

export type DeletedItem = {
  kind: TrashKind
  id: string
  deletedAt: Date
  label: string | null
  size: number | null
  entryId: string | null
  entryCount: number | null
  cycle: { cycleEnd: string; rule: CeRule | null; earlierRule: unknown } | null
}

/** The owner's restorable items of all kinds, newest deletion first, `limit` of them after `after`. */
export async function listDeleted(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<DeletedItem[]> {
  const ofKinds = kinds.map((kind) => {
    const {
      table,
      isItem,
      label,
      size = none,
      entryId = none,
      entryCount = none,
      cycle = none,
    } = trashedKinds[kind]
    const { id, deletedAt } = table
    const where = and(deletedSince(table, owner, since), isOlder(deletedAt, id, after), isItem)
    return sql`(select ${kind}::text as kind, ${id} as id, ${deletedAt} as deleted_at, ${label}::text as label,
      ${size}::float8 as size, ${entryId}::uuid as "entryId", ${entryCount}::float8 as "entryCount", ${cycle}::jsonb as cycle
      from ${table} where ${where} order by ${deletedAt} desc, ${id} desc limit ${limit})`
  })
  const { rows } = await db.execute<Omit<DeletedItem, 'deletedAt'> & { deleted_at: string }>(
    sql`${sql.join(ofKinds, sql` union all `)} order by deleted_at desc, id desc limit ${limit}`,
  )
  return rows.map(({ deleted_at, ...row }) => ({ ...row, deletedAt: new Date(deleted_at) }))
}

/** The number of items, and the bytes of all files that would be purged with them. */
export async function measureTrash(
  db: Db,
  owner: Owner,
  since: Date,
): Promise<{ count: number; size: number }> {
  const counts = kinds.map((kind) => {
    const { table, isItem } = trashedKinds[kind]
    return sql`(select count(*) from ${table} where ${and(deletedSince(table, owner, since), isItem)})`
  })
  const ids = trashedTables.flatMap(({ table, takes = [] }) => {
    const isGone = deletedSince(table, owner, since)
    const taken = takes.map(
      (other) =>
        sql`select ${other.table.id} from ${other.table} join ${table} on ${table.id} = ${other.of} where ${isGone}`,
    )
    return [sql`select ${table.id} from ${table} where ${isGone}`, ...taken]
  })
  const { rows } = await db.execute<{ count: string; size: string }>(sql`
    select ${sql.join(counts, sql` + `)} as count, (
      select coalesce(sum(${files.size}), 0) from ${files} where ${files.ownerId} = ${owner}
        and (${files.deletedAt} >= ${since.toISOString()} or ${files.resourceId} in (${sql.join(ids, sql` union all `)}))
    ) as size`)
  const [row] = rows
  return { count: Number(row?.count), size: Number(row?.size) }
}

/** What the audit log keeps of an item. Rejects with its kind's `…_not_found` or `…_not_owned`. */
export async function requireDeleted(
  db: Db,
  owner: Owner,
  kind: TrashKind,
  id: string,
  since: Date,
): Promise<AuditMetadata> {
  const { table, name, isItem, details } = trashedKinds[kind]
  const row = await requiredRow(table, name)(db, owner, id, since)
  const [item] = await db
    .select({ details: sql<AuditMetadata | null>`${details ?? none}` })
    .from<PgTable>(table)
    .where(and(eq(table.id, row.id), isNotNull(table.deletedAt), isItem))
  if (!item) throw new Problem(`${name}_not_found`)
  return item.details ?? { type: kind }
}

/** Up to `limit` rows, of any owner, that were deleted before, by id. */
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

// These remove rows only: pass the returned keys to `removeBytes` after the commit, so that no row is ever without bytes.

/** A deleted record with everything that goes with it; with `before`, only if it was deleted earlier. */
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

/** What has happened to a record since. */
export type Outcome = { id: string; isChanged: boolean; isDeleted: boolean }

/** Those of `ids` that exist, including those in the trash; with whether they were changed since. */
export async function listOutcomes(
  db: Db,
  owner: Owner,
  { table, isChanged }: TrashedKind,
  ids: string[],
  since: Date,
): Promise<Outcome[]> {
  const found: Outcome[] = []
  for (const batch of batches(ids))
    found.push(
      ...(await db
        .select({
          id: sql<string>`${table.id}`,
          isChanged: sql<boolean>`(${isChanged ?? sql`updated_at > ${since.toISOString()}`})`,
          isDeleted: sql<boolean>`(${table.deletedAt} is not null)`,
        })
        .from<PgTable>(table)
        .where(and(eq(table.ownerId, owner), inArray(table.id, batch)))),
    )
  return found
}

/** Moves those of `ids` that are there to the trash. The caller holds the owner's lock. */
export async function moveToTrash(
  tx: Db,
  owner: Owner,
  { table }: TrashedKind,
  ids: string[],
  now: Date,
): Promise<void> {
  for (const batch of batches(ids))
    await tx
      .update<PgTable>(table)
      .set({ deletedAt: now })
      .where(and(eq(table.ownerId, owner), inArray(table.id, batch), isNull(table.deletedAt)))
}
