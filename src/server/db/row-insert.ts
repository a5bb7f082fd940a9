import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Inserts any number of rows with one prepared statement, passed as one JSON value. `insert` is that statement or a
 * part of its `with`; `json` makes the value `name` of it. Columns without a value get the default of the table
 * definition, unless that is SQL; columns that only a newer version has get the database default.
 */
export function rowInsert<T extends PgTable>(table: T, name: string) {
  const columns = Object.entries(getTableColumns(table))
  const nameOf = (key: string, column: { keyAsName: boolean; name: string }) =>
    column.keyAsName ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : column.name
  const names = sql.join(
    columns.map(([key, column]) => sql.identifier(nameOf(key, column))),
    sql`, `,
  )
  const defaults = Object.fromEntries(
    columns.map(([key, column]) => [key, typeof column.default === 'object' ? null : column.default]),
  )
  return {
    insert: sql`insert into ${table} (${names}) select ${names}
      from jsonb_populate_recordset(null::${table}, ${sql.placeholder(name)}::jsonb)` as SQL,
    json: (rows: T['$inferInsert'][]): string =>
      JSON.stringify(
        rows.map((row: Record<string, unknown>) =>
          Object.fromEntries(
            columns.map(([key, column]) => [
              nameOf(key, column),
              row[key] === undefined ? (defaults[key] ?? null) : row[key],
            ]),
          ),
        ),
      ),
  }
}
