import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A LIKE pattern that matches only `text` itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Whether each of `words`, which `foldText` has folded, is in one of the columns, without their case and accents. */
export function containsWords(words: readonly string[], ...columns: (PgColumn | SQL)[]): SQL {
  const text = sql`concat_ws(E'\n', ${sql.join(columns, sql`, `)})`
  const folded = sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`
  return sql`${folded} like all(${sql.param(words.map((word) => `%${escapeLike(word)}%`))}::text[])`
}
