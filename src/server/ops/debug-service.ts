import { lanyardVersion } from '#server/kernel/version.ts'
import { withTimeout } from '#server/kernel/with-timeout.ts'
import { listKept } from '#server/mail/outbox-store.ts'
import type { Services } from '#server/services.ts'
import type { DebugReport } from '#shared/ops/debug.ts'
import { countMigrations, pingAccounts, pingDatabase, readServerVersion } from './health-store.ts'

const CHECK_MS = 3000

/** The services that the debug page checks. */
export type DebugServices = Pick<Services, 'config' | 'db'> & {
  database: Pick<Services['database'], 'kind'>
  storage: Pick<Services['storage'], 'check'>
  mailer: Pick<Services['mailer'], 'check' | 'mode'>
}

/** Whether each service responds. Database checks run one after the other: the embedded one has one connection. */
export async function checkServices({ db, storage, mailer }: DebugServices) {
  const others = Promise.all([check(storage.check()), check(mailer.check())])
  const database = await check(pingDatabase(db))
  const identity = await check(pingAccounts(db))
  const [files, mail] = await others
  return { identity, database, storage: files, mail }
}

/** The full report of emulator mode; values from the database are `null` or empty while it does not respond. */
export async function createEmulatorReport(services: DebugServices): Promise<DebugReport> {
  const { db, database, mailer } = services
  const checks = await checkServices(services)
  const isUp = checks.database.reachable
  const outbox = isUp ? await listKept(db) : []
  return {
    mode: 'emulator',
    identity: { kind: 'embedded', ...checks.identity },
    database: {
      kind: database.kind,
      ...checks.database,
      version: isUp ? await readServerVersion(db) : null,
      migrations: isUp ? await countMigrations(db) : null,
    },
    storage: { kind: services.config.s3 ? 's3' : 'disk', ...checks.storage },
    mail: { mode: mailer.mode, ...checks.mail },
    versions: { lanyard: lanyardVersion(), node: process.versions.node },
    outbox: outbox.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  }
}

async function check(answer: PromiseLike<unknown>): Promise<{ reachable: boolean }> {
  return { reachable: (await withTimeout(answer, CHECK_MS)) === 'ok' }
}
