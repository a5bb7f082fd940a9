import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { finishDeletions } from './account-deletion/job.ts'
import { createApp } from './app.ts'
import { removeOldCodes } from './auth/action-code-store.ts'
import { createAuth } from './auth/auth.ts'
import { purgeUnconfirmedUsers } from './auth/registration/registration-job.ts'
import { removeOldSessions } from './auth/sessions/session-store.ts'
import { removeOldTokens } from './auth/tokens/token-store.ts'
import { answerSnapshots } from './backup/snapshot.ts'
import { requireMovedDocuments, requireMovedRows } from './backup/unmoved.ts'
import { createRules, watchRules } from './ceu/rules-service.ts'
import { openDatabase } from './db/database.ts'
import { unfinished } from './db/fill-marker.ts'
import { limitsOf } from './db/pool.ts'
import { encryptFiles, sealNames } from './files/encrypt-job.ts'
import { sweepFiles } from './files/job.ts'
import { removeAbandonedUploads } from './firebase-api/storage-job.ts'
import { sealHealthRecords } from './health/job.ts'
import { checkHealthKeys } from './health/seal-store.ts'
import { sendingDirectly } from './http/download.ts'
import { removeOldKeys } from './http/idempotency-store.ts'
import { createOutboundHttp } from './http/safe-fetch.ts'
import { guardSockets, socketOptions } from './http/slow-clients.ts'
import { removeOldQueue } from './jobs/old-queue-store.ts'
import { startJobs } from './jobs/scheduler.ts'
import { systemClock } from './kernel/clock.ts'
import {
  type Config,
  prepareDataDir,
  readProcessConfig,
  StartError,
  UnsafeStartError,
} from './kernel/config.ts'
import { createLogger } from './kernel/log.ts'
import { requireServerUser } from './kernel/operator-files.ts'
import { securityLine } from './kernel/security-log.ts'
import { createMailer } from './mail/mailer.ts'
import { removeOldMail } from './mail/outbox-store.ts'
import { failureCode, mailAdvice } from './mail/smtp.ts'
import { pollMailbox } from './mail-in/imap-service.ts'
import { removeOldMails } from './mail-in/job.ts'
import { listenForMail } from './mail-in/smtp-service.ts'
import { answerAdminRequests } from './ops/admin-requests.ts'
import { refusableFetch, stopOnFatal } from './ops/fatal.ts'
import { updatePasses } from './passes/job.ts'
import { createLimits, defaultRateLimits, emulatorRateLimits } from './rate-limits/store.ts'
import { createDeliveries, sweepReminders } from './reminders/job.ts'
import { vapidKeys } from './reminders/push-service.ts'
import { tellSecondPeople } from './reminders/second-person-service.ts'
import type { Services } from './services.ts'
import { removeOldShares } from './shares/job.ts'
import { sendWebhookEvents } from './shares/webhook-job.ts'
import { createFieldCipher } from './storage/encryption/field-cipher.ts'
import { checkFilesKeys, keyRows, rewrapKeys } from './storage/encryption/key-store.ts'
import { findStorageMark } from './storage/fill-marker.ts'
import { encryptedStorage, openStorage } from './storage/open.ts'
import { purgeTrash } from './trash/job.ts'

const STOP_MS = 10_000

async function openServices(config: Config): Promise<Services> {
  prepareDataDir(config.dataDir)
  const clock = systemClock
  const log = createLogger(config.LOG_LEVEL, config.LOG_FORWARD)
  const place = await openStorage(config)
  const mark = await findStorageMark(place)
  if (mark) throw new StartError(unfinished('store of documents', mark))
  await requireMovedRows(config)
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.dataDir,
    limits: limitsOf(config),
    tell: (text) => log.info(text),
  })
  const { db } = database
  try {
    await requireMovedDocuments(config, place, database.pool)
    await checkFilesKeys(db, config)
    await checkHealthKeys(db, config)
  } catch (error) {
    await database.close()
    throw error
  }
  const storage = encryptedStorage(place, config, keyRows(db, clock))
  const fieldCipher = createFieldCipher(config)
  const mailer = createMailer({ config, db, clock, log })
  const limits = createLimits({
    database,
    rateLimits: config.emulator ? emulatorRateLimits : defaultRateLimits,
  })
  const auth = createAuth({ config, database, clock, log, mailer, limits })
  const outboundHttp = createOutboundHttp({ hosts: config.OUTBOUND_HOSTS })
  const rules = createRules({ config, db, log })
  await rules.refresh()
  return {
    ...{ config, clock, log, database, db, storage, fieldCipher },
    ...{ mailer, outboundHttp, limits, auth, rules },
  }
}

type Listening = { server: Server; sockets: ReturnType<typeof guardSockets>; refuseNew(): void }

/** Resolves once the server is listening; a port in use is reported in a sentence, not a stack trace. */
function listen(services: Services): Promise<Listening> {
  const { PORT: port, HOST: hostname } = services.config
  const webDir = fileURLToPath(new URL('../../dist/web', import.meta.url))
  const app = createApp(services, existsSync(join(webDir, 'app.html')) ? webDir : undefined)
  const requests = refusableFetch(sendingDirectly(app.fetch))
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: requests.fetch,
        port,
        hostname,
        serverOptions: socketOptions(services.config),
      },
      () => resolve({ server, sockets, refuseNew: requests.refuseNew }),
    ) as Server
    const sockets = guardSockets(server, services.config, services.log)
    server.on('error', (error: NodeJS.ErrnoException) => reject(listenError(error, services.config)))
  })
}

