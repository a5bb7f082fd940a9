import { Column, is, SQL } from 'drizzle-orm'
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
    const query = variants.get(variant) ?? readingRows(build(connection, variant))
    built.set(connection, variants.set(variant, query))
    return query
  }
}

/** Drizzle's internals, which its types hide. */
type Inside = {
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

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as { decoder: Decoder }
  return decoder
}
