import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counted attempts, shared by all processes. rate-limiter-flexible prescribes the columns and their order. */
export const limitCounters = pgTable(
  'limit_counters',
  {
    /** Name of the limit and a hash of the counted key: no address or network is stored in plain text. */
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index().on(t.expire)],
)
