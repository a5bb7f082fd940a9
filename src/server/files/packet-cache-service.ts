import { createHash } from 'node:crypto'
import { findUser } from '#server/account/store.ts'
import {
  type CreatedPacket,
  createPacket,
  type PacketOptions,
  type Source,
} from '#server/documents/packet.ts'
import type { PacketDocument } from '#server/documents/worker-protocol.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { lanyardVersion } from '#server/kernel/version.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { packetsOf } from './storage-key-service.ts'

/** Larger documents are built again each time. */
const MAX_BYTES = 10_000_000
const MAX_PER_OWNER = 10

export type CachedSource = Source & { key: string }

/**
 * Builds a document as `createPacket` does, or serves one that was built from the same content before. A document is
 * kept for a day in storage, encrypted like other documents, and removed with the account.
 */
export async function createCachedPacket(
  services: Services,
  owner: Owner,
  document: PacketDocument,
  sources: CachedSource[],
  options: PacketOptions,
): Promise<CreatedPacket> {
  const key = `${packetsOf(owner)}/${contentHash(document, sources)}${services.storage.keySuffix}`
  const lookUp = async () => {
    const found = await findPacket(services, key)
    if (found) options.onProgress?.(sources.length, sources.length)
    return found
  }
  const found = await lookUp()
  if (found) return found
  // Looked up again when its turn comes: of ten concurrent requests by one owner, nine get the document of the first.
  const made = await createPacket(document, sources, { ...options, lookUp })
  if (made.isComplete && made.size <= MAX_BYTES) await storePacket(services, owner, key, made)
  return made
}

function contentHash(document: PacketDocument, sources: CachedSource[]): string {
  const content = JSON.stringify([
    lanyardVersion(),
    document,
    sources.map(({ key, mimeType, size }) => [key, mimeType, size]),
  ])
  return createHash('sha256').update(content).digest('hex')
}

async function findPacket({ storage }: Services, key: string): Promise<CreatedPacket | null> {
  const size = await storage.size(key)
  // A damaged document is built again.
  const bytes = size === null ? null : await storage.read(key).catch(() => null)
  if (!bytes || size === null) return null
  // A later part is damaged: the next request builds the document again.
  bytes.on('error', () => void storage.remove(key).catch(() => {}))
  const remove = async () => void bytes.destroy()
  // The document is complete, but must not be stored again.
  return { size, isComplete: false, read: () => bytes, copy: () => bytes, remove }
}

/** A document that cannot be stored is built again the next time. */
async function storePacket(
  services: Services,
  owner: Owner,
  key: string,
  made: CreatedPacket,
): Promise<void> {
  const { storage, db, log } = services
  try {
    await removeOldest(services, owner)
    await storage.write(key, made.copy(), { maxBytes: MAX_BYTES, owner })
    // The account, and its folder, may have been deleted in the meantime.
    if (!(await findUser(db, owner))) await storage.remove(key)
  } catch (error) {
    log.warn({ reason: errorMessage(error) }, 'a packet was not stored for the next time')
  }
}

async function removeOldest({ storage }: Services, owner: Owner): Promise<void> {
  const stored: { key: string; writtenAt: Date }[] = []
  for await (const each of storage.list(`${packetsOf(owner)}/`)) stored.push(each)
  const oldest = stored.toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())
  for (const { key } of oldest.slice(MAX_PER_OWNER - 1)) await storage.remove(key)
}
