import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/log.ts'
import { countWaiting, inTransaction, QUEUE_SCHEMA, removeJobs } from './queue-store.ts'

/** Persistent jobs that any process may run, each at least once and possibly twice. */
export type Queue = {
  /** Call before the first `add` and outside a transaction: the embedded database has only one connection. */
  open(): Promise<void>
  /** Adds jobs that run once the caller's transaction has committed. */
  add(tx: Db, jobs: object[]): Promise<void>
  /** Removes the jobs that carry one of these `ids`, in any state. */
  forget(tx: Db, ids: string[]): Promise<void>
  /** Lets this process run jobs. A job whose `work` rejects is retried. */
  start(work: (job: object) => Promise<void>): Promise<void>
  /** Returns jobs that were not started to other processes, and waits up to eight seconds for the running ones. */
  stop(): Promise<void>
  /** The number of unfinished jobs; rejects if the queue does not work. */
  waiting(): Promise<number>
}

const JOB_NAME = 'deliver'
const BATCH_SIZE = 20
/** Jobs of a batch that run at the same time. */
const CONCURRENCY = 5
/** After this time a job whose process died is given to another process. */
const EXPIRE_SECONDS = 90
const RETRY_MS = 5000

/** pg-boss over our own connections, so that a job is written in the transaction of the rows that it is about. */
export function openQueue({ pool, kind }: Pick<Database, 'pool' | 'kind'>, log: Logger): Queue {
  const boss = new PgBoss({
    // pg-boss sends several statements as one text, for which the driver returns a list of results.
    db: { executeSql: async (text, values) => unwrapped(await pool.query(text, values)) },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema: QUEUE_SCHEMA,
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) =>
    log.error({ code: 'code' in error ? error.code : undefined }, 'queue: maintenance failed'),
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
        log.error({ code: error.code }, 'queue: could not be opened')
        return false
      },
    )

  /** Rejects once all are done if one did. Jobs are given back as new ones, because this process still holds the old ones. */
  async function workOn(jobs: object[], work: (job: object) => Promise<void>): Promise<void> {
    const left = [...jobs]
    const failures: unknown[] = []
    const collect = (error: unknown) => void failures.push(error)
    let givenBack: Promise<unknown> | undefined
    const giveBack = () => {
      const rest = left.splice(0)
      if (rest.length > 0) givenBack = boss.insert(JOB_NAME, asJobs(rest)).catch(collect)
    }
    const worker = async () => {
      for (let job = left.shift(); job; job = left.shift()) await work(job).catch(collect)
    }
    if (stopping.signal.aborted) giveBack()
    stopping.signal.addEventListener('abort', giveBack)
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    stopping.signal.removeEventListener('abort', giveBack)
    await givenBack
    if (failures.length > 0) throw withoutParameters(failures[0])
  }

  return {
    open,
    async add(tx, jobs) {
      if (jobs.length === 0) return
      await boss.insert(JOB_NAME, asJobs(jobs), { db: inTransaction(tx) })
    },
    async forget(tx, ids) {
      if (ids.length === 0 || !ready) return
      await removeJobs(tx, JOB_NAME, ids)
    },
    async start(work) {
      const { signal } = stopping
      while (!signal.aborted && !(await opened())) await pause(RETRY_MS, undefined, { ref: false })
      if (signal.aborted) return
      await boss.work<object>(JOB_NAME, { batchSize: BATCH_SIZE, pollingIntervalSeconds: 1 }, (batch) =>
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
      return countWaiting(pool, JOB_NAME)
    },
  }
}

const asJobs = (jobs: object[]) => jobs.map((data) => ({ data }))

/** pg-boss stores the error of a job, and database errors repeat the parameters of their statement. */
function withoutParameters(error: unknown): Error {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  return new Error(root instanceof Error ? root.message : 'It failed')
}

async function prepare(boss: PgBoss): Promise<void> {
  await boss.start()
  await boss.createQueue(JOB_NAME, {
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3600,
    retentionSeconds: 14 * 86_400,
  })
  // Makes pg-boss cache the queue now, so that it does not look it up during a transaction.
  await boss.insert(JOB_NAME, [])
}

function unwrapped(answer: unknown): { rows: unknown[] } {
  const answers = Array.isArray(answer) ? answer : [answer]
  return { rows: answers.flatMap(({ rows }: { rows?: unknown[] }) => rows ?? []) }
}
