import type { Readable } from 'node:stream'

/** The chunks of a byte stream, typed as `Buffer`: Node types those of a `Readable` as `any`. */
export function chunksOf(bytes: Readable): AsyncIterable<Buffer> {
  return bytes
}
