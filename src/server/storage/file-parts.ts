import type { FileHandle } from 'node:fs/promises'

const PART_BYTES = 65_536

/**
 * Not Node's own stream of a file: destroyed, as when a connection is lost, it closes the file whatever it was told, and
 * the file's number goes to whatever is opened next.
 */
export async function* partsOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
