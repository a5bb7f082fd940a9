import { constants, cpSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { errorMessage } from '#server/kernel/error-details.ts'
import { DurableFs } from './durable-fs.ts'
import { holdsPanic } from './panic.ts'
import type { Answer, Request, Task } from './server.ts'

// The thread that runs PostgreSQL. It takes bytes of the wire protocol and returns bytes, one request at a time.

const task: Task = workerData

const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB']

const pglite = await PGlite.create({
  fs: new DurableFs(task.folder),
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F turns fsync off
    ...settings.flatMap((setting) => ['-c', setting]),
  ],
})

if (task.once) {
  await pglite.close()
} else {
  let turn: Promise<void> = Promise.resolve()
  parentPort?.on('message', (request: Request) => {
    turn = turn.then(() => handle(request))
  })
  parentPort?.postMessage('ready')
}

async function handle({ id, bytes, copyTo }: Request): Promise<void> {
  if (copyTo !== undefined) return copyFolder(id, copyTo)
  if (bytes === undefined) {
    await pglite.close()
    return parentPort?.close()
  }
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(bytes, {
    onRawData: (part) => void parts.push(part.slice()), // A view of WebAssembly memory that the next row overwrites.
  })
  const answer: Answer = { id, bytes: joined(parts) }
  const panicked = holdsPanic(answer.bytes)
  parentPort?.postMessage(answer, [answer.bytes.buffer])
  // An uncaught error ends the thread; the next one recovers from the log on disk.
  if (panicked) throw new Error('PostgreSQL panicked')
}

/** Copies synchronously, so that no query runs in between: the log and the tables must be from the same moment. */
function copyFolder(id: number, copyTo: string): void {
  const answer: Answer = { id, bytes: new Uint8Array() }
  try {
    cpSync(task.folder, copyTo, { recursive: true, errorOnExist: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    answer.failure = `The database could not be copied: ${errorMessage(error)}`
  }
  parentPort?.postMessage(answer)
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
