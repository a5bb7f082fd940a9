import type { FileHandle } from 'node:fs/promises'

const PART_BYTES = 65_536

/**
 * Not Node's own file stream: when it is destroyed, for example by a lost connection, it closes the file regardless of
 * its options, and the next opened file gets the same descriptor.
 */
export async function* partsOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
