import type { ReadPage } from '#shared/reading/page.ts'

/** `isCropped`: the picture is the card; it need not be looked for. */
export type RecognitionJob = { bitmap: ImageBitmap; number: number; isCropped: boolean }
export type RecognitionAnswer = { progress: number } | { page: ReadPage } | { failure: string }

/**
 * The longest time for one picture, including the first download of 4 MB. The reader's own promise may never settle.
 */
const LIMIT_MS = 60_000
/** An unused reader frees its memory. */
const IDLE_MS = 60_000

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
/** One picture after the other: each needs all of a phone. */
let queue: Promise<unknown> = Promise.resolve()

/** Reads the words of a picture in a worker. Rejects when it is cancelled or takes too long. */
export function recognize(
  job: RecognitionJob,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ReadPage> {
  const turn = queue.then(() => {
    signal.throwIfAborted()
    return ask(job, signal, onProgress)
  })
  queue = turn.catch(() => {})
  return turn
}

function ask(
  job: RecognitionJob,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ReadPage> {
  clearTimeout(idle)
  worker ??= new Worker(new URL('./recognition-worker.ts', import.meta.url), { type: 'module' })
  const asked = worker
  const { promise, resolve, reject } = Promise.withResolvers<ReadPage>()
  const stop = (reason: unknown) => {
    closeWorker()
    reject(reason)
  }
  const limit = setTimeout(() => stop(new Error('Reading took too long')), LIMIT_MS)
  const cancel = () => stop(signal.reason)
  signal.addEventListener('abort', cancel)
  asked.onerror = () => stop(new Error('The reader did not start'))
  asked.onmessage = ({ data }: MessageEvent<RecognitionAnswer>) => {
    if ('progress' in data) onProgress(data.progress)
    else if ('page' in data) resolve(data.page)
    // It may have failed to start, or be left in any state.
    else stop(new Error(data.failure))
  }
  asked.postMessage(job, [job.bitmap])
  return promise.finally(() => {
    clearTimeout(limit)
    signal.removeEventListener('abort', cancel)
    idle = setTimeout(closeWorker, IDLE_MS)
  })
}

function closeWorker(): void {
  worker?.terminate()
  worker = null
}
