import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/log.ts'

/** Work that any process may do, and that outlives all of them. Each job is done at least once, maybe twice. */
export type Queue = {
  /** Before the first `add`, and outside a transaction: the embedded database has one connection. */
  open(): Promise<void>
  /** Adds jobs in the caller's transaction: they are there when it is committed, and not before. */
  add(tx: Db, jobs: object[]): Promise<void>
  /** Takes the jobs back that carry one of these `ids`, whatever became of them. */
  forget(tx: Db, ids: string[]): Promise<void>
  /** Lets this process work. `work` that rejects is tried again. */
  start(work: (job: object) => Promise<void>): Promise<void>
  /** Hands back at once what is not begun, for another process; finishes what is, for eight seconds at most. */
  stop(): Promise<void>
  /** Jobs that nobody has finished yet; rejects when the queue does not work. */
  waiting(): Promise<number>
}

const schema = 'queue'
const name = 'deliver'
const batchSize = 20
/** Of them, how many are worked on at a time. */
const AT_ONCE = 5
/** After it a job whose process has died is given to another. */
const EXPIRE_SECONDS = 90
const RETRY_MS = 5000

/** pg-boss over our own connections, so that a job and the row that it speaks of are written together. */
export function openQueue({ pool, kind }: Pick<Database, 'pool' | 'kind'>, log: Logger): Queue {
  const boss = new PgBoss({
    // One session for all: what pg-boss asks in several statements at once comes as one text.
    db: { executeSql: async (text, values) => unwrapped(await pool.query(text, values)) },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema,
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) =>
    log.error({ code: (error as { code?: unknown }).code }, 'queue: a round failed'),
  )
  let ready: Promise<void> | undefined
  const stopping = new AbortController()
  const open = () => {
    ready ??= prepare(boss).catch((error) => {
      ready = undefined
      throw error
    })
    return ready
  }

  const opened = () =>
    open().then(
      () => true,
      (error) => {
        log.error({ code: error.code }, 'queue: it does not open')
        return false
      },
    )

  /** Rejects where one did, once all are done. What is handed back is a new job, as the old one is still ours. */
  async function workOn(jobs: object[], work: (job: object) => Promise<void>): Promise<void> {
    const left = [...jobs]
    const failures: unknown[] = []
    const keep = (error: unknown) => void failures.push(error)
    let handed: Promise<unknown> | undefined
    const handBack = () => {
      const rest = left.splice(0)
      if (rest.length > 0) handed = boss.insert(name, asJobs(rest)).catch(keep)
    }
    const worker = async () => {
      for (let job = left.shift(); job; job = left.shift()) await work(job).catch(keep)
    }
    if (stopping.signal.aborted) handBack()
    stopping.signal.addEventListener('abort', handBack)
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    stopping.signal.removeEventListener('abort', handBack)
    await handed
    if (failures.length > 0) withoutParameters(failures[0])
  }

  return {
    open,
    async add(tx, jobs) {
      if (jobs.length === 0) return
      const db = fromDrizzle(tx, sql)
      await boss.insert(name, asJobs(jobs), { db })
    },
    async forget(tx, ids) {
      if (ids.length === 0 || !ready) return
      await tx.execute(
        sql`delete from ${sql.raw(schema)}.job where name = ${name} and data->'ids' ?| ${sql.param(ids)}::text[]`,
      )
    },
    async start(work) {
      const { signal } = stopping
      while (!signal.aborted && !(await opened())) await pause(RETRY_MS, undefined, { ref: false })
      if (signal.aborted) return
      await boss.work<object>(name, { batchSize, pollingIntervalSeconds: 1 }, (batch) =>
        workOn(
          batch.map(({ data }) => data),
          work,
        ),
      )
    },
    async stop() {
      stopping.abort()
      if (ready) await boss.stop({ graceful: true, timeout: 8000, close: false })
    },
    async waiting() {
      await open()
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from ${schema}.job where name = $1 and state < 'completed'`,
        [name],
      )
      return rows[0]?.count ?? 0
    },
  }
}

const asJobs = (jobs: object[]) => jobs.map((data) => ({ data }))

/** The queue keeps how a job ended, and an error of the database's driver repeats what it was asked with. */
function withoutParameters(error: unknown): never {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  throw new Error(root instanceof Error ? root.message : 'It failed')
}

async function prepare(boss: PgBoss): Promise<void> {
  await boss.start()
  await boss.createQueue(name, {
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3600,
    retentionSeconds: 14 * 86_400,
  })
  // So that pg-boss knows the queue from now on, and does not look it up amid a transaction.
  await boss.insert(name, [])
}

/** Of a text of several statements the driver answers a list. */
function unwrapped(answer: unknown): { rows: unknown[] } {
  const answers = Array.isArray(answer) ? answer : [answer]
  return { rows: answers.flatMap(({ rows }: { rows?: unknown[] }) => rows ?? []) }
}
