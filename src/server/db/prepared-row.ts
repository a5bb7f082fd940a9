import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type Key<T extends PgTable> = keyof T['$inferInsert'] & string

/**
 * For a prepared insert or update of one row: a placeholder for each column, without those in `except`, and the values
 * of the placeholders. Drizzle would also encode a placeholder whose value is null. Columns without a value get the
 * default of the table definition, unless that is SQL.
 */
export function preparedRow<T extends PgTable, E extends Key<T> = never>(table: T, except: E[] = []) {
  const left = new Set<string>(except)
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !left.has(key))
  const placeholders = Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(key)}`]))
  return {
    placeholders: placeholders as Record<Exclude<Key<T>, E>, SQL>,
    valuesOf: (row: Omit<T['$inferInsert'], E>): Record<string, unknown> => {
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
