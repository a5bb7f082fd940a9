import { randomUUID } from 'node:crypto'
import { and, eq, gt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Services } from '#server/services.ts'
import { jobRuns } from './table.ts'

export type Job = {
  name: string
  everySeconds: number
  /** Must be safe to run again from the start. `stop` aborts when the process is about to end. */
  run(stop: AbortSignal): Promise<unknown>
}

export type Jobs = {
  /** Runs each job that is due and that nobody else runs; resolves when all of them are done. Never rejects. */
  runDue(): Promise<void>
  /** No new runs; aborts the running ones and waits for them. */
  stop(): Promise<void>
}

type Parts = Pick<Services, 'db' | 'clock' | 'log'>

const leaseMs = 60_000
const heartbeatMs = 20_000
/** Timers wake a little early or late; without this a job could skip every other round. */
const earlyMs = 500
/** More than this ahead of our clock is a clock that was set back, not another process. */
const skewMs = 5 * 60_000

/** Starts the timers; each job has its first random at once. */
export function startJobs(parts: Parts, jobs: Job[]): Jobs {
  const scheduler = createJobs(parts, jobs)
  const timers = jobs.map((job) => {
    const attempt = () => void scheduler.attempt(job)
    attempt()
    return setInterval(attempt, job.everySeconds * 1000)
  })
  const tidied = forgetOthers(parts, jobs)
  return {
    runDue: scheduler.runDue,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([tidied, scheduler.stop()])
    },
  }
}

/** Without timers: `runDue` is called by whoever holds the clock. */
export function createJobs(parts: Parts, jobs: Job[]) {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  function attempt(job: Job): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve()
    const already = running.get(job.name)
    if (already) return already
    const run = runOnce(parts, job, stopping.signal).finally(() => running.delete(job.name))
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

async function runOnce(parts: Parts, job: Job, stop: AbortSignal): Promise<void> {
  const { log } = parts
  const holder = randomUUID()
  try {
    if (!(await claim(parts, job, holder))) return
  } catch (error) {
    log.error({ job: job.name, err: bare(error) }, 'job could not be claimed')
    return
  }
  const heartbeat = setInterval(() => prolong(parts, job, holder).catch(() => {}), heartbeatMs)
  heartbeat.unref()
  let lastError: string | null = null
  try {
    await job.run(stop)
  } catch (error) {
    lastError = bare(error).message
    log.error({ job: job.name, err: bare(error) }, 'job failed')
  } finally {
    clearInterval(heartbeat)
  }
  await finish(parts, job, holder, lastError).catch((error) =>
    log.error({ job: job.name, err: bare(error) }, 'job could not be recorded'),
  )
}

/** One statement, so one winner: the loser's update waits for the row and then no longer finds it free. */
async function claim({ db, clock }: Parts, { name, everySeconds }: Job, holder: string): Promise<boolean> {
  const now = clock.now().getTime()
  const at = (ms: number) => new Date(now + ms)
  const mine = { everySeconds, holder, startedAt: at(0), leaseUntil: at(leaseMs) }
  const free = or(lte(jobRuns.leaseUntil, at(0)), gt(jobRuns.leaseUntil, at(leaseMs + skewMs)))
  const due = or(lte(jobRuns.startedAt, at(earlyMs - everySeconds * 1000)), gt(jobRuns.startedAt, at(skewMs)))
  const claimed = await db
    .insert(jobRuns)
    .values({ name, ...mine })
    .onConflictDoUpdate({ target: jobRuns.name, set: mine, setWhere: and(free, due) })
    .returning({ name: jobRuns.name })
  return claimed.length === 1
}

function held({ name }: Job, holder: string) {
  return and(eq(jobRuns.name, name), eq(jobRuns.holder, holder))
}

async function prolong({ db, clock }: Parts, job: Job, holder: string): Promise<void> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs)
  await db.update(jobRuns).set({ leaseUntil }).where(held(job, holder))
}

async function finish(
  { db, clock }: Parts,
  job: Job,
  holder: string,
  lastError: string | null,
): Promise<void> {
  const now = clock.now()
  await db.update(jobRuns).set({ finishedAt: now, leaseUntil: now, lastError }).where(held(job, holder))
}

/** A job that a later version no longer has would look overdue for ever. */
async function forgetOthers({ db, log }: Parts, jobs: Job[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  await db
    .delete(jobRuns)
    .where(notInArray(jobRuns.name, names))
    .catch((error) => log.warn({ err: bare(error) }, 'old jobs could not be forgotten'))
}

/** The innermost cause: what wraps it repeats the parameters of the statement. */
function bare(error: unknown): { message: string; code: unknown; stack: string | undefined } {
  let current = error
  while (current instanceof Error && current.cause instanceof Error) current = current.cause
  if (!(current instanceof Error)) return { message: String(current), code: undefined, stack: undefined }
  return { message: current.message, code: (current as { code?: unknown }).code, stack: current.stack }
}

export type SchedulerState = 'ok' | 'waiting' | 'late' | 'failing'

/** How the jobs are, over all processes: `waiting` before the first run, `late` three intervals behind. */
export async function schedulerState({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<SchedulerState> {
  const behind = sql<boolean>`${jobRuns.startedAt} + (${jobRuns.everySeconds} * 3 + 60) * interval '1 second' < ${clock.now().toISOString()}::timestamptz`
  const rows = await db.select({ behind, lastError: jobRuns.lastError }).from(jobRuns)
  if (rows.length === 0) return 'waiting'
  if (rows.some((row) => row.behind)) return 'late'
  return rows.some((row) => row.lastError !== null) ? 'failing' : 'ok'
}
