import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '#shared/http/errors.ts'
import { chunksOf } from './chunks.ts'
import type { Stored } from './storage.ts'

/** Writes all of `bytes` to an empty file; rejects with `file_too_large` past `maxBytes`. */
export async function writeMeasured(handle: FileHandle, bytes: Readable, maxBytes: number): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunksOf(bytes)) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Problem('file_too_large')
    hash.update(chunk)
    await handle.appendFile(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}
