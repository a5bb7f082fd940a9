import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { Problem } from '#shared/http/errors.ts'
import { type Absence, DISK_FULL, type FileHead, type PacketDocument, type Told } from './worker-protocol.ts'

/** All PDFs of one document; what comes after is named on a page instead. */
const MAX_PDF_BYTES = 200_000_000
/** Of the processor, for one file; and for the start and the end. */
const MAX_STEP_CPU_MS = 15_000
/** By the clock for the same: a busy machine is no fault of a file. */
const MAX_STEP_MS = 60_000
const MS_PER_ENTRY = 20
const MAX_RSS_BYTES = 600_000_000
/** Runs in which a file took the worker along, before all that were not yet read are left out. */
const MAX_CRASHES = 3

const worker = fileURLToPath(new URL('./packet-worker.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Our files and packages, wherever a link leads to them, but not the data that may lie beside them. */
const readable = ['src', 'node_modules', 'package.json']
  .flatMap((name) => [join(root, name), realpathSync(join(root, name))])
  .map((path) => `--allow-fs-read=${path}`)
const confined = ['--permission', ...readable, '--allow-addons', '--allow-worker']
/** A visitor who looks at one file does not wait for packets. */
const [packetsAtOnce, copiesAtOnce] = [pLimit(2), pLimit(2)]

/** The bytes of one file: a PDF as it is, of a picture its upright WebP preview, whose size is not known. */
export type Source = { mimeType: string; size: number | null; open(): Promise<Readable | null> }
type Progress = (done: number, total: number) => void
type Options = { signal: AbortSignal; onProgress?: Progress }

/** A PDF in a nameless file: it is gone when it was read, or when `remove` is called. */
export type MadePacket = { size: number; read(): Readable; remove(): Promise<void> }

/**
 * Writes a document with `sources` as its files, in their order. What cannot be read gets a page that says so. Rejects
 * with `packet_failed`, with the signal's reason, or when the bytes cannot be fetched.
 */
export function makePacket(
  document: PacketDocument,
  sources: Source[],
  options: Options,
): Promise<MadePacket> {
  const atOnce = document.kind === 'copy' ? copiesAtOnce : packetsAtOnce
  return atOnce(async () => {
    options.signal.throwIfAborted()
    const file = await openNameless()
    try {
      const size = await writeDocument(document, withinLimit(sources), file.handle, options)
      return {
        size,
        remove: file.close,
        read: () => file.handle.createReadStream({ start: 0, end: size - 1, autoClose: true }),
      }
    } catch (error) {
      await file.close()
      throw error
    }
  })
}

/** Readable by nobody else, and without a name as soon as it is there: no crash leaves it behind. */
async function openNameless(): Promise<{ handle: FileHandle; close(): Promise<void> }> {
  const path = join(tmpdir(), `lanyard-packet-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return { handle, close: () => handle.close().catch(() => {}) }
}

type Piece = Source | { absence: Absence }

function withinLimit(sources: Source[]): Piece[] {
  let sum = 0
  return sources.map((source) => {
    if (source.mimeType !== 'application/pdf' || source.size === null) return source
    if (sum + source.size > MAX_PDF_BYTES) return { absence: 'over_limit' }
    sum += source.size
    return source
  })
}

/** Once; and again without the file that took the worker along. */
async function writeDocument(
  document: PacketDocument,
  given: Piece[],
  { fd }: FileHandle,
  { signal, onProgress = () => {} }: Options,
): Promise<number> {
  let pieces = given
  let furthest = -1
  for (let crashes = 0; ; crashes++) {
    const end = await runWorker(document, pieces, fd, signal, (done, total) => {
      if (done > furthest) onProgress(done, total)
      furthest = Math.max(furthest, done)
    })
    if ('size' in end) return end.size
    signal.throwIfAborted()
    const { stoppedAt } = end
    if (stoppedAt === null || crashes > MAX_CRASHES) throw new Problem('packet_failed')
    pieces = pieces.map((piece, index) => {
      if ('absence' in piece) return piece
      if (index === stoppedAt) return { absence: 'unreadable' }
      const isUntried = index > stoppedAt && piece.mimeType === 'application/pdf'
      return isUntried && crashes >= MAX_CRASHES - 1 ? { absence: 'untried' } : piece
    })
  }
}

type End = { size: number } | { stoppedAt: number | null }
type Child = ChildProcessByStdio<Writable, Readable, null>

async function runWorker(
  document: PacketDocument,
  pieces: Piece[],
  fd: number,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<End> {
  // As for pictures nothing of our settings is in its environment; and it may read the program, and do nothing else.
  const child = spawn(
    process.execPath,
    [...confined, '--max-old-space-size=384', worker, String(MAX_RSS_BYTES), String(MAX_STEP_CPU_MS)],
    {
      stdio: ['pipe', 'pipe', 'ignore', fd],
      env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
      signal,
      killSignal: 'SIGKILL',
    },
  ) as unknown as Child
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  // A worker that is gone is seen by what it no longer says.
  child.stdin.on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  const expectSoon = (ms = MAX_STEP_MS) => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), ms)
  }
  let current: number | null = null
  let size: number | null = null
  let isCut = false
  try {
    // Its own pages come first, and they are as many as it has entries.
    expectSoon(MAX_STEP_MS + entriesIn(document) * MS_PER_ENTRY)
    child.stdin.write(`${JSON.stringify(document)}\n`)
    for await (const text of createInterface({ input: child.stdout })) {
      const told = JSON.parse(text) as Told
      if ('size' in told) size = told.size
      else {
        current = told.next
        onProgress(current, pieces.length)
        clearTimeout(timer)
        await send(child, pieces[current] ?? { absence: 'missing' }).catch((error) => {
          isCut = error instanceof Problem && error.code === 'file_bytes_missing'
          if (!isCut) throw error
        })
        // It has been told more bytes than there are, and cannot go on: the next run is told that this one is damaged.
        if (isCut) return { stoppedAt: current }
      }
      expectSoon()
    }
    if ((await ended) === DISK_FULL) throw new Problem('storage_full')
    if (size === null) return { stoppedAt: current }
    onProgress(pieces.length, pieces.length)
    return { size }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    await ended
  }
}

function entriesIn(document: PacketDocument): number {
  if (document.kind === 'ceu') return document.packet.entries.length
  if (document.kind === 'copy') return 0
  return document.view.items.reduce((sum, item) => sum + ('entries' in item ? item.entries.length : 1), 0)
}

async function send({ stdin }: Child, piece: Piece): Promise<void> {
  const head = (told: FileHead) => stdin.write(`${JSON.stringify(told)}\n`)
  if ('absence' in piece) return void head(piece)
  const { mimeType, size } = piece
  const bytes = await piece.open()
  if (bytes === null) return void head({ absence: 'missing' })
  if (size !== null) {
    head({ mimeType, size })
    return pour(bytes, stdin)
  }
  const whole = await buffer(bytes)
  head({ mimeType, size: whole.length })
  stdin.write(whole)
}

async function pour(bytes: Readable, stdin: Writable): Promise<void> {
  for await (const part of bytes) {
    if (stdin.destroyed) return
    if (!stdin.write(part)) await drained(stdin)
  }
}

/** Or gone: then nothing drains any more. */
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
