import type { Readable } from 'node:stream'
import type { Absence } from './packet-certificates.ts'

/** The head of one certificate on its way to the worker; `size` bytes follow it. */
export type FileHead = { mimeType: string; size: number } | { absence: Absence }
/** What the worker says: which certificate it wants, or what it has made. */
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
