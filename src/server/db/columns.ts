import { sql } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant is a `Date` in the server; with milliseconds, so that a value reads back unchanged. */
export const instant = (name = '') => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/**
 * Random UUID version 4: PostgreSQL before 18 cannot generate version 7, and an id must not reveal when it was created.
 */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
