import { randomBytes } from 'node:crypto'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { previewWidths } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'
import { resealName } from './name-service.ts'
import { removeBytes } from './service.ts'
import { previewKey } from './storage-key-service.ts'
import { type FileRow, listNamesToSeal, listUnencryptedFiles, moveFile } from './store.ts'

const BATCH = 100

/**
 * Encrypts the files that were uploaded before FILES_KEY was set, one after the other: the new bytes are durable before
 * their row names them, and the old bytes are removed after that. Safe to run again, to be killed, and to run while
 * files are read or deleted. A file whose bytes do not match its row is skipped.
 */
export async function encryptFiles(
  services: Services,
  stop?: AbortSignal,
): Promise<{ encrypted: number; left: string[] }> {
  const { db, storage, log } = services
  const left: string[] = []
  let encrypted = 0
  let last: string | null = null
  for (let found = BATCH; storage.keySuffix !== '' && found === BATCH; ) {
    const rows: FileRow[] = await listUnencryptedFiles(db, last, BATCH)
    for (const row of rows) {
      if (stop?.aborted) return { encrypted, left }
      if (await encryptFile(services, row)) encrypted += 1
      else left.push(row.id)
    }
    last = rows.at(-1)?.id ?? null
    found = rows.length
  }
  if (encrypted > 0) log.info({ encrypted }, 'files of before FILES_KEY are encrypted')
  if (left.length > 0) log.warn({ files: left.slice(0, 100), count: left.length }, 'files are not encrypted')
  return { encrypted, left }
}

/**
 * Encrypts the names of documents of health records that are plain, or encrypted with an old FILES_KEY, with the current
 * one. Safe to be stopped, to run again, and during changes. Resolves to the number of documents.
 */
export async function sealNames(
  { db, fieldCipher, log }: Pick<Services, 'db' | 'fieldCipher' | 'log'>,
  stop?: AbortSignal,
): Promise<number> {
  const { current } = fieldCipher
  if (current === null) return 0
  let sealed = 0
  let last: string | null = null
  for (let found = BATCH; found === BATCH && !stop?.aborted; ) {
    const rows: FileRow[] = await listNamesToSeal(db, current, last, BATCH)
    for (const row of rows)
      try {
        if (await resealName(db, fieldCipher, row)) sealed += 1
      } catch (error) {
        // A damaged name must not stop the others.
        if (!(error instanceof Problem)) throw error
        log.warn({ file: row.id }, 'the name of a document does not open')
      }
    found = rows.length
    last = rows.at(-1)?.id ?? null
  }
  if (sealed > 0) log.info({ documents: sealed }, 'names of health documents are encrypted with FILES_KEY')
  return sealed
}

async function encryptFile(services: Services, row: FileRow): Promise<boolean> {
  const { db, storage } = services
  // Derived from the old key, so that a reader with the previous row still finds it; and unique per attempt, so that
  // the sweeper does not take it for a leftover of an earlier attempt.
  const key = `${row.key}-${randomBytes(4).toString('hex')}${storage.keySuffix}`
  try {
    const isCopied = (await copy(services, row, row.key, key, row)) !== null
    if (isCopied) {
      for (const width of previewWidths)
        await copy(services, row, previewKey(row.key, width), previewKey(key, width))
    }
    const isMoved = isCopied && (await moveFile(db, row.id, row.key, key))
    await removeBytes(services, [isMoved ? row.key : key])
    return isMoved
  } catch (error) {
    await removeBytes(services, [key])
    // The account or the bytes are gone, which must not stop the other files.
    const isGone =
      error instanceof Problem && ['not_authenticated', 'file_bytes_missing'].includes(error.code)
    if (isGone) return false
    throw error
  }
}

/** `null` if there are no bytes, or other bytes than expected. */
async function copy(
  { storage }: Services,
  { ownerId }: FileRow,
  from: string,
  to: string,
  expected?: Pick<FileRow, 'size' | 'sha256'>,
): Promise<object | null> {
  const bytes = await storage.read(from)
  if (!bytes) return null
  const options = { maxBytes: Number.MAX_SAFE_INTEGER, owner: asOwnerId(ownerId) }
  // A stream that is neither read nor destroyed would end the process with an unhandled error.
  const { size, sha256 } = await storage.write(to, bytes, options).finally(() => bytes.destroy())
  return expected && (size !== expected.size || sha256 !== expected.sha256) ? null : { size, sha256 }
}
