import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { findObject, type ObjectRow } from '#server/files/object-store.ts'
import { removeBytes } from '#server/files/service.ts'
import { folderOf } from '#server/files/storage-key-service.ts'
import { requireSpace } from '#server/files/store.ts'
import type { Services } from '#server/services.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import { Problem } from '#shared/http/errors.ts'
import { readBytes } from './storage-body-service.ts'
import { storeObject } from './storage-upload-service.ts'
import {
  createUpload,
  findUpload,
  lockUpload,
  type NewUpload,
  removeUpload,
  type UploadPart,
  type UploadRow,
  updateUpload,
} from './storage-upload-store.ts'

/** The size of all parts except the last is a multiple of this, which also limits their number. */
export const PART_BYTES = 256 * 1024
const MOST_UPLOADS = 10

/** `row` is set once the upload is finished. */
export type UploadState = { received: number; row: ObjectRow | null }
export type PartRequest = {
  /** `null` if the request contains no bytes. */
  request: Request | null
  offset: number
  isLast: boolean
  quota: number
}

/** Begins an upload whose bytes come in later requests, and returns its id. */
export async function startUpload(
  services: Services,
  { owner }: Actor,
  upload: NewUpload,
  quota: number,
): Promise<string> {
  const { size } = upload
  await services.limits.consume('upload', owner)
  if (size === 0) throw refusal('This file is empty')
  if (size !== null && size > MAX_FILE_BYTES) throw new Problem('file_too_large')
  await requireSpace(services.db, owner, size ?? 1, quota)
  const bounds = { now: services.clock.now(), most: MOST_UPLOADS }
  const { row, droppedKeys } = await services.db.transaction((tx) => createUpload(tx, owner, upload, bounds))
  await removeBytes(services, droppedKeys)
  return row.id
}

/**
 * The progress of an upload. Rejects with `file_not_found` if the upload no longer exists or belongs to another owner.
 */
export async function readUploadState(
  services: Services,
  { owner }: Actor,
  id: string,
): Promise<UploadState> {
  return stateOf(services, owner, await requireUpload(services, owner, id))
}

export async function cancelUpload(services: Services, { owner }: Actor, id: string): Promise<void> {
  const { fileId } = await requireUpload(services, owner, id)
  if (fileId === null) await removeBytes(services, await removeUpload(services.db, owner, id))
}

/**
 * Stores the next bytes of an upload, and finishes it if `isLast`. A part that arrived before, for example because the
 * client did not get the response, changes nothing.
 */
export async function receivePart(
  services: Services,
  actor: Actor,
  id: string,
  { request, offset, isLast, quota }: PartRequest,
): Promise<UploadState> {
  const { owner } = actor
  const before = await requireUpload(services, owner, id)
  if (request && before.fileId === null && offset === receivedBy(before))
    await storePart(services, owner, before, request, isLast)
  const upload = await requireUpload(services, owner, id)
  if (upload.fileId !== null) return stateOf(services, owner, upload)
  if (!startsPart(upload, offset)) {
    throw new Problem('invalid', {
      errors: [{ path: 'offset', message: `The next byte is ${receivedBy(upload)}` }],
    })
  }
  if (!isLast) return { received: receivedBy(upload), row: null }
  return { received: receivedBy(upload), row: await finishUpload(services, actor, upload, quota) }
}

/** An empty part is not stored. */
async function storePart(
  services: Services,
  owner: Owner,
  upload: UploadRow,
  request: Request,
  isLast: boolean,
): Promise<void> {
  const received = receivedBy(upload)
  const room = (upload.size ?? MAX_FILE_BYTES) - received
  const key = `${folderOf(owner)}/${randomBytes(16).toString('hex')}${services.storage.keySuffix}`
  const { size } = await readBytes(request, room, (bytes) =>
    services.storage.write(key, bytes, { maxBytes: room, owner }),
  )
  try {
    if (!isLast && size % PART_BYTES !== 0) throw refusal(`A part has a multiple of ${PART_BYTES} bytes`)
    const isAdded = size > 0 && (await addPart(services, owner, upload.id, received, { key, size }))
    if (!isAdded) await removeBytes(services, [key])
  } catch (error) {
    // After any other error, the row may list the part.
    if (error instanceof Problem) await removeBytes(services, [key])
    throw error
  }
}

