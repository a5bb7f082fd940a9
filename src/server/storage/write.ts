import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '#shared/http/errors.ts'
import { chunksOf } from './chunks.ts'
import type { Stored } from './storage.ts'

/** Bytes per write: each write has to wake a thread, which costs more than a chunk of the network. */
const WRITE_BYTES = 512 * 1024
/** A client that sends a byte at a time must not fill the memory with chunks. */
const MOST_CHUNKS = 64

/** Writes all of `bytes` to an empty file; rejects with `file_too_large` past `maxBytes`. */
export async function writeMeasured(handle: FileHandle, bytes: Readable, maxBytes: number): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  let held: Buffer[] = []
  let heldBytes = 0
  async function writeHeld() {
    await writeAll(handle, held, heldBytes)
    held = []
    heldBytes = 0
  }
  for await (const chunk of chunksOf(bytes)) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Problem('file_too_large')
    hash.update(chunk)
    held.push(chunk)
    heldBytes += chunk.byteLength
    if (heldBytes >= WRITE_BYTES || held.length >= MOST_CHUNKS) await writeHeld()
  }
  if (heldBytes > 0) await writeHeld()
  return { size, sha256: hash.digest('hex') }
}

async function writeAll(handle: FileHandle, chunks: Buffer[], size: number): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks)
  // When space runs out, the system writes a part; writing the rest then fails with the reason.
  if (bytesWritten < size) await handle.appendFile(Buffer.concat(chunks).subarray(bytesWritten))
}

export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}
