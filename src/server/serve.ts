import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { purgeDeletedCeu } from './ceu/job.ts'
import { createAuth } from './core/auth.ts'
import { removeOldCodes } from './core/auth-codes.ts'
import { removeOldSessions } from './core/auth-sessions.ts'
import { findStorageMark, unfinished } from './core/backup-mark.ts'
import { answerSnapshots } from './core/backup-snapshot.ts'
import { systemClock } from './core/clock.ts'
import { type Config, prepareDataDir, readConfig, StartError } from './core/config.ts'
import { checkFilesKeys, keyRows, rewrapKeys } from './core/crypt-rows.ts'
import { openDatabase } from './core/database.ts'
import { createIntake, stopOnFatal } from './core/fatal.ts'
import { guardSockets, socketOptions } from './core/gate-sockets.ts'
import type { House } from './core/house.ts'
import { removeOldKeys } from './core/idempotency.ts'
import { startJobs } from './core/jobs.ts'
import { createLimits, defaultFigures, emulatorFigures } from './core/limits.ts'
import { createLogger } from './core/log.ts'
import { createMailer } from './core/mail.ts'
import { removeOldMail } from './core/mail-outbox.ts'
import { createOutside } from './core/outside.ts'
import { openQueue } from './core/queue.ts'
import { openStorage, sealedStorage } from './core/storage-place.ts'
import { purgeDeletedCredentials } from './credentials/job.ts'
import { purgeDeletedFiles, sweepFiles } from './files/job.ts'
import { sealFiles } from './files/seal-job.ts'
import { deliverReminders, sweepReminders } from './reminders/job.ts'
import { vapidKeys } from './reminders/push-service.ts'
import { removeOldShares } from './shares/job.ts'
import { settleRemovals } from './takeout/removal-job.ts'

const STOP_MS = 10_000

async function openHouse(config: Config): Promise<House> {
  prepareDataDir(config.dataDir)
  const clock = systemClock
  const log = createLogger(config.LOG_LEVEL)
  const place = await openStorage(config)
  const mark = await findStorageMark(place)
  if (mark) throw new StartError(unfinished('store of documents', mark))
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.dataDir,
    limits: { size: config.DATABASE_POOL, seconds: config.DATABASE_TIMEOUT },
  })
  const { db } = database
  await checkFilesKeys(db, config).catch(async (error) => {
    await database.close()
    throw error
  })
  const storage = sealedStorage(place, config, keyRows(db, clock))
  const mailer = createMailer({ config, db, clock, log })
  const limits = createLimits({ database, figures: config.emulator ? emulatorFigures : defaultFigures })
  const auth = createAuth({ config, database, clock, log, mailer, limits })
  const queue = openQueue(database, log)
  const outside = createOutside()
  return { config, clock, log, database, db, storage, mailer, outside, queue, limits, auth }
}

type Listening = { server: Server; sockets: ReturnType<typeof guardSockets>; refuseNew(): void }

/** Resolves once the port is ours; a port in use is a sentence, not a stack trace. */
function listen(house: House): Promise<Listening> {
  const { PORT: port, HOST: hostname } = house.config
  const webDir = join(import.meta.dirname, '../../dist/web')
  const app = createApp(house, existsSync(join(webDir, 'app.html')) ? webDir : undefined)
  const intake = createIntake(app.fetch)
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: intake.fetch,
        port,
        hostname,
        serverOptions: socketOptions(house.config),
      },
      () => resolve({ server, sockets, refuseNew: intake.close }),
    ) as Server
    const sockets = guardSockets(server, house.config, house.log)
    server.on('error', (error: NodeJS.ErrnoException) => reject(listenError(error, house.config)))
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

function readyLine({ config, mailer }: House): string {
  const mail = mailer.mode === 'outbox' ? ', and mail stays in its outbox until SMTP_URL is set' : ''
  return `Lanyard is ready at ${config.publicUrl} - its data lives in ${config.dataDir}${mail}`
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const house = await openHouse(config)
  // Made once for all processes: whoever turns notifications on later finds them there.
  await vapidKeys(house)
  const { server, sockets, refuseNew } = await listen(house).catch(async (error) => {
    await house.database.close()
    throw error
  })
  const jobs = startJobs(house, [
    { name: 'mail', everySeconds: 5, run: (stop) => house.mailer.deliverDue(stop) },
    { name: 'reminders', everySeconds: 60, run: (stop) => sweepReminders(house, stop) },
    { name: 'removals', everySeconds: 60, run: () => settleRemovals(house) },
    { name: 'files', everySeconds: 3600, run: () => sweepFiles(house) },
    { name: 'file-keys', everySeconds: 60, run: (stop) => rewrapKeys(house, stop) },
    { name: 'sealing', everySeconds: 600, run: (stop) => sealFiles(house, stop) },
    { name: 'trash', everySeconds: 3600, run: () => purgeDeletedCredentials(house) },
    { name: 'file-trash', everySeconds: 3600, run: () => purgeDeletedFiles(house) },
    { name: 'ceu-trash', everySeconds: 3600, run: () => purgeDeletedCeu(house) },
    { name: 'shares', everySeconds: 3600, run: () => removeOldShares(house) },
    { name: 'sessions', everySeconds: 3600, run: () => removeOldSessions(house.db, house.clock) },
    { name: 'codes', everySeconds: 60, run: () => removeOldCodes(house.db, house.clock) },
    { name: 'old-mail', everySeconds: 86_400, run: () => removeOldMail(house.db, house.clock.now()) },
    { name: 'idempotency-keys', everySeconds: 3600, run: () => removeOldKeys(house.db, house.clock) },
  ])

  const delivering = house.queue
    .start(deliverReminders(house))
    .catch((error) => house.log.error({ code: error.code }, 'queue: it does not start'))

  const snapshots = answerSnapshots(house)

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
    // Beside each other: a request that takes longer than we have must not keep the work from others.
    await Promise.all([closed.then(snapshots.stop), jobs.stop(), house.queue.stop().then(() => delivering)])
    await house.database.close()
    process.exit(process.exitCode ?? 0)
  }
  process.on('SIGTERM', () => stop())
  process.on('SIGINT', () => stop())
  // It listens for a while yet, so that whoever asks meanwhile is told to come again.
  stopOnFatal(house.log, () => {
    refuseNew()
    void stop(sockets.settled())
  })
  // Last: whoever reads it may stop us at once, and is to find us listening.
  process.stdout.write(`${readyLine(house)}\n`)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