/** False if another request came first. */
function addPart(
  { db, clock }: Services,
  owner: Owner,
  id: string,
  offset: number,
  part: UploadPart,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const upload = await lockUpload(tx, owner, id)
    if (!upload || upload.fileId !== null || receivedBy(upload) !== offset) return false
    await updateUpload(tx, id, { parts: [...upload.parts, part], usedAt: clock.now() })
    return true
  })
}

async function finishUpload(
  services: Services,
  actor: Actor,
  upload: UploadRow,
  quota: number,
): Promise<ObjectRow> {
  const { owner } = actor
  const { id, objectPath, metadata, parts, size } = upload
  if (size !== null && size !== receivedBy(upload)) throw refusal(`This upload has ${size} bytes`)
  const keys = parts.map(({ key }) => key)
  const bytes = joined(services, keys)
  try {
    const row = await storeObject(services, actor, quota, (store) => store({ objectPath, metadata, bytes }), {
      async findFinished(tx) {
        // The arguments in the order of `createUpload`.
        await lockOwnerRow(tx, owner)
        const found = await lockUpload(tx, owner, id)
        if (!found) throw new Problem('file_not_found')
        return found.fileId === null ? null : requireFinished(await findObject(tx, owner, objectPath), found)
      },
      finish: (tx, { id: fileId }) =>
        updateUpload(tx, id, { parts: [], fileId, usedAt: services.clock.now() }),
    })
    await removeBytes(services, keys)
    return row
  } catch (error) {
    // Another request may have finished this upload and removed its parts.
    const current = await findUpload(services.db, owner, id)
    if (current?.fileId) return requireFinished(await findObject(services.db, owner, objectPath), current)
    if (isFinal(error)) await removeBytes(services, await removeUpload(services.db, owner, id))
    throw error
  } finally {
    // A refused file was read only in part.
    bytes.destroy()
  }
}

/** Whether these bytes are refused permanently, so that the client does not retry. */
function isFinal(error: unknown): boolean {
  return error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429
}

function joined({ storage }: Services, keys: string[]): Readable {
  async function* all() {
    for (const key of keys) {
      const bytes = await storage.read(key)
      if (!bytes) throw new Problem('file_bytes_missing')
      yield* chunksOf(bytes)
    }
  }
  return Readable.from(all(), { objectMode: false })
}

async function requireUpload({ db }: Services, owner: Owner, id: string): Promise<UploadRow> {
  const found = await findUpload(db, owner, id)
  if (!found) throw new Problem('file_not_found')
  return found
}

async function stateOf({ db }: Services, owner: Owner, upload: UploadRow): Promise<UploadState> {
  if (upload.fileId === null) return { received: receivedBy(upload), row: null }
  const row = requireFinished(await findObject(db, owner, upload.objectPath), upload)
  return { received: row.size, row }
}

/** The object may have been deleted or replaced since then. */
function requireFinished(row: ObjectRow | null, { fileId }: UploadRow): ObjectRow {
  if (row?.id !== fileId) throw new Problem('file_not_found')
  return row
}

function receivedBy({ parts }: UploadRow): number {
  return parts.reduce((sum, { size }) => sum + size, 0)
}

/** Whether a part begins at this offset, or would be the next one. */
function startsPart({ parts }: UploadRow, offset: number): boolean {
  let start = 0
  for (const { size } of parts) {
    if (start === offset) return true
    start += size
  }
  return start === offset
}

function refusal(message: string): Problem {
  return new Problem('invalid', { errors: [{ path: 'file', message }] })
}
