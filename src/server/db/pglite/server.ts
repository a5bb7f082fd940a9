import { Worker } from 'node:worker_threads'
import { errorMessage } from '#server/kernel/error-details.ts'

/** The worker's task: serve the database in `folder`, or only create it. */
export type Task = { folder: string; once: boolean }
/** Bytes of the wire protocol, or a path to copy the folder to. A request with neither is a clean shutdown. */
export type Request = { id: number; bytes?: Uint8Array; copyTo?: string }
export type Answer = { id: number; bytes: Uint8Array<ArrayBuffer>; failure?: string }

export type Send = (bytes: Uint8Array) => Promise<Uint8Array>

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void }
type Running = { worker: Worker; send: Send; copyTo(folder: string): Promise<void>; stopped: Promise<Error> }

/** The embedded PostgreSQL in its worker thread. If the thread dies, the next connection starts another. */
export class EmbeddedServer {
  #folder: string
  #running: Promise<Running> | null = null
  #closed = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts a session. `onStop` is called once when its thread ends for any reason. */
  async connect(onStop: (reason: Error) => void): Promise<Send> {
    if (this.#closed) throw new Error('The embedded database is closed.')
    this.#running ??= this.#start()
    const { send, stopped } = await this.#running
    stopped.then(onStop)
    return send
  }

  /**
   * Copies the folder to a new one between two queries. The copy has the state after a kill at this moment, with
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

/** Runs PostgreSQL in its own thread until the empty `folder` is a database. Ending the thread frees the memory. */
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
    const copy = new Uint8Array(bytes) // pg's buffers share a pool, which must not be transferred
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
