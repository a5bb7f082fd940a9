import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createFairQueue, type FairKeys, type FairLimits } from '#server/kernel/fair-queue.ts'
import { partsOf } from '#server/storage/file-parts.ts'
import { Problem } from '#shared/http/errors.ts'
import { spawnConfined } from './confined-process.ts'
import {
  type AttachmentHeader,
  DISK_FULL,
  type OmissionReason,
  type PacketDocument,
  type WorkerMessage,
} from './worker-protocol.ts'

/** For all PDFs of one document together; further ones are only listed on a page. */
const MAX_PDF_BYTES = 200_000_000
/** CPU time for each file, and for the start and the end. */
const MAX_STEP_CPU_MS = 15_000
/** Wall-clock time for the same. It is longer, because the machine may be busy. */
const MAX_STEP_MS = 60_000
const MS_PER_ENTRY = 20
const MAX_RSS_BYTES = 600_000_000
/** After this many crashes of the worker, the PDFs that have not been read yet are left out. */
const MAX_CRASHES = 3

const worker = fileURLToPath(new URL('./packet-worker.ts', import.meta.url))
/** One owner, link or network never uses both slots, so that the next one does not wait for its documents. */
const ofOwner = { running: 1, waiting: 10 }
const limits: FairLimits = {
  running: 2,
  runningPer: { owner: ofOwner.running, link: 1, network: 1 },
  waiting: 200,
  waitingPer: { owner: ofOwner.waiting, link: 10, network: 20 },
}
/** How many documents of one owner can be in progress or queued. */
export const DOCUMENTS_OF_OWNER = ofOwner.running + ofOwner.waiting
/** Separate, so that a visitor who looks at one file does not wait for packets. */
const [packetQueue, copyQueue] = [createFairQueue({ limits }), createFairQueue({ limits })]

/** The bytes of one file: a PDF as uploaded, or the upright WebP preview of a picture, of unknown size. */
export type Source = { mimeType: string; size: number | null; open(): Promise<Readable | null> }
type Progress = (done: number, total: number) => void
export type PacketOptions = {
  signal: AbortSignal
  onProgress?: Progress
  /** The owner, link or network that it is queued for. */
  keys: FairKeys
  /** Called when its turn comes: returns the document if it was built in the meantime. */
  lookUp?: () => Promise<CreatedPacket | null>
}

/**
 * A PDF in an unlinked temporary file, which disappears once it has been read or removed; `copy` keeps it. `size` is in
 * bytes. `isComplete`: everything could be fetched, so building it again gives the same document.
 */
export type CreatedPacket = {
  size: number
  isComplete: boolean
  read(): Readable
  copy(): Readable
  remove(): Promise<void>
}

/**
 * Builds a document followed by `sources` in order; a file that cannot be read is replaced by a page with an
 * explanation. Rejects with `packet_failed`, `storage_full` or the signal's reason, or if the bytes cannot be fetched.
 */
export function createPacket(
  document: PacketDocument,
  sources: Source[],
  options: PacketOptions,
): Promise<CreatedPacket> {
  const queue = document.kind === 'copy' ? copyQueue : packetQueue
  const { keys, signal } = options
  const work = async () => {
    const found = await options.lookUp?.()
    if (found) return found
    const file = await openUnlinkedFile()
    try {
      const { size, isComplete } = await writeDocument(document, withinLimit(sources), file.handle, options)
      return {
        ...{ size, isComplete },
        remove: file.close,
        copy: () => Readable.from(partsOf(file.handle), { objectMode: false }),
        read: () => file.handle.createReadStream({ start: 0, end: size - 1, autoClose: true }),
      }
    } catch (error) {
      await file.close()
      throw error
    }
  }
  return queue.run(keys, work, signal)
}

