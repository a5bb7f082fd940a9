import { hostname } from 'node:os'
import { and, eq, gt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import {
  claimRows,
  finishLease,
  type Lease,
  type LeasedTable,
  prolongLease,
  RELEASED,
} from '#server/db/lease.ts'
import { jobRuns } from './table.ts'

export const LEASE_MS = 60_000
/** Timers fire a little early or late; without this a job could skip every other run. */
const EARLY_MS = 500
/** A start further in the future than this means that the clock was set back. */
const SKEW_MS = 5 * 60_000
/** `startedAt` of a job that never ran. */
const NEVER = new Date(0)

type JobSchedule = { name: string; everySeconds: number }

const leasedJobs: LeasedTable<typeof jobRuns> = {
  table: jobRuns,
  id: jobRuns.name,
  lease: jobRuns.leaseUntil,
  idOf: ({ name }) => name,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

/** Claims the job if it is due and no process is running it; otherwise `null`. */
export async function claimJob(
  db: Db,
  { name, everySeconds }: JobSchedule,
  now: Date,
): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid}`
  await db
    .insert(jobRuns)
    .values({ name, everySeconds, holder, startedAt: NEVER, leaseUntil: RELEASED })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { everySeconds },
      setWhere: ne(jobRuns.everySeconds, everySeconds),
    })
  const at = (ms: number) => new Date(now.getTime() + ms)
  const isDue = or(
    lte(jobRuns.startedAt, at(EARLY_MS - everySeconds * 1000)),
    gt(jobRuns.startedAt, at(SKEW_MS)),
  )
  const [claimed] = await claimRows(db, leasedJobs, {
    ...{
      now,
      leaseMs: LEASE_MS,
      where: and(eq(jobRuns.name, name), isDue),
      orderBy: [jobRuns.name],
      limit: 1,
    },
    set: { startedAt: now, holder },
  })
  return claimed?.lease ?? null
}

/** `null` if another process has claimed the job since. */
export function prolongJob(db: Db, lease: Lease, now: Date): Promise<Lease | null> {
  return prolongLease(db, leasedJobs, lease, new Date(now.getTime() + LEASE_MS))
}

/** Does nothing if another process has claimed the job since. */
export async function finishJob(db: Db, lease: Lease, now: Date, lastError: string | null): Promise<void> {
  await finishLease(db, leasedJobs, lease, { finishedAt: now, lastError })
}

/** Removes jobs that this version no longer has. They would look late forever. */
export async function removeOtherJobs(db: Db, names: string[]): Promise<void> {
  await db.delete(jobRuns).where(notInArray(jobRuns.name, names))
}

/** The jobs that have run before. `isLate` is true three intervals and a minute after the last start. */
export function listJobRuns(db: Db, now: Date): Promise<{ isLate: boolean; lastError: string | null }[]> {
  const isLate = sql<boolean>`${jobRuns.startedAt} + (${jobRuns.everySeconds} * 3 + 60) * interval '1 second' < ${now.toISOString()}::timestamptz`
  return db.select({ isLate, lastError: jobRuns.lastError }).from(jobRuns).where(gt(jobRuns.startedAt, NEVER))
}
