import type { Db } from './database.ts'

/**
 * For the busiest reads: Drizzle takes longer to build a statement than PostgreSQL takes to run it. The statement is
 * built once for the pool and once for each connection that runs transactions. Its name lets the server cache the plan.
 * `build` returns a query that ends with `.prepare(name)` and takes all its values from `sql.placeholder`s.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const built = new WeakMap<Db, Q>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/** Like `prepared`, for a query with a few variants. Variant names are fixed and never come from a request. */
export function preparedEach<Q, V extends string>(
  build: (db: Db, variant: V) => Q,
): (db: Db, variant: V) => Q {
  const variants = new Map<V, (db: Db) => Q>()
  return (db, variant) => {
    const query = variants.get(variant) ?? prepared((home) => build(home, variant))
    variants.set(variant, query)
    return query(db)
  }
}
