import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { partsOf } from './file-parts.ts'
import type { Stored } from './storage.ts'
import { writeMeasured } from './write.ts'

export type Spooled = Stored & {
  /** For random access. */
  fd: number
  /** A stream from the first byte; can be called repeatedly. */
  open(): ReadableStream<Uint8Array>
  close(): Promise<void>
}

/**
 * Spools an upload to the local disk. The store requires size and hash before the first byte, and all bytes again after
 * a lost connection; memory is too small for everyone's uploads. The file has no name, so a kill leaves nothing behind.
 */
export async function spool(folder: string, bytes: Readable, maxBytes: number): Promise<Spooled> {
  // The client may disconnect before the file is open. Without a listener the error would stop the process.
  bytes.on('error', () => {})
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const stored = await writeMeasured(handle, bytes, maxBytes)
    return {
      ...stored,
      fd: handle.fd,
      open: () => Readable.toWeb(Readable.from(partsOf(handle), { objectMode: false })),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
