import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { newName, sealNamesOf } from '#server/files/name-service.ts'
import {
  findObject,
  lockObject,
  type NewObject,
  type ObjectRow,
  replaceObject,
  updateObjectDetails,
} from '#server/files/object-store.ts'
import { removeBytes, storeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { isOwnerDeleted } from '#server/users/store.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import {
  customOf,
  freeFieldsOfCustom,
  type ObjectMetadata,
  objectName,
  type UploadMetadata,
} from '#shared/files/stored-object.ts'
import { Problem } from '#shared/http/errors.ts'
import { readUpload } from './storage-body-service.ts'

type Incoming = { objectPath: string; metadata: UploadMetadata; bytes: Readable }
type WithIncoming = <T>(store: (incoming: Incoming) => Promise<T>) => Promise<T>

/** The caller's work in the transaction that inserts the row. */
type InTransaction = {
  /** Resolves to the object if the same upload has already been finished. */
  findFinished(tx: Db): Promise<ObjectRow | null>
  finish(tx: Db, row: ObjectRow): Promise<void>
}

/** Stores the upload of one request. */
export async function uploadObject(
  services: Services,
  actor: Actor,
  objectPath: string,
  { request, quota }: { request: Request; quota: number },
): Promise<ObjectRow> {
  await services.limits.consume('upload', actor.owner)
  return storeObject(services, actor, quota, (store) =>
    readUpload(request, MAX_FILE_BYTES, (metadata, bytes) => store({ objectPath, metadata, bytes })),
  )
}

/**
 * Checks and stores the bytes like any other upload. Then stores the row, which replaces the object at its path. If a
 * client sends the same bytes again because it saw no response, the file is kept.
 */
export async function storeObject(
  services: Services,
  actor: Actor,
  quota: number,
  withIncoming: WithIncoming,
  within: InTransaction = { findFinished: async () => null, finish: async () => {} },
): Promise<ObjectRow> {
  const { owner } = actor
  const createdAt = services.clock.now()
  let object: Pick<NewObject, 'objectPath' | 'objectDetails' | 'freeFields'> | undefined
  const kept = await storeBytes(services, owner, (store) =>
    withIncoming(async ({ objectPath, metadata: { md5Hash, metadata }, bytes }) => {
      const hash = createHash('md5')
      const received = await store({ name: objectName(objectPath), bytes: hashing(bytes, hash) })
      const md5 = hash.digest('base64')
      if (md5Hash !== undefined && md5Hash !== md5) throw wrongHash()
      const { custom, ...described } = metadata
      const objectDetails = { ...described, md5, version: 1, updatedAt: createdAt.toISOString() }
      object = { objectPath, objectDetails, freeFields: freeFieldsOfCustom(custom) }
      return received
    }),
  )
  if (!object) throw new Error('Nothing was received')
  const named = newName(services.fieldCipher, owner, kept)
  return insertObject(services, actor, { ...kept, ...named, ...object, createdAt }, quota, within)
}

async function insertObject(
  services: Services,
  actor: Actor,
  object: NewObject,
  quota: number,
  within: InTransaction,
): Promise<ObjectRow> {
  const { db } = services
  const sameId = await findSame(services, actor.owner, object)
  try {
    const row = await db.transaction(async (tx) => {
      const finished = await within.findFinished(tx)
      if (finished) return finished
      const stored = await putObject(tx, services.fieldCipher, actor, object, sameId, quota)
      await within.finish(tx, stored)
      return stored
    })
    if (row.key !== object.key) await removeBytes(services, [object.key])
    return row
  } catch (error) {
    const refused = isOwnerDeleted(error) ? new Problem('not_authenticated') : error
    // After a `Problem` no row exists. After any other error the row may exist, so the bytes are left to the sweeper.
    if (refused instanceof Problem) await removeBytes(services, [object.key])
    throw refused
  }
}

/** The id of the object at the path, if it has the same bytes and they are complete. */
async function findSame({ db, storage }: Services, owner: Owner, object: NewObject): Promise<string | null> {
  const earlier = await findObject(db, owner, object.objectPath)
  if (earlier?.sha256 !== object.sha256) return null
  return (await storage.size(earlier.key)) === earlier.size ? earlier.id : null
}

async function putObject(
  tx: Db,
  cipher: FieldCipher,
  actor: Actor,
  object: NewObject,
  sameId: string | null,
  quota: number,
): Promise<ObjectRow> {
  const now = object.createdAt
  if (sameId !== null) {
    const same = await lockObject(tx, actor.owner, object.objectPath)
    if (same?.id === sameId) return describeObject(tx, actor, same, metadataOf(object), now)
  }
  const { row, earlier } = await replaceObject(tx, actor.owner, object, quota)
  if (row.resourceType === 'healthRecord' && row.resourceId) await sealNamesOf(tx, cipher, row.resourceId)
  if (earlier) await auditObject(tx, actor, now, 'file_deleted', earlier)
  await auditObject(tx, actor, now, 'file_uploaded', row)
  return row
}

/** Sets the metadata, if it has changed. */
export async function describeObject(
  tx: Db,
  actor: Actor,
  row: ObjectRow,
  metadata: ObjectMetadata,
  now: Date,
): Promise<ObjectRow> {
  const { md5, version } = row.objectDetails
  if (isSame(metadataOf(row), metadata)) return row
  const { custom, ...described } = metadata
  const changed = await updateObjectDetails(tx, row, {
    objectDetails: { ...described, md5, version: version + 1, updatedAt: now.toISOString() },
    freeFields: freeFieldsOfCustom(custom, row.freeFields),
  })
  await auditObject(tx, actor, now, 'file_updated', row)
  return changed
}

export function metadataOf({ objectDetails, freeFields = {} }: NewObject): ObjectMetadata {
  const { md5: _md5, version: _version, updatedAt: _updated, ...described } = objectDetails
  return { ...described, custom: customOf(freeFields) }
}

function isSame(one: ObjectMetadata, other: ObjectMetadata): boolean {
  const inOrder = ({ custom, ...described }: ObjectMetadata) =>
    JSON.stringify([Object.entries(described).sort(), Object.entries(custom).sort()])
  return inOrder(one) === inOrder(other)
}

export function auditObject(
  tx: Db,
  actor: Pick<Actor, 'owner' | 'sessionId' | 'userAgent'>,
  at: Date,
  action: 'file_uploaded' | 'file_updated' | 'file_deleted' | 'file_downloaded',
  { id, size, mimeType }: ObjectRow,
): Promise<void> {
  return audit(tx, actor, at, action, { resource: 'file', resourceId: id, metadata: { size, mimeType } })
}

function hashing(bytes: Readable, hash: Hash): Readable {
  async function* hashed() {
    for await (const part of chunksOf(bytes)) {
      hash.update(part)
      yield part
    }
  }
  return Readable.from(hashed(), { objectMode: false })
}

function wrongHash(): Problem {
  return new Problem('invalid', {
    errors: [{ path: 'md5Hash', message: 'These bytes have another MD5 hash' }],
  })
}
