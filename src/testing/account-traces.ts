import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'

/** Every table outside PostgreSQL's own schemas, as `schema.table`. */
export async function listAllTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** The tables in which any column of any row contains one of these words, regardless of the column's type. */
export async function tablesContaining(pool: pg.Pool, words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await listAllTables(pool)) {
    const table = name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
    const { rows } = await pool.query(
      `select 1 from ${table} t where exists (select from unnest($1::text[]) w where position(w in to_jsonb(t)::text) > 0) limit 1`,
      [words],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** The files below a folder whose name or content contains one of these words. */
export async function filesContaining(folder: string, words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const bytes = entry.isFile() ? await buffer(createReadStream(path)) : Buffer.alloc(0)
    if (words.some((word) => path.includes(word) || bytes.includes(word))) found.push(path)
  }
  return found
}
