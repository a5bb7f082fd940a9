import type { Lease } from '#server/db/lease.ts'
import type { Services } from '#server/services.ts'
import { claimJob, finishJob, listJobRuns, prolongJob, removeOtherJobs } from './job-store.ts'

export type Job = {
  name: string
  everySeconds: number
  /** Must be safe to run again from the start. `stop` aborts when the process ends or another one has taken the job. */
  run(stop: AbortSignal): Promise<unknown>
}

export type Jobs = {
  /** Runs each due job that no other process is running, and waits for all of them. Never rejects. */
  runDue(): Promise<void>
  /** Starts no more runs, aborts the current ones and waits for them. */
  stop(): Promise<void>
}

type JobServices = Pick<Services, 'db' | 'clock' | 'log'>

const HEARTBEAT_MS = 20_000

/** Starts the timers. The first attempt at each job is immediate. */
export function startJobs(services: JobServices, jobs: Job[]): Jobs {
  const scheduler = createJobs(services, jobs)
  const timers = jobs.map((job) => {
    const attempt = () => void scheduler.attempt(job)
    attempt()
    return setInterval(attempt, job.everySeconds * 1000)
  })
  const removed = removeOthers(services, jobs)
  return {
    runDue: scheduler.runDue,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([removed, scheduler.stop()])
    },
  }
}

/** Without timers: the caller decides when to call `runDue`. */
export function createJobs(services: JobServices, jobs: Job[]) {
  const running = new Map<string, Promise<void>>()
  const unrecorded: UnrecordedEnds = new Map()
  const stopping = new AbortController()

  function attempt(job: Job): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve()
    const already = running.get(job.name)
    if (already) return already
    const run = runOnce(services, job, stopping.signal, unrecorded).finally(() => running.delete(job.name))
    running.set(job.name, run)
    return run
  }

  return {
    attempt,
    async runDue() {
      await Promise.all(jobs.map(attempt))
    },
    async stop() {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

/**
 * For each job whose end could not be recorded, a function that records it. Until then the job's lease keeps it from
 * running.
 */
type UnrecordedEnds = Map<string, () => Promise<void>>

async function runOnce(
  { db, clock, log }: JobServices,
  job: Job,
  stop: AbortSignal,
  unrecorded: UnrecordedEnds,
): Promise<void> {
  let lease: Lease | null
  try {
    await unrecorded.get(job.name)?.()
    unrecorded.delete(job.name)
    lease = await claimJob(db, job, clock.now())
  } catch (error) {
    log.error({ job: job.name, err: rootCause(error) }, 'job could not be claimed')
    return
  }
  if (!lease) return
  const held = holdLease(db, clock, lease)
  let lastError: string | null = null
  try {
    await job.run(AbortSignal.any([stop, held.lost]))
  } catch (error) {
    lastError = rootCause(error).message
    log.error({ job: job.name, err: rootCause(error) }, 'job failed')
  }
  const last = await held.release()
  const endedAt = clock.now()
  const record = () => finishJob(db, last, endedAt, lastError)
  await record().catch((error) => {
    unrecorded.set(job.name, record)
    log.error({ job: job.name, err: rootCause(error) }, 'job could not be recorded')
  })
}

/** Prolongs the lease until `release`, which returns the last lease. `lost` aborts when another process has the job. */
function holdLease(db: JobServices['db'], clock: JobServices['clock'], first: Lease) {
  const lost = new AbortController()
  let lease = first
  let prolonging = Promise.resolve()
  const prolong = async () => {
    const next = await prolongJob(db, lease, clock.now())
    if (next) lease = next
    else lost.abort()
  }
  const heartbeat = setInterval(() => {
    // Each prolongation proves the claim with the previous lease. If one fails, the next repeats it.
    prolonging = prolonging.then(prolong).catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    lost: lost.signal,
    async release(): Promise<Lease> {
      clearInterval(heartbeat)
      await prolonging
      return lease
    },
  }
}

async function removeOthers({ db, log }: JobServices, jobs: Job[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  await removeOtherJobs(db, names).catch((error) =>
    log.warn({ err: rootCause(error) }, 'old jobs could not be removed'),
  )
}

/** The innermost cause: a database error that wraps it repeats the parameters of the statement. */
function rootCause(error: unknown): { message: string; code: unknown; stack: string | undefined } {
  let current = error
  while (current instanceof Error && current.cause instanceof Error) current = current.cause
  if (!(current instanceof Error)) return { message: String(current), code: undefined, stack: undefined }
  const code = 'code' in current ? current.code : undefined
  return { message: current.message, code, stack: current.stack }
}

export type SchedulerState = 'ok' | 'waiting' | 'late' | 'failing'

/** The state over all processes: `waiting` before the first run, `late` if a job is three intervals behind. */
export async function schedulerState({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<SchedulerState> {
  const runs = await listJobRuns(db, clock.now())
  if (runs.length === 0) return 'waiting'
  if (runs.some(({ isLate }) => isLate)) return 'late'
  return runs.some(({ lastError }) => lastError !== null) ? 'failing' : 'ok'
}
