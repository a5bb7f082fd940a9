import { eq, getTableName, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { Owner } from './owner.ts'
import { lockOwnerRow } from './store.ts'

type RestorableRow = { id: string; ownerId: string; deletedAt: Date | null }

/** A table of an owner's records that can be moved to the trash. */
export type RestorableTable = PgTable & {
  id: AnyPgColumn
  ownerId: AnyPgColumn
  deletedAt: AnyPgColumn
  $inferSelect: RestorableRow
}

type NameIn<C extends string> = C extends `${infer N}_not_owned` ? N : never
/** A kind of record as error codes spell it. */
export type RecordName = NameIn<ProblemCode>

type RequireRow<R> = (db: Db, owner: Owner, id: string, deletedSince?: Date) => Promise<R>

/**
 * The function that reads a record: it rejects with `…_not_found` or `…_not_owned`. A deleted record counts as missing,
 * unless it was deleted at `deletedSince` or later.
 */
export function requiredRow<T extends RestorableTable>(
  table: T,
  name: RecordName,
): RequireRow<T['$inferSelect']> {
  return async (db, owner, id, deletedSince) => {
    const known = uuid.safeParse(id)
    const rows = known.success ? await db.select().from<PgTable>(table).where(eq(table.id, known.data)) : []
    // Drizzle cannot infer the row of a generic table.
    const [row] = rows as T['$inferSelect'][]
    const isGone = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
    if (!row || isGone) throw new Problem(`${name}_not_found`)
    if (row.ownerId !== owner) throw new Problem(`${name}_not_owned`)
    return row
  }
}

/**
 * Moves a record to the trash and back, in the caller's transaction. Both functions reject like `requireRow`. Restoring
 * also rejects like `requireRoom`.
 */
export function restorable<R extends RestorableRow>(
  table: RestorableTable & { $inferSelect: R },
  requireRow: RequireRow<R>,
  requireRoom?: (tx: Db, owner: Owner, row: R, limit?: number) => Promise<void>,
) {
  const written = prepared((db) =>
    db
      .update<PgTable>(table)
      .set({ deletedAt: sql`${sql.placeholder('deletedAt')}` })
      .where(eq(table.id, sql.placeholder('id')))
      .prepare(`set_deleted_at_of_${getTableName(table)}`),
  )
  const write = (tx: Db, id: string, deletedAt: Date | null) =>
    written(tx).execute({ id, deletedAt: deletedAt && table.deletedAt.mapToDriverValue(deletedAt) })
  return {
    /** `restore` can undo it for 30 days. */
    remove: async (tx: Db, owner: Owner, id: string, now: Date): Promise<R> => {
      const [, row] = await Promise.all([lockOwnerRow(tx, owner), requireRow(tx, owner, id)])
      await write(tx, row.id, now)
      return row
    },
    /** Does nothing if the record is not deleted. */
    restore: async (tx: Db, owner: Owner, id: string, now: Date, limit?: number): Promise<R> => {
      await lockOwnerRow(tx, owner)
      const row = await requireRow(tx, owner, id, restorableSince(now))
      if (row.deletedAt === null) return row
      await requireRoom?.(tx, owner, row, limit)
      await write(tx, row.id, null)
      return { ...row, deletedAt: null }
    },
  }
}
