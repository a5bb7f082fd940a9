import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type Key<T extends PgTable> = keyof T['$inferInsert'] & string

/**
 * For a prepared insert of one row: a placeholder for each column, and the values of the placeholders. Drizzle would also
 * encode a placeholder whose value is null. Columns without a value get the default of the table definition,
 * unless that is SQL.
 */
export function preparedInsert<T extends PgTable>(table: T) {
  const columns = Object.entries(getTableColumns(table))
  const placeholders = Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(key)}`]))
  return {
    placeholders: placeholders as Record<Key<T>, SQL>,
    valuesOf: (row: T['$inferInsert']): Record<string, unknown> => {
      const given: Record<string, unknown> = row
      return Object.fromEntries(
        columns.map(([key, column]) => {
          const value = given[key] ?? (is(column.default, SQL) ? null : column.default) ?? null
          return [key, value === null ? null : column.mapToDriverValue(value)]
        }),
      )
    },
  }
}