/** Unlinked right after it is created, so that no crash leaves it behind. */
async function openUnlinkedFile(): Promise<{ handle: FileHandle; close(): Promise<void> }> {
  const path = join(tmpdir(), `lanyard-packet-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return { handle, close: () => handle.close().catch(() => {}) }
}

type Attachment = Source | { omitted: OmissionReason }

function withinLimit(sources: Source[]): Attachment[] {
  let sum = 0
  return sources.map((source) => {
    if (source.mimeType !== 'application/pdf' || source.size === null) return source
    if (sum + source.size > MAX_PDF_BYTES) return { omitted: 'over_limit' }
    sum += source.size
    return source
  })
}

/** Runs the worker; if a file crashes it, runs it again without that file. */
async function writeDocument(
  document: PacketDocument,
  given: Attachment[],
  { fd }: FileHandle,
  { signal, onProgress = () => {} }: PacketOptions,
): Promise<{ size: number; isComplete: boolean }> {
  let attachments = given
  let furthest = -1
  let isComplete = true
  const onMissing = () => {
    isComplete = false
  }
  for (let crashes = 0; ; crashes++) {
    const onStep = (done: number, total: number) => {
      if (done > furthest) onProgress(done, total)
      furthest = Math.max(furthest, done)
    }
    const result = await runWorker(document, attachments, fd, signal, { onStep, onMissing })
    if ('size' in result) return { size: result.size, isComplete: isComplete && crashes === 0 }
    signal.throwIfAborted()
    const { stoppedAt } = result
    if (stoppedAt === null || crashes > MAX_CRASHES) throw new Problem('packet_failed')
    attachments = attachments.map((attachment, index) => {
      if ('omitted' in attachment) return attachment
      if (index === stoppedAt) return { omitted: 'unreadable' }
      const isUntried = index > stoppedAt && attachment.mimeType === 'application/pdf'
      return isUntried && crashes >= MAX_CRASHES - 1 ? { omitted: 'untried' } : attachment
    })
  }
}

type WorkerResult = { size: number } | { stoppedAt: number | null }

async function runWorker(
  document: PacketDocument,
  attachments: Attachment[],
  fd: number,
  signal: AbortSignal,
  { onStep, onMissing }: { onStep: Progress; onMissing(): void },
): Promise<WorkerResult> {
  const { child, kill } = spawnConfined(
    ['--max-old-space-size=384'],
    [worker, String(MAX_RSS_BYTES), String(MAX_STEP_CPU_MS)],
    { stdio: ['pipe', 'pipe', 'ignore', fd], signal },
  )
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('The system starts no more processes')
  // A worker that has exited is noticed by the end of its stdout.
  stdin.on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  const resetTimer = (ms = MAX_STEP_MS) => {
    clearTimeout(timer)
    timer = setTimeout(kill, ms)
  }
  let current: number | null = null
  let size: number | null = null
  let isTruncated = false
  try {
    // The document's own pages come first, and their number grows with its entries.
    resetTimer(MAX_STEP_MS + entriesIn(document) * MS_PER_ENTRY)
    stdin.write(`${JSON.stringify(document)}\n`)
    for await (const line of createInterface({ input: stdout })) {
      const message: WorkerMessage = JSON.parse(line)
      if ('size' in message) size = message.size
      else {
        current = message.next
        onStep(current, attachments.length)
        clearTimeout(timer)
        await send(stdin, attachments[current] ?? { omitted: 'missing' }, onMissing).catch((error) => {
          isTruncated = error instanceof Problem && error.code === 'file_bytes_missing'
          if (!isTruncated) throw error
        })
        // The worker waits for bytes that do not exist: start over and report this file as damaged.
        if (isTruncated) return { stoppedAt: current }
      }
      resetTimer()
    }
    if ((await ended) === DISK_FULL) throw new Problem('storage_full')
    if (size === null) return { stoppedAt: current }
    onStep(attachments.length, attachments.length)
    return { size }
  } finally {
    clearTimeout(timer)
    kill()
    await ended
  }
}

function entriesIn(document: PacketDocument): number {
  if (document.kind === 'ceu') return document.packet.entries.length
  if (document.kind === 'copy') return 0
  return document.view.items.reduce((sum, item) => sum + ('entries' in item ? item.entries.length : 1), 0)
}

async function send(stdin: Writable, attachment: Attachment, onMissing: () => void): Promise<void> {
  const writeHeader = (header: AttachmentHeader) => stdin.write(`${JSON.stringify(header)}\n`)
  if ('omitted' in attachment) return void writeHeader(attachment)
  const { mimeType, size } = attachment
  const bytes = await attachment.open()
  if (bytes === null) {
    onMissing()
    return void writeHeader({ omitted: 'missing' })
  }
  if (size !== null) {
    writeHeader({ mimeType, size })
    return pipeBytes(bytes, stdin)
  }
  const whole = await buffer(bytes)
  writeHeader({ mimeType, size: whole.length })
  stdin.write(whole)
}

async function pipeBytes(bytes: Readable, stdin: Writable): Promise<void> {
  for await (const chunk of bytes) {
    if (stdin.destroyed) return
    if (!stdin.write(chunk)) await drained(stdin)
  }
}

/** Resolves also when the stream is closed, because it then never drains. */
function drained(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done)
      resolve()
    }
    stdin.on('drain', done).on('close', done)
    if (stdin.destroyed || stdin.writableNeedDrain === false) done()
  })
}
