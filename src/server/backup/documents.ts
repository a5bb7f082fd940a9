import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { z } from 'zod'
import { StartError } from '#server/kernel/config.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import type { Storage, Stored } from '#server/storage/storage.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'

/** A document: the id of its row, and its bytes as the row describes them. */
export const fileEntry = z.object({
  id: z.string(),
  owner: z.string(),
  key: z.string(),
  size: z.number().int(),
  sha256: z.string(),
})
export type FileEntry = z.infer<typeof fileEntry>

export type CopyResult = {
  /** Entries that are complete in the target, with size and hash as measured there. */
  copied: FileEntry[]
  bytes: number
  /** Entries whose bytes do not match their row; they were copied anyway. */
  damaged: FileEntry[]
  /** Entries without bytes, or with encrypted bytes that are damaged. */
  missing: FileEntry[]
}

const AT_ONCE = 4

/**
 * Copies the bytes of all entries and reads each back to verify it. Complete copies are kept: a copy that was killed
 * continues where it was.
 */
export async function copyFiles(
  from: Storage,
  to: Storage,
  entries: FileEntry[],
  onDone: (done: number) => void = () => {},
): Promise<CopyResult> {
  const result: CopyResult = { copied: [], bytes: 0, damaged: [], missing: [] }
  const limit = pLimit(AT_ONCE)
  let done = 0
  await Promise.all(
    entries.map((entry) =>
      limit(async () => {
        const stored = await copyFile(from, to, entry).catch((error) => {
          limit.clearQueue()
          throw error
        })
        done += 1
        onDone(done)
        if (!stored) return result.missing.push(entry)
        result.bytes += stored.size
        result.copied.push({ ...entry, ...stored })
        if (!isSame(stored, entry)) result.damaged.push(entry)
      }),
    ),
  )
  return result
}

async function copyFile(from: Storage, to: Storage, entry: FileEntry): Promise<Stored | null> {
  const already = await measureStored(to, entry)
  if (already) return already
  const bytes = await from.read(entry.key).catch(nullIfUnreadable)
  if (!bytes) return null
  const owner = asOwnerId(entry.owner)
  const stored = await to
    .write(entry.key, bytes, { maxBytes: Number.MAX_SAFE_INTEGER, owner })
    .catch(nullIfUnreadable)
  if (!stored) return null
  if (await measureStored(to, { key: entry.key, ...stored })) return stored
  throw new Error(`The copy of ${entry.key} is not what was written`)
}

/** Size and hash of the stored bytes, if they match the entry. */
async function measureStored(
  storage: Storage,
  { key, size, sha256 }: Pick<FileEntry, 'key' | 'size' | 'sha256'>,
): Promise<Stored | null> {
  if ((await storage.size(key)) !== size) return null
  const found = await measureBytes(storage, key).catch(nullIfUnreadable)
  return found && isSame(found, { size, sha256 }) ? found : null
}

async function measureBytes(storage: Storage, key: string): Promise<Stored | null> {
  const bytes = await storage.read(key)
  if (!bytes) return null
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunksOf(bytes)) {
    size += chunk.byteLength
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

/** A damaged encrypted document cannot be decrypted, so there are no bytes to copy. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof Problem && error.code === 'file_bytes_missing') return null
  throw error
}

/** Throws for the first document that does not match its entry. */
export async function checkDocuments(storage: Storage, entries: FileEntry[]): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const found = await Promise.all(entries.map((entry) => limit(() => measureStored(storage, entry))))
  const index = found.indexOf(null)
  if (index === -1) return
  throw new StartError(
    `The document ${entries[index]?.key} is missing or damaged in the backup: take another backup.`,
  )
}

function isSame(one: Stored, other: Stored): boolean {
  return one.size === other.size && one.sha256 === other.sha256
}

/** Removes documents without an entry: only for storage that was empty when the copy began. */
export async function removeStrangers(storage: Storage, entries: FileEntry[]): Promise<void> {
  const named = new Set(entries.map(({ key }) => key))
  for await (const { key } of storage.list('files/')) if (!named.has(key)) await storage.remove(key)
}
