import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { makePreviews } from '#server/documents/image-preview.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { type IncomingFile, readOneFile } from '#server/http/multipart.ts'
import type { Services } from '#server/services.ts'
import { HEAD_BYTES, kindOf, TAIL_BYTES } from '#server/storage/file-signature.ts'
import { type Actor, asOwnerId, type Owner } from '#server/users/owner.ts'
import { isOwnerDeleted, lockOwnerRow } from '#server/users/store.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import {
  cleanFileName,
  type FileInput,
  fileInput,
  type PreviewWidth,
  previewWidths,
  takenFileNames,
} from '#shared/files/file.ts'
import type { MimeType } from '#shared/files/file-kinds.ts'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { hasPdfEnd } from '#shared/files/pdf-bytes.ts'
import { invalid, Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { type Named, newName } from './name-service.ts'
import type { CachedSource } from './packet-cache-service.ts'
import { folderOf, previewKey, previewsOf } from './storage-key-service.ts'
import { createFile, type FileRow, findFile, type NewFile, removeFiles } from './store.ts'
import { removeFile, restoreFile as restoreRow } from './trash-store.ts'
import { scanForViruses } from './virus-scan-service.ts'

type Received = Pick<NewFile, 'size' | 'mimeType' | 'sha256'> & { name: string }
type Upload = { form: Parameters<typeof readOneFile>[0]; idempotencyKey: string | undefined; quota?: number }

/**
 * Stores one upload: first its bytes, durably, then its row. A crash in between leaves bytes for the sweeper, never a
 * row without bytes.
 */
export async function uploadFile(services: Services, actor: Actor, upload: Upload): Promise<FileRow> {
  const { owner } = actor
  await services.limits.consume('upload', owner)
  let described: FileInput = {}
  const onFields = (fields: Record<string, string>) => {
    const parsed = fileInput.safeParse(fields)
    if (!parsed.success) throw invalid(parsed.error)
    described = parsed.data
  }
  const kept = await storeBytes(services, owner, (store) =>
    readOneFile(upload.form, MAX_FILE_BYTES, store, onFields),
  )
  const { name = kept.name, resourceType = null, ...fields } = described
  const freeFields = freeFieldsOf(fields, takenFileNames)
  const row = { ...kept, name: cleanFileName(name, kept.mimeType), resourceType, freeFields }
  return insertRecord(services, actor, row, upload)
}

/**
 * Stores one file after checking it like an upload: its size, its type by its bytes, and that it is complete and
 * readable. The caller inserts the row; nothing is left if this rejects.
 */
export async function storeBytes(
  services: Services,
  owner: Owner,
  read: (store: (incoming: IncomingFile) => Promise<Received>) => Promise<Received>,
): Promise<Received & { key: string }> {
  const key = `${folderOf(owner)}/${randomBytes(16).toString('hex')}${services.storage.keySuffix}`
  try {
    const received = await read((incoming) => receive(services, owner, key, incoming))
    // Before anything decodes them.
    await scanForViruses(services, key)
    if (received.mimeType !== 'application/pdf') await storePreviews(services, owner, key, received.mimeType)
    return { ...received, key }
  } catch (error) {
    await removeBytes(services, [key])
    throw error
  }
}

/** The problem with the file's type or its end; `null` if there is none. Does not decode pictures. */
export async function refusalOfBytes(bytes: Buffer): Promise<Problem | null> {
  const mimeType = await kindOf(bytes.subarray(0, HEAD_BYTES))
  if (mimeType === null) return new Problem('file_kind_refused')
  const isCut = mimeType === 'application/pdf' && !hasPdfEnd(bytes.subarray(-TAIL_BYTES))
  return isCut ? incompletePdf() : null
}

async function insertRecord(
  services: Services,
  actor: Actor,
  kept: Named<Omit<NewFile, 'id' | 'createdAt' | 'nameSealedBy'>>,
  { idempotencyKey, quota = MAX_OWNER_BYTES }: Upload,
): Promise<FileRow> {
  const { name, size, mimeType, sha256, resourceType, freeFields = {} } = kept
  const now = services.clock.now()
  const body = {
    ...{ sha256, name },
    ...(resourceType && { resourceType }),
    ...(Object.keys(freeFields).length > 0 && { freeFields }),
  }
  const request = { key: idempotencyKey, operation: 'POST /api/upload', body }
  const named = newName(services.fieldCipher, actor.owner, { name })
  let created: FileRow | null = null
  try {
    // Kept with the key for a day, so without the name, which a health record may encrypt meanwhile.
    const { id } = await withIdempotencyKey(services.db, services.clock, actor.owner, request, async (tx) => {
      created = await createFile(tx, actor.owner, { ...kept, ...named, createdAt: now }, quota)
      const what = { resource: 'file', resourceId: created.id, metadata: { size, mimeType } }
      await audit(tx, actor, now, 'file_uploaded', what)
      return { id: created.id }
    })
    const row = created ?? (await findFile(services.db, id))
    if (!row) throw new Problem('already_done')
    if (row.key !== kept.key) await removeBytes(services, [kept.key])
    return row
  } catch (error) {
    const refused = isOwnerDeleted(error) ? new Problem('not_authenticated') : error
    // After a `Problem` no row exists. After any other error the row may exist, so the bytes are left to the sweeper.
    if (refused instanceof Problem) await removeBytes(services, [kept.key])
    throw refused
  }
}

async function receive(
  services: Services,
  owner: Owner,
  key: string,
  { name, bytes }: IncomingFile,
): Promise<Received> {
  const { head, whole, tail } = await peek(bytes)
  if (head.length === 0) throw refusal(msg`This file is empty`)
  const mimeType = await kindOf(head)
  if (mimeType === null) throw new Problem('file_kind_refused')
  const stored = await services.storage.write(key, whole, { maxBytes: MAX_FILE_BYTES, owner })
  if (mimeType === 'application/pdf' && !hasPdfEnd(tail())) {
    throw incompletePdf()
  }
  return { ...stored, name: cleanFileName(name, mimeType), mimeType }
}

const incompletePdf = () => refusal(msg`This PDF is incomplete: its end is missing`)

/** Reads the first bytes, then all of them from the start; the last bytes are available after that. */
async function peek(bytes: Readable) {
  const source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first: Buffer[] = []
  for (let size = 0; size < HEAD_BYTES; ) {
    const { value, done } = await source.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  let last: Buffer = Buffer.alloc(0)
  async function* all() {
    try {
      for (const part of first.splice(0)) yield seen(part)
      for (let next = await source.next(); !next.done; next = await source.next()) yield seen(next.value)
    } finally {
      await source.return?.()
    }
  }
  function seen(part: Buffer): Buffer {
    last =
      part.length >= TAIL_BYTES
        ? part.subarray(-TAIL_BYTES)
        : Buffer.concat([last, part]).subarray(-TAIL_BYTES)
    return part
  }
  const head = Buffer.concat(first).subarray(0, HEAD_BYTES)
  return { head, whole: Readable.from(all(), { objectMode: false }), tail: () => last }
}

/** Rejects a picture that cannot be decoded; stores its previews, largest first. */
async function storePreviews(
  services: Services,
  owner: Owner,
  key: string,
  mimeType: MimeType,
): Promise<Buffer[]> {
  const made = await makePreviews(() => readWhole(services, key), mimeType, previewWidths, { owner })
  if ('fault' in made) {
    throw refusal(
      made.fault === 'too_many_pixels'
        ? msg`This image has too many megapixels. Choose a smaller one, or save it as an ordinary JPEG`
        : msg`This image is damaged and cannot be read`,
    )
  }
  for (const [index, width] of previewWidths.entries()) {
    const preview = made.previews[index] ?? Buffer.alloc(0)
    const bytes = Readable.from([preview], { objectMode: false })
    await services.storage.write(previewKey(key, width), bytes, { maxBytes: MAX_FILE_BYTES, owner })
  }
  return made.previews
}

async function readWhole(services: Services, key: string): Promise<Readable> {
  const bytes = await services.storage.read(key)
  if (!bytes) throw new Problem('file_bytes_missing')
  return bytes
}

/** An upright picture without metadata; `null` for a PDF, which browsers display themselves. */
export async function readPreview(
  services: Services,
  row: FileRow,
  width: PreviewWidth,
): Promise<Readable | null> {
  if (row.mimeType === 'application/pdf') return null
  // A damaged preview is generated again, like a missing one.
  const kept = await services.storage.read(previewKey(row.key, width)).catch(nullIfMissing)
  if (kept) return kept
  try {
    const previews = await storePreviews(services, asOwnerId(row.ownerId), row.key, row.mimeType)
    return Readable.from([previews[previewWidths.indexOf(width)]], { objectMode: false })
  } catch (error) {
    // It was decoded when it was uploaded, so a picture that cannot be decoded now is damaged in storage.
    throw error instanceof Problem && error.code === 'invalid' ? new Problem('file_bytes_missing') : error
  }
}

/**
 * A file as a source for a document: a PDF as it is, the preview of a picture; null if the bytes are missing or
 * truncated.
 */
export function sourceOf(services: Services, row: FileRow): CachedSource {
  const { key, size, mimeType } = row
  if (mimeType === 'application/pdf') {
    const isWhole = async () => (await services.storage.size(key)) === size
    return {
      ...{ key, mimeType, size },
      open: async () => ((await isWhole()) ? services.storage.read(key).catch(nullIfMissing) : null),
    }
  }
  return { key, mimeType, size: null, open: () => readPreview(services, row, 1600).catch(nullIfMissing) }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Problem && error.code === 'file_bytes_missing') return null
  throw error
}

/**
 * The owner's own file: missing is 404, another owner's is 403 and audited. A deleted file counts as missing. A token
 * does not reach the files of a mail that is on hold.
 */
export async function requireFile(
  services: Services,
  actor: Actor,
  id: string,
  deletedSince?: Date,
): Promise<FileRow> {
  const row = await findFile(services.db, id, deletedSince)
  if (!row) throw new Problem('file_not_found')
  if (row.ownerId !== actor.owner) {
    await audit(services.db, actor, services.clock.now(), 'security_unauthorized_access', {
      resource: 'file',
      resourceId: id,
    })
    throw new Problem('file_not_owned')
  }
  // Of a mail that is on hold, which only the owner can see.
  if (row.resourceType === 'mail' && actor.tokenId !== undefined) throw new Problem('not_for_tokens')
  return row
}

/**
 * Moves the file to the trash. With `forever` purges it, row first, then bytes, whether it was in the trash or not;
 * rejects with `not_for_tokens`, because nobody can undo that. Rejects with `file_on_hold` for a file of a mail that waits
 * to be allowed.
 */
export async function deleteFile(
  services: Services,
  actor: Actor,
  id: string,
  forever: boolean,
): Promise<void> {
  const { owner } = actor
  if (forever && actor.tokenId !== undefined) throw new Problem('not_for_tokens')
  const now = services.clock.now()
  const row = await requireFile(services, actor, id, forever ? restorableSince(now) : undefined)
  if (row.resourceType === 'mail') throw new Problem('file_on_hold')
  const keys = await services.db.transaction(async (tx) => {
    if (!forever) {
      if (!(await removeFile(tx, owner, row.id, now))) throw new Problem('file_not_found')
      await auditFile(tx, actor, now, 'file_deleted', row)
      return []
    }
    await lockOwnerRow(tx, owner)
    const gone = await removeFiles(tx, owner, row.id)
    if (gone.length === 0) throw new Problem('file_not_found')
    await auditFile(tx, actor, now, 'file_purged', row)
    return gone
  })
  await removeBytes(services, keys)
}

/** Restores the file from the trash, with its attachment; does nothing if it is not deleted. */
export async function restoreFile(services: Services, actor: Actor, id: string): Promise<FileRow> {
  const now = services.clock.now()
  const { deletedAt } = await requireFile(services, actor, id, restorableSince(now))
  return services.db.transaction(async (tx) => {
    const row = await restoreRow(tx, actor.owner, id)
    if (!row) throw new Problem('file_not_found')
    if (deletedAt !== null) await auditFile(tx, actor, now, 'file_restored', row)
    return row
  })
}

export function auditFile(tx: Db, actor: Actor, at: Date, action: AuditAction, row: FileRow): Promise<void> {
  const metadata = { size: row.size, mimeType: row.mimeType }
  return audit(tx, actor, at, action, { resource: 'file', resourceId: row.id, metadata })
}

/** Removes bytes and previews of files whose rows are gone. The sweeper removes what cannot be removed now. */
export async function removeBytes(services: Services, keys: string[]): Promise<void> {
  for (const key of keys) {
    try {
      for (const each of [key, ...previewWidths.map((width) => previewKey(key, width))]) {
        await services.storage.remove(each)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'bytes of a removed file are left to the sweeper')
    }
  }
}

/**
 * Removes all bytes in an owner's folder after the account's rows are deleted, including those of an unfinished upload.
 * Rejects if one cannot be removed; safe to run again.
 */
export async function removeFolder(services: Pick<Services, 'storage'>, folder: string): Promise<void> {
  for (const prefix of [
    `${folder}/`,
    `${previewsOf(folder)}/`,
    `${folder.replace(/^files\//, 'packets/')}/`,
  ]) {
    for await (const { key } of services.storage.list(prefix)) await services.storage.remove(key)
  }
}

function refusal(message: string): Problem {
  return new Problem('invalid', { errors: [{ path: 'file', message }] })
}
