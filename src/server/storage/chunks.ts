import type { Readable } from 'node:stream'

/** The chunks of a byte stream, typed: Node types those of every `Readable` as `any`. */
export function chunksOf(bytes: Readable): AsyncIterable<Buffer> {
  return bytes
}