function listenError(error: NodeJS.ErrnoException, { PORT, HOST }: Config): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${PORT} is already in use: stop the other program, or set PORT to another number.`,
    )
  }
  if (error.code === 'EACCES') {
    return new StartError(`This user may not open port ${PORT}: set PORT to a number above 1023.`)
  }
  return new StartError(
    `Lanyard cannot listen on ${HOST} (${error.code}): set HOST to an address of this machine.`,
  )
}

function readyLine({ config, mailer }: Services): string {
  const mail = mailer.mode === 'outbox' ? ', and mail stays in its outbox until SMTP_URL is set' : ''
  return `Lanyard is ready at ${config.publicUrl} - its data is in ${config.dataDir}${mail}`
}

async function start(): Promise<void> {
  const config = readProcessConfig()
  requireServerUser(config)
  const services = await openServices(config)
  // Created once for all processes, so that they exist when someone turns notifications on.
  await vapidKeys(services)
  const closeDatabase = async (error: unknown) => {
    await services.database.close()
    throw error
  }
  const mailListener = await listenForMail(services).catch(closeDatabase)
  const { server, sockets, refuseNew } = await listen(services).catch(async (error) => {
    await mailListener?.close()
    return closeDatabase(error)
  })
  const deliveries = createDeliveries(services)
  const jobs = startJobs(services, [
    { name: 'mail', everySeconds: 5, run: (stop) => services.mailer.deliverDue(stop) },
    { name: 'reminders', everySeconds: 60, run: (stop) => sweepReminders(services, stop) },
    { name: 'second-people', everySeconds: 60, run: (stop) => tellSecondPeople(services, stop) },
    { name: 'deliveries', everySeconds: 2, run: (stop) => deliveries.sendDue(stop) },
    { name: 'share-webhooks', everySeconds: 15, run: (stop) => sendWebhookEvents(services, stop) },
    { name: 'passes', everySeconds: 60, run: () => updatePasses(services) },
    { name: 'removals', everySeconds: 60, run: () => finishDeletions(services) },
    { name: 'mail-in', everySeconds: 60, run: (stop) => pollMailbox(services, stop) },
    { name: 'old-mails', everySeconds: 3600, run: () => removeOldMails(services) },
    { name: 'files', everySeconds: 3600, run: () => sweepFiles(services) },
    { name: 'storage-uploads', everySeconds: 3600, run: () => removeAbandonedUploads(services) },
    { name: 'health-sealing', everySeconds: 60, run: (stop) => sealHealthRecords(services, stop) },
    { name: 'name-sealing', everySeconds: 60, run: (stop) => sealNames(services, stop) },
    { name: 'file-keys', everySeconds: 60, run: (stop) => rewrapKeys(services, stop) },
    { name: 'sealing', everySeconds: 600, run: (stop) => encryptFiles(services, stop) },
    { name: 'trash', everySeconds: 3600, run: (stop) => purgeTrash(services, stop) },
    { name: 'shares', everySeconds: 3600, run: () => removeOldShares(services) },
    { name: 'sessions', everySeconds: 3600, run: () => removeOldSessions(services.db, services.clock) },
    { name: 'tokens', everySeconds: 3600, run: () => removeOldTokens(services.db, services.clock) },
    { name: 'unconfirmed', everySeconds: 3600, run: () => purgeUnconfirmedUsers(services) },
    { name: 'codes', everySeconds: 60, run: () => removeOldCodes(services.db, services.clock) },
    { name: 'old-mail', everySeconds: 86_400, run: () => removeOldMail(services.db, services.clock.now()) },
    { name: 'idempotency-keys', everySeconds: 3600, run: () => removeOldKeys(services.db, services.clock) },
    { name: 'old-queue', everySeconds: 3600, run: () => removeOldQueue(services.db) },
  ])

  const snapshots = answerSnapshots(services)
  const adminRequests = answerAdminRequests(services)
  const rulesWatch = watchRules(services)

  let stopping = false
  const stop = async (settled?: Promise<unknown>) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    const closed = Promise.resolve(settled).then(() => {
      const ended = new Promise((resolve) => server.close(resolve))
      sockets.stop()
      return ended
    })
    // In parallel: a request that takes too long must not delay handing the work over.
    await Promise.all([
      closed.then(() => Promise.all([snapshots.stop(), adminRequests.stop(), rulesWatch.stop()])),
      jobs.stop().then(() => deliveries.settled()),
      mailListener?.close(),
    ])
    await services.database.close()
    process.exit(process.exitCode ?? 0)
  }
  process.on('SIGTERM', () => stop())
  process.on('SIGINT', () => stop())
  // The server keeps listening for a while, so that clients get a response that tells them to retry.
  stopOnFatal(services.log, () => {
    refuseNew()
    void stop(sockets.settled())
  })
  services.mailer.check().catch((error) => {
    const code = failureCode(error)
    services.log.warn({ code, advice: mailAdvice(code) }, 'mail cannot be sent')
  })
  // Last: a program that reads this line may stop the process immediately, and must find it listening.
  process.stdout.write(`${readyLine(services)}\n`)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  // On stdout: the sentence stays the only line on stderr.
  if (error instanceof UnsafeStartError)
    process.stdout.write(`${JSON.stringify(securityLine('start_refused', { what: 'settings' }))}\n`)
  process.exit(1)
}
