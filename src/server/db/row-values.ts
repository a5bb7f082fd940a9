import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * The columns of a table, and a placeholder for the value of each, for a statement written by hand that stores a whole row.
 * `of` makes the values of the placeholders.
 */
export function rowValues<T extends PgTable>(table: T) {
  type Key = keyof T['$inferSelect'] & string
  const columns = getTableColumns(table)
  const all = Object.keys(columns) as Key[]
  const placeOf = (key: Key) => `new.${key}`
  const join = (keys: Key[], partOf: (key: Key) => SQL) => sql.join(keys.map(partOf), sql`, `)
  const nameOf = (key: Key) =>
    sql`${sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`
  const value = (key: Key) => {
    const column = columns[key]
    if (column === undefined) throw new Error(`There is no column ${key}`)
    return sql`${sql.param(sql.placeholder(placeOf(key)), column)}::${sql.raw(column.getSQLType())}`
  }
  return {
    all,
    value,
    names: (keys: Key[]) => join(keys, nameOf),
    values: (keys: Key[]) => join(keys, value),
    of: (row: T['$inferSelect']): Record<string, unknown> =>
      Object.fromEntries(all.map((key) => [placeOf(key), row[key]])),
  }
}
