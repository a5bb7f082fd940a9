import { Worker } from 'node:worker_threads'
import { errorMessage } from '#server/kernel/error-details.ts'

/** What the worker is started for: to serve the database in `folder`, or only to create it. */
export type Task = { folder: string; once: boolean }
/** Bytes of the wire protocol, a path for a copy of the folder, or neither: a clean shutdown. */
export type Request = { id: number; bytes?: Uint8Array; copyTo?: string }
export type Answer = { id: number; bytes: Uint8Array<ArrayBuffer>; failure?: string }

export type Send = (bytes: Uint8Array) => Promise<Uint8Array>

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void }
type Running = { worker: Worker; send: Send; copyTo(folder: string): Promise<void>; stopped: Promise<Error> }

/** The embedded PostgreSQL in its worker thread. Should the thread die, the next connection starts another. */
export class EmbeddedServer {
  #folder: string
  #running: Promise<Running> | null = null
  #closed = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Begins a session. `onStop` is told once if the thread it belongs to ends, whatever the reason. */
  async connect(onStop: (reason: Error) => void): Promise<Send> {
    if (this.#closed) throw new Error('The embedded database is closed.')
    this.#running ??= this.#start()
    const { send, stopped } = await this.#running
    stopped.then(onStop)
    return send
  }

  /**
   * Copies the whole folder to a new one, between two queries: what a kill at this moment would leave, and therefore
   * everything that is committed. Queries wait meanwhile.
   */
  async copyTo(folder: string): Promise<void> {
    if (this.#closed) throw new Error('The embedded database is closed.')
    this.#running ??= this.#start()
    await (await this.#running).copyTo(folder)
  }

  /** Shuts PostgreSQL down cleanly and waits for its thread to end. */
  async close(): Promise<void> {
    this.#closed = true
    const running = await this.#running?.catch(() => null)
    if (!running) return
    running.worker.postMessage({ id: 0 } satisfies Request)
    await running.stopped
  }

  #start(): Promise<Running> {
    const starting = startThread(this.#folder)
    const forget = () => {
      if (this.#running === starting) this.#running = null
    }
    starting.then(({ stopped }) => stopped.then(forget), forget)
    return starting
  }
}

/** Runs PostgreSQL in a thread of its own until the empty `folder` is a database; its memory goes with the thread. */
export async function createEmbedded(folder: string): Promise<void> {
  const worker = newWorker({ folder, once: true })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}

function newWorker(task: Task): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, execArgv: [] })
}

function startThread(folder: string): Promise<Running> {
  const worker = newWorker({ folder, once: false })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let reason = new Error('The embedded database has stopped.')
  worker.on('error', (cause) => {
    reason = new Error(`The embedded database has stopped: ${errorMessage(cause)}`, { cause })
  })
  const stopped = new Promise<Error>((resolve) => {
    worker.once('exit', () => {
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
      resolve(reason)
    })
  })
  const ask = (request: Omit<Request, 'id'>, moved: ArrayBuffer[] = []) =>
    new Promise<Uint8Array>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, ...request } satisfies Request, moved)
    })
  const send: Send = (bytes) => {
    const copy = new Uint8Array(bytes) // pg's buffers lie in a common pool, which must not be transferred
    return ask({ bytes: copy }, [copy.buffer])
  }
  const copyTo = async (folder: string) => void (await ask({ copyTo: folder }))
  return new Promise((resolve, reject) => {
    stopped.then(reject)
    worker.once('message', () => {
      worker.on('message', ({ id, bytes, failure }: Answer) => {
        if (failure === undefined) waiting.get(id)?.resolve(bytes)
        else waiting.get(id)?.reject(new Error(failure))
        waiting.delete(id)
      })
      resolve({ worker, send, copyTo, stopped })
    })
  })
}
