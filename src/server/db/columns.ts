import { sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant is a `Date` in the server. It has milliseconds, so that a value reads back unchanged. */
export const instant = (name = '') => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/**
 * Random UUID version 4: PostgreSQL before 18 cannot generate version 7, and an id must not reveal when it was created.
 */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)

/**
 * An instant as the text used in responses (`2026-11-23T01:02:03.004Z`), for lists that only pass it on: creating a
 * `Date` for each row costs more than the query.
 */
export const instantText = (column: AnyPgColumn) => sql<string>`${column}`.mapWith(isoText)

/** From PostgreSQL's text format, which uses the session's time zone and drops trailing zeros. */
export function isoText(text: string): string {
  const time = text.slice(11, -3)
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`
}
