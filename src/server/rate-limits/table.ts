import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counted tries, shared by all processes; columns, and their order, as rate-limiter-flexible wants them. */
export const limitCounters = pgTable(
  'limit_counters',
  {
    /** Name of the limit and a hash of what is counted: no address and no network lies here in clear. */
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index().on(t.expire)],
)
