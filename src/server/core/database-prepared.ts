import type { Db } from './database.ts'
import { homeOf } from './database-pool.ts'

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
    const query = ofHome.get(variant) ?? build(home, variant)
    built.set(home, ofHome.set(variant, query))
    return query
  }
}
