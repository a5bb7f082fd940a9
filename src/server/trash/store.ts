import { and, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { batches } from '#server/db/batches.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { files } from '#server/files/table.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow } from '#server/users/restorable-store.ts'
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
  labelSealedBy: string | null
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
      labelSealedBy = none,
      size = none,
      entryId = none,
      entryCount = none,
      cycle = none,
    } = trashedKinds[kind]
    const { id, deletedAt } = table
    const where = and(deletedSince(table, owner, since), isOlder(deletedAt, id, after), isItem)
    return sql`(select ${kind}::text as kind, ${id} as id, ${deletedAt} as deleted_at, ${label}::text as label,
      ${labelSealedBy}::text as "labelSealedBy",
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

/** The data that the audit log stores about an item. Rejects with its kind's `…_not_found` or `…_not_owned`. */
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

/** The changes to a record since then. */
export type Outcome = { id: string; isChanged: boolean; isDeleted: boolean }

/** The records among `ids` that exist, including ones in the trash, and whether each was changed since then. */
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

/** Moves the records among `ids` that exist to the trash. The caller holds the owner's lock. */
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
