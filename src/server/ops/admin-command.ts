import { parseArgs } from 'node:util'
import { requireDatabaseFolder } from '#server/backup/snapshot.ts'
import { requireLanyard } from '#server/backup/source.ts'
import { createRules } from '#server/ceu/rules-service.ts'
import { type Database, isMigratedInSteps, migrateUp, openUnmigrated } from '#server/db/database.ts'
import { tryLock } from '#server/db/pglite/folder-lock.ts'
import { connectPool, limitsOf } from '#server/db/pool.ts'
import { projectSchema } from '#server/db/schema.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type Config, readProcessConfig, StartError } from '#server/kernel/config.ts'
import { createLogger } from '#server/kernel/log.ts'
import { requireOwner } from '#server/kernel/operator-files.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { Problem } from '#shared/http/errors.ts'
import { askServer } from './admin-requests.ts'
import { type AdminRequest, adminRequest, runAdmin } from './admin-service.ts'

const usage = `Usage: npm run admin -- users
       npm run admin -- disable email
       npm run admin -- enable email
       npm run admin -- sessions email [--end]
       npm run admin -- invite email`

/** Runs `npm run admin` and resolves to its exit code: 0 when done, 1 when refused, with the reason on stderr. */
export function runAdminCommand(args: string[]): Promise<0 | 1> {
  return runForOperator(() => requestOf(args))
}

/** Runs the request that `read` returns, in the server that runs on the embedded database or in this process. */
export async function runForOperator(read: () => AdminRequest): Promise<0 | 1> {
  try {
    const request = read()
    for (const line of await perform(readProcessConfig(), request)) process.stdout.write(`${line}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof StartError || error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** The request in these arguments. Throws a `StartError` with the usage, or with what is wrong with the address. */
export function requestOf(args: string[]): AdminRequest {
  const { positionals, isEnding } = parsed(args)
  const [command, email, ...rest] = positionals
  if (rest.length > 0) throw new StartError(usage)
  const wanted = command === 'users' ? (email === undefined ? { command } : {}) : { command, email }
  const request = adminRequest.safeParse(command === 'sessions' ? { ...wanted, isEnding } : wanted)
  const isFlagMisplaced = isEnding && command !== 'sessions'
  if (request.success && !isFlagMisplaced) return request.data
  const isBadAddress = request.error?.issues.every(({ path }) => path[0] === 'email') && email !== undefined
  throw new StartError(
    isBadAddress && !isFlagMisplaced ? `${email} is not an email address: nothing was changed.` : usage,
  )
}

function parsed(args: string[]): { positionals: string[]; isEnding: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { end: { type: 'boolean' } },
      allowPositionals: true,
    })
    return { positionals, isEnding: values.end === true }
  } catch {
    throw new StartError(usage)
  }
}

async function perform(config: Config, request: AdminRequest): Promise<string[]> {
  if (config.DATABASE_URL === undefined) {
    requireOwner(config)
    if (isInUse(config.dataDir)) return askServer(config.dataDir, request)
  }
  const database = await openForOperator(config)
  try {
    const { db } = database
    const log = createLogger(config.LOG_LEVEL)
    const mailer = createMailer({ config, db, clock: systemClock, log })
    const rules = createRules({ config, db, log })
    return await runAdmin({ clock: systemClock, config, db, log, mailer, rules }, request)
  } finally {
    await database.close()
  }
}

/** Whether a server runs on this data folder, so that it owns the embedded database. */
export function isInUse(dataDir: string): boolean {
  requireDatabaseFolder(dataDir)
  const lock = tryLock(dataDir, 'lanyard.lock')
  lock?.release()
  return lock === null
}

/** Works while servers run; never turns an empty database into an installation. */
async function openForOperator(config: Config): Promise<Database> {
  const { DATABASE_URL: url, dataDir } = config
  const options = { url, dataDir, name: 'lanyard-operator', limits: limitsOf(config) } as const
  const opened = await openUnmigrated(options)
  try {
    await requireLanyard(opened)
    await migrateUp(opened.pool, projectSchema, { inSteps: isMigratedInSteps(options) })
    return { ...opened, db: connectPool(opened.pool) }
  } catch (error) {
    await opened.close()
    throw error
  }
}
