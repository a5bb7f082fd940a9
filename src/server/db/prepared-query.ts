import { Column, is, Param, type Placeholder, SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResult } from 'pg'
import type { Db } from './database.ts'
import { connectionOf } from './pool.ts'

/**
 * For the busiest reads: Drizzle takes longer to build a statement than PostgreSQL takes to run it. The statement is
 * built once for the pool and once for each connection that runs transactions, under a name by which the server also
 * caches its plan.
 *
 * `build` returns a query that ends with `.prepare(name)` and whose values are all `sql.placeholder`s. A variant must
 * be one of a few fixed names, never a value from a request.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const ofVariant = preparedEach((db) => build(db))
  return (db) => ofVariant(db, '')
}

/** Like `prepared`, for a query with a few variants. */
export function preparedEach<Q, V extends string>(
  build: (db: Db, variant: V) => Q,
): (db: Db, variant: V) => Q {
  const built = new WeakMap<Db, Map<V, Q>>()
  return (db, variant) => {
    const connection = connectionOf(db)
    const variants = built.get(connection) ?? new Map<V, Q>()
    const query = variants.get(variant) ?? keepingNulls(readingRows(build(connection, variant)))
    built.set(connection, variants.set(variant, query))
    return query
  }
}

/** A placeholder for each of the keys, such as the columns of a row to insert. */
export function placeholdersFor<K extends string>(keys: readonly K[]): Record<K, Placeholder> {
  const placeholders: Partial<Record<K, Placeholder>> = {}
  for (const key of keys) placeholders[key] = sql.placeholder(key)
  return placeholders as Record<K, Placeholder>
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** Like `prepared`, for a statement written by hand; each row is as the driver reads it. */
export function preparedSql<Row>(
  name: string,
  statement: () => SQL,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const query = prepared((db) =>
    db._.session.prepareQuery(dialect.sqlToQuery(statement()), undefined, name, false),
  )
  return async (db, values) => ((await query(db).execute(values)) as QueryResult & { rows: Row[] }).rows
}

/** Drizzle's internals, which its types hide. */
type Inside = {
  params?: unknown[]
  fields?: { path: string[]; field: unknown }[]
  customResultMapper?: (rows: unknown[][]) => Record<string, unknown>[]
}
type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Drizzle determines the column type of each value in each row again, which takes a tenth of the time for a page of
 * credentials; this does it once per query. Nested selections, such as two whole tables, are left to Drizzle.
 */
function readingRows<Q>(query: Q): Q {
  const inside = query as Inside
  const columns = (inside.fields ?? []).map(({ path, field }) => ({ path, decoder: decoderOf(field) }))
  if (columns.length === 0 || columns.some(({ path }) => path.length > 1)) return query
  inside.customResultMapper = (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {}
      let at = 0
      for (const { path, decoder } of columns) {
        const value = values[at]
        row[path[0] as string] = value === null ? null : decoder.mapFromDriverValue(value)
        at += 1
      }
      return row
    })
  return query
}

/** Drizzle encodes the value of a placeholder even if it is null, which it does nowhere else. */
function keepingNulls<Q>(query: Q): Q {
  for (const param of (query as Inside).params ?? []) {
    if (!is(param, Param)) continue
    const { encoder } = param
    const mapToDriverValue = (value: unknown) => (value === null ? null : encoder.mapToDriverValue(value))
    Object.assign(param, { encoder: { mapToDriverValue } })
  }
  return query
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as { decoder: Decoder }
  return decoder
}
