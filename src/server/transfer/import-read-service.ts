import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#server/kernel/fair-queue.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ReadExport, ReadLists, ReadMessage } from './import-data-service.ts'
import { overLimit } from './import-rows-service.ts'

/** The fullest vault takes about ten seconds. */
const MAX_SECONDS = 60
const MAX_MEMORY_MIB = 256

const perKey = { owner: 1, link: 0, network: 0 }
/** Each needs a thread and its memory, so two at a time in this process. */
const readingQueue = createFairQueue({
  limits: { running: 2, runningPer: perKey, waiting: 50, waitingPer: perKey },
  busy: 'imports_busy',
})

/** All records of the ZIP in an open file, read in a separate thread. Rejects as `readExport` does. */
export function readInThread(owner: Owner, fd: number, signal: AbortSignal): Promise<ReadExport> {
  return readingQueue.run({ owner }, () => runThread(fd, signal), signal)
}

async function runThread(fd: number, signal: AbortSignal): Promise<ReadExport> {
  const { NODE_COMPILE_CACHE } = process.env
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { fd },
    execArgv: [],
    // None of the server's settings, only the folder for compiled TypeScript: without it a start takes twice as long.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadExport>()
  const lists: ReadLists = {
    credentials: [],
    cycles: [],
    entries: [],
    lookups: [],
    practiceLog: [],
    healthRecords: [],
    renewals: [],
    requirementLists: [],
    files: [],
  }
  worker.on('message', (message: ReadMessage) => {
    if ('problem' in message) {
      const { code, errors } = message.problem
      reject(new Problem(code, errors ? { errors } : {}))
    } else if ('head' in message) resolve({ ...message.head, ...lists })
    else append(lists, message)
  })
  worker.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(error)))
  worker.once('exit', () => reject(new Error('The thread that reads an import ended early')))
  const abandon = () => reject(signal.reason)
  signal.addEventListener('abort', abandon, { once: true })
  const timer = setTimeout(() => {
    reject(overLimit('ZIP', `Takes longer than ${MAX_SECONDS} seconds to read`))
  }, MAX_SECONDS * 1000)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abandon)
    // Before the file is closed: the next open file gets its descriptor number.
    await worker.terminate()
  }
}

function append(lists: ReadLists, message: Extract<ReadMessage, { list: string }>): void {
  const rows: object[] = lists[message.list]
  rows.push(...message.rows)
}

function refusalOf(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return overLimit('ZIP', `Needs more than ${MAX_MEMORY_MIB} MB of memory to read`)
}
