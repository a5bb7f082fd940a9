import type { Readable } from 'node:stream'
import type { Packet } from '#shared/ceu/packet.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { ShareView } from '#shared/shares/view.ts'
import type { CheckNote } from './check-note.ts'
import type { Fault } from './pdf/import.ts'

/** What to build: the audit packet of a cycle, the packet of a share, or a copy of the pages of one PDF. */
export type PacketDocument =
  | { kind: 'ceu'; packet: Packet; language: Language; check: CheckNote }
  | { kind: 'share'; view: ShareView; language: Language; check: CheckNote }
  | { kind: 'copy'; language: Language }

/** Why a file is left out of a document. */
export type OmissionReason = Fault | 'missing' | 'over_limit' | 'untried'
/** The bytes of a file to append, or why there are none. */
export type Attachment = { bytes: Uint8Array; mimeType: string } | { omitted: OmissionReason }

/** A document being built: `count` attachments are added in their order; `flushed` waits for pending output. */
export type PdfBuilder = {
  doc: PDFKit.PDFDocument
  count: number
  add(position: number, attachment: Attachment, flushed: () => Promise<void>): Promise<void>
  /** Ends the document and returns the number of its pages. */
  close(): number
}

/** Precedes an attachment on the worker's stdin; `size` bytes follow. */
export type AttachmentHeader = { mimeType: string; size: number } | { omitted: OmissionReason }
/** A line on the worker's stdout: which attachment it needs next, or what it has built. */
export type WorkerMessage = { next: number } | { pages: number; size: number }

/** The worker's exit code when the temporary disk is full. */
export const DISK_FULL = 28

/** Reads lines of JSON and runs of bytes from one stream. Rejects when it ends too early. */
export function createFrameReader(source: Readable) {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function nextChunk(): Promise<Buffer> {
    const { value, done } = await chunks.next()
    if (done) throw new Error('The stream ended too early')
    return value
  }

  /** The sender is our own process, so the value is not checked. */
  async function line<T>(): Promise<T> {
    const before: Buffer[] = []
    let chunk = rest
    let end = chunk.indexOf(0x0a)
    while (end < 0) {
      before.push(chunk)
      chunk = await nextChunk()
      end = chunk.indexOf(0x0a)
    }
    rest = chunk.subarray(end + 1)
    const value: T = JSON.parse(Buffer.concat([...before, chunk.subarray(0, end)]).toString('utf8'))
    return value
  }

  async function bytes(size: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(size)
    let filled = 0
    let chunk = rest
    for (;;) {
      const taken = Math.min(chunk.length, size - filled)
      chunk.copy(whole, filled, 0, taken)
      filled += taken
      rest = chunk.subarray(taken)
      if (filled === size) return whole
      chunk = await nextChunk()
    }
  }

  return { line, bytes }
}
