import pg from 'pg'
import { StartError } from '#server/kernel/config.ts'
import { errorCode, errorMessage } from '#server/kernel/error-details.ts'
import { findFillMarker, unfinished } from './fill-marker.ts'
import { openEmbedded } from './pglite/database.ts'
import { connectPool, createPool, type Db, type PoolLimits, usualLimits } from './pool.ts'
import { projectSchema, type SchemaFiles, updateSchema } from './schema.ts'
import { serversOf } from './servers.ts'

export type { Db }

/**
 * The embedded database has a pool of ONE connection: inside `db.transaction(async (tx) => …)` use only `tx`. Any other
 * call waits for that connection until the timeout of 10 s.
 */
export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  pool: pg.Pool
  /** Embedded database only: copies its current folder. The copy opens like a database after a kill. */
  copyTo?(folder: string): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** URL of a PostgreSQL server, version 15 or later; without it the embedded database in `dataDir` is opened. */
  url: string | undefined
  dataDir: string
  /** Only tests use files other than the project's. */
  schema?: SchemaFiles
  /** For a server: the size of the pool, and how long a statement may take. */
  limits?: PoolLimits
  /** Is told what an update of a database with data does. */
  tell?: (text: string) => void
  /** The application name at the server: operator commands recognize the serving processes by it. */
  name?: 'lanyard' | 'lanyard-operator'
}

/** A database in its current state, with or without Lanyard's tables. After `watch`, silent connections are closed. */
export type OpenDatabase = Pick<Database, 'kind' | 'pool' | 'copyTo' | 'close'> & { watch?(): void }

const oldestServer = 15

/**
 * Opens the database and applies the migrations. Throws a `StartError` that says what to do, also if the database is
 * only partly filled.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = await open(options, true)
  try {
    const marker = await findFillMarker(opened.pool)
    if (marker) throw new StartError(unfinished('database', marker))
    await migrateUp(opened.pool, options.schema, {
      inSteps: isMigratedInSteps(options),
      tell: options.tell,
    })
  } catch (error) {
    await opened.close()
    throw error
  }
  opened.watch?.()
  return { ...opened, db: connectPool(opened.pool) }
}

/** Opens the database without changing it; a new one is empty. Throws a `StartError` that says what to do. */
export function openUnmigrated(options: DatabaseOptions): Promise<OpenDatabase> {
  return open(options, false)
}

async function open(options: DatabaseOptions, isForLanyard: boolean): Promise<OpenDatabase> {
  const { url, dataDir } = options
  const { close: closePool, ...opened } =
    url === undefined ? await openEmbedded(dataDir, isForLanyard) : await openServer(url, options)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= closePool()
    return closing
  }
  return { ...opened, kind: url === undefined ? 'embedded' : 'postgres', close }
}

/**
 * Whether migrations of this database are transactions of their own. A pooler in transaction mode ends a long statement
 * outside a transaction at the limit of the role.
 */
export function isMigratedInSteps({ url, limits }: Pick<DatabaseOptions, 'url' | 'limits'>): boolean {
  return url !== undefined && !limits?.isPooled
}

/**
 * Applies the missing migrations and creates changed triggers. On failure, throws a `StartError` and leaves a database
 * that the version before can still use.
 */
export async function migrateUp(
  pool: pg.Pool,
  schema = projectSchema,
  {
    inSteps = false,
    tell = () => {},
  }: { inSteps?: boolean; tell?: ((text: string) => void) | undefined } = {},
): Promise<void> {
  try {
    await updateSchema(pool, schema, { inSteps, tell })
  } catch (error) {
    throw new StartError(
      `The database could not be brought up to date (${reason(error)}): start the version of Lanyard that ran before, which can still use it, and report this.`,
      { cause: error },
    )
  }
}

async function openServer(url: string, { name = 'lanyard', limits = usualLimits }: DatabaseOptions) {
  let pool: pg.Pool | undefined
  try {
    const made = createPool(url, name, limits)
    pool = made.pool
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    const version = rows[0]?.version ?? 0
    if (version < oldestServer) throw new StartError(tooOld(version))
    if (limits.isPooled) await requireLimitsOfRole(pool)
    return { ...made, close: () => made.pool.end() }
  } catch (error) {
    await pool?.end()
    throw error instanceof StartError ? error : new StartError(unusable(url, error), { cause: error })
  }
}

/** Without these limits, one slow statement holds a connection that the pooler shares between all processes. */
async function requireLimitsOfRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; limits: string[] }>(
    `select current_user as role, array[current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout')] as limits`,
  )
  const [{ role, limits } = { role: 'lanyard', limits: ['0'] }] = rows
  if (limits.includes('0'))
    throw new StartError(
      `With DATABASE_POOLER the limits of statements are those of the role: run "alter role ${role} set statement_timeout = '30s'" and "alter role ${role} set idle_in_transaction_session_timeout = '60s'", and restart the pooler.`,
    )
}

function tooOld(version: number): string {
  return `The server of DATABASE_URL is PostgreSQL ${version}, and Lanyard needs version ${oldestServer} or newer: upgrade it, or point DATABASE_URL to another.`
}

const advice: Record<string, string> = {
  '3D000': 'does not exist: create it, or correct DATABASE_URL.',
  // The startup parameters that PgBouncer does not know.
  '08P01':
    'is behind a pooler: set DATABASE_POOLER=transaction. For backup, restore and move, set DATABASE_URL to PostgreSQL itself.',
  '28000': 'refuses this user: correct the user and password in DATABASE_URL.',
  '28P01': 'refuses this user: correct the user and password in DATABASE_URL.',
}

/** Names the server, but never the user or the password of the URL. */
function unusable(url: string, error: unknown): string {
  const code = errorCode(error)
  const then =
    advice[code ?? ''] ??
    `cannot be reached (${code ?? reason(error)}): start the server or correct DATABASE_URL.`
  try {
    const { host, port, database } = new pg.Client({ connectionString: serversOf(url)[0] })
    return `The database ${database ?? ''} at ${host}:${port} ${then}`
  } catch {
    return 'DATABASE_URL cannot be read: write it as postgres://user:password@host:5432/database, with special characters percent-encoded.'
  }
}

/** PostgreSQL's own message, without the statement that Drizzle prepends. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return errorMessage(cause instanceof Error ? cause : error)
}
