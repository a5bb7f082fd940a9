import type { Readable } from 'node:stream'
import type { Packet } from '#shared/ceu/packet.ts'
import type { ShareView } from '#shared/shares/view.ts'
import type { Fault } from './pdf/import.ts'

/** What to make: the audit packet of a cycle, the packet of a share, or the pages of one PDF and nothing else of it. */
export type PacketDocument =
  | { kind: 'ceu'; packet: Packet }
  | { kind: 'share'; view: ShareView }
  | { kind: 'copy' }

/** Why a file is not in a document as it is. */
export type Absence = Fault | 'missing' | 'over_limit' | 'untried'
export type Piece = { bytes: Uint8Array; mimeType: string } | { absence: Absence }

/** A document under way: `count` pieces come in their order, and `written` waits for what is on its way out. */
export type Book = {
  doc: PDFKit.PDFDocument
  count: number
  add(position: number, piece: Piece, written: () => Promise<void>): Promise<void>
  /** Ends it, and answers the number of its pages. */
  close(): number
}

/** The head of one piece on its way to the worker; `size` bytes follow it. */
export type FileHead = { mimeType: string; size: number } | { absence: Absence }
/** What the worker says: which piece it wants, or what it has made. */
export type Told = { next: number } | { pages: number; size: number }

/** The worker's exit code when the temporary disk has no room. */
export const DISK_FULL = 28

/** Lines of JSON and stretches of bytes, in turn, out of one stream. Rejects when it ends too early. */
export function readFrames(source: Readable) {
  const parts = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<Buffer> {
    const { value, done } = await parts.next()
    if (done) throw new Error('The stream ended too early')
    return value
  }

  async function line(): Promise<unknown> {
    const held: Buffer[] = []
    let part = rest
    let end = part.indexOf(0x0a)
    while (end < 0) {
      held.push(part)
      part = await more()
      end = part.indexOf(0x0a)
    }
    rest = part.subarray(end + 1)
    return JSON.parse(Buffer.concat([...held, part.subarray(0, end)]).toString('utf8'))
  }

  async function bytes(size: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(size)
    let filled = 0
    let part = rest
    for (;;) {
      const taken = Math.min(part.length, size - filled)
      part.copy(whole, filled, 0, taken)
      filled += taken
      rest = part.subarray(taken)
      if (filled === size) return whole
      part = await more()
    }
  }

  return { line, bytes }
}
