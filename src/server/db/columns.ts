import { sql } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** Instants are `Date` in the server; milliseconds, so that what is read equals what was written. */
export const instant = (name = '') => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Random version 4: PostgreSQL before 18 cannot make version 7, and an id must not tell when it was made. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
