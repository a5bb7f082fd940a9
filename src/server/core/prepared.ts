import type { Db } from './database.ts'

/**
 * A query for the busiest reads. Drizzle takes longer to write a statement than PostgreSQL takes to run it, so it is
 * written once for each database and `variant`, under a name by which the server keeps its plan, too. In a transaction
 * it is written anew: only what is asked outside of one gains by it.
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
    const ofDb = built.get(db) ?? new Map<V, Q>()
    const query = ofDb.get(variant) ?? build(db, variant)
    built.set(db, ofDb.set(variant, query))
    return query
  }
}
