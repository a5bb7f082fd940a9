import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counted attempts, shared by all processes. rate-limiter-flexible prescribes the columns and their order. */
export const limitCounters = pgTable(
  'limit_counters',
  {
    /** Name of the limit and a hash of what is counted: no address and no network is stored in clear. */
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index().on(t.expire)],
)
