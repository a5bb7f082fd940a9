import type pg from 'pg'
import { noConnection, type Run, runAlone, StatementBatch, send } from './statement-batch.ts'

const MOST_TOGETHER = 8
/** So few are not divided among free connections: a message takes longer than a small statement. */
const FEW = 4
const queues = new WeakMap<pg.Pool, (run: Run) => void>()

/**
 * Runs a statement on any connection of the pool. Those of all requests that have arrived, and those that wait for a connection,
 * are sent together, which takes less of both sides than one message for each; a free connection gets its share of many. They
 * must only read and lock nothing: together they are one transaction. If one fails, those after it are run again by
 * themselves.
 */
export function readFrom(pool: pg.Pool, run: Run): void {
  const queue = queues.get(pool) ?? createQueue(pool)
  queues.set(pool, queue)
  queue(run)
}

function createQueue(pool: pg.Pool): (run: Run) => void {
  const waiting: Run[] = []
  let asked = 0
  let isGathering = false
  const share = () => Math.min(MOST_TOGETHER, Math.max(FEW, Math.ceil(waiting.length / (1 + pool.idleCount))))
  const ask = () => {
    asked += 1
    const last = waiting.at(-1) as Run
    pool.connect((error, client, release) => {
      asked -= 1
      // No connection: those that waited for it as long as this call did.
      const runs = waiting.splice(0, client ? share() : waiting.indexOf(last) + 1)
      if (waiting.length > 0 && asked === 0) ask()
      if (!client) for (const { done } of runs) done(error ?? noConnection)
      else if (runs.length === 0) release()
      else send(client, new StatementBatch(runs, (run) => runAlone(pool, run)), release)
    })
  }
  const askForAll = () => {
    isGathering = false
    while (asked < pool.options.max && asked * FEW < waiting.length) ask()
  }
  return (run) => {
    waiting.push(run)
    if (isGathering) return
    isGathering = true
    // After the requests that have already arrived.
    setImmediate(askForAll)
  }
}
