import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/table.ts'

/** Rejects if the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** Rejects if accounts cannot be read. */
export async function pingAccounts(db: Db): Promise<void> {
  await db.select({ id: users.id }).from(users).limit(1)
}

/** For example "17.4". */
export function readServerVersion(db: Db): Promise<string | null> {
  return readValue<string>(db, sql`select current_setting('server_version') as value`)
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const milliseconds = await readValue<number>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as value`,
  )
  return new Date(milliseconds ?? Number.NaN)
}

/** How many migrations have been applied. */
export function countMigrations(db: Db): Promise<number | null> {
  return readValue<number>(db, sql`select count(*)::int as value from drizzle.__drizzle_migrations`)
}

async function readValue<T>(db: Db, query: SQL): Promise<T | null> {
  const { rows } = await db.execute<{ value: T }>(query)
  return rows[0]?.value ?? null
}
