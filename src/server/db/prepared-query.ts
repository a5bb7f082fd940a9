import { Column, is, SQL } from 'drizzle-orm'
import type { Db } from './database.ts'
import { homeOf } from './pool.ts'

/**
 * A query for the busiest reads. Drizzle takes longer to write a statement than PostgreSQL takes to run it, so it is
 * written once for the pool and once for each connection that runs transactions, under a name by which the server keeps
 * its plan, too.
 *
 * `build` returns a query ended by `.prepare(name)`, whose values are all `sql.placeholder`s; a variant is one of a few
 * that we name ourselves, never what a request says.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const ofVariant = preparedEach((db) => build(db))
  return (db) => ofVariant(db, '')
}

/** `prepared` for a query that comes in a few variants. */
export function preparedEach<Q, V extends string>(
  build: (db: Db, variant: V) => Q,
): (db: Db, variant: V) => Q {
  const built = new WeakMap<Db, Map<V, Q>>()
  return (db, variant) => {
    const home = homeOf(db)
    const ofHome = built.get(home) ?? new Map<V, Q>()
    const query = ofHome.get(variant) ?? readingRows(build(home, variant))
    built.set(home, ofHome.set(variant, query))
    return query
  }
}

/** What Drizzle keeps beneath the types of its own. */
type Inside = {
  fields?: { path: string[]; field: unknown }[]
  customResultMapper?: (rows: unknown[][]) => Record<string, unknown>[]
}
type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Drizzle finds out anew for each value of each row what kind of column it came from, a tenth of the time of a page of
 * credentials: here that is found out once. A selection in parts, such as of two whole tables, is left to it.
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
