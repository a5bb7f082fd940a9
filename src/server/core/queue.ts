import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database, Db } from './database.ts'
import type { Logger } from './log.ts'

/** Work that any process may do, and that outlives all of them. Each job is done at least once, maybe twice. */
export type Queue = {
  /** Before the first `add`, and outside a transaction: the embedded database has one connection. */
  open(): Promise<void>
  /** Adds jobs in the caller's transaction: they are there when it is committed, and not before. */
  add(tx: Db, jobs: object[]): Promise<void>
  /** Takes the jobs back that carry one of these `ids`, whatever became of them. */
  forget(tx: Db, ids: string[]): Promise<void>
  /** Lets this process work. `work` that rejects is tried again. */
  start(work: (jobs: object[]) => Promise<void>): Promise<void>
  /** Finishes what is under way, and takes no more. */
  stop(): Promise<void>
  /** Jobs that nobody has finished yet; rejects when the queue does not work. */
  waiting(): Promise<number>
}

const schema = 'queue'
const name = 'deliver'
const batchSize = 20
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
  let isStopping = false
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

  return {
    open,
    async add(tx, jobs) {
      if (jobs.length === 0) return
      const db = fromDrizzle(tx, sql)
      await boss.insert(
        name,
        jobs.map((data) => ({ data })),
        { db },
      )
    },
    async forget(tx, ids) {
      if (ids.length === 0 || !ready) return
      await tx.execute(
        sql`delete from ${sql.raw(schema)}.job where name = ${name} and data->'ids' ?| ${sql.param(ids)}::text[]`,
      )
    },
    async start(work) {
      while (!isStopping && !(await opened())) await pause(RETRY_MS, undefined, { ref: false })
      if (isStopping) return
      await boss.work(name, { batchSize, pollingIntervalSeconds: 1 }, (batch) =>
        work(batch.map(({ data }) => data as object)).catch(withoutParameters),
      )
    },
    async stop() {
      isStopping = true
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
