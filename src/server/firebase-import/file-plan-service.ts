import { takenFileNames } from '#shared/files/file.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import { isObjectPath } from '#shared/files/stored-object.ts'
import type { Document } from '#shared/firebase-import/documents.ts'
import { FieldReader } from '#shared/firebase-import/field-reader.ts'
import type { PlainValue } from '#shared/firebase-import/values.ts'
import { cleanText } from '#shared/kernel/text.ts'
import { digestOf, recordIdOf } from './id-service.ts'
import { fileNameOf, notImported, type ReportLine, type Source } from './source-service.ts'

/** A document of `fileMetadata` with its bytes in the bucket's folder. */
export type PlannedFile = {
  sourceId: string
  recordId: string
  digest: string
  /** The path in the bucket. */
  path: string
  /**
   * The path below the owner's folder, where a client of Firebase Storage looks for the file; `null` if the file is
   * elsewhere.
   */
  objectPath: string | null
  name: string
  freeFields: Record<string, string>
  createdAt: Date | null
}

/** Metadata names the file in one of these fields. Apps differ in which one they use. */
const pathFields = ['path', 'storagePath', 'fullPath', 'filePath', 'objectPath', 'ref']
const urlFields = ['url', 'downloadURL', 'downloadUrl', 'fileUrl', 'gsUrl']
const nameFields = ['name', 'fileName', 'filename', 'originalName']
/** Determined from the bytes. */
const measured = ['size', 'mimeType', 'contentType', 'type', 'md5Hash', 'sha256', 'bucket', 'status']

/** The owner of a file in the bucket. A document may name any path, because often the owner's own browser wrote it. */
export type FileOwners = {
  /** The owners of all accounts of the export. */
  uids: ReadonlySet<string>
  /** The owners of the documents that name a path. */
  byPath: ReadonlyMap<string, ReadonlySet<string>>
}

export function fileOwnersOf(source: Source, documents: Iterable<readonly [string, Document]>): FileOwners {
  const byPath = new Map<string, Set<string>>()
  for (const [owner, { id, fields }] of documents) {
    const path = pathOf(source, id, fields)
    if (path !== null) byPath.set(path, (byPath.get(path) ?? new Set()).add(owner))
  }
  return { uids: new Set(source.accounts.map(({ localId }) => localId)), byPath }
}

/** Why the file does not belong to this owner; `null` if it does, or if its owner is unknown. */
function objectionTo(path: string, owner: string, { uids, byPath }: FileOwners): string | null {
  const folders = path.split('/').slice(0, -1)
  if (folders.includes(owner)) return null
  const isOfSomebody = folders[0] === 'users' && folders.length > 1
  if (isOfSomebody || folders.some((folder) => uids.has(folder)))
    return 'Its file is in the folder of another account'
  return (byPath.get(path)?.size ?? 0) > 1 ? 'Documents of several accounts name its file' : null
}

/** `null` if there are no bytes to store. `lines` then contains the reason. */
export function planFile(
  source: Source,
  { id, fields }: Document,
  { owner, owners, lines }: { owner: string; owners: FileOwners; lines: ReportLine[] },
): PlannedFile | null {
  const path = pathOf(source, id, fields)
  const refuse = (reason: string) => {
    lines.push(notImported('fileMetadata', id, reason))
    return null
  }
  if (path === null) return refuse('Its file is not in the folder of the bucket')
  const objection = objectionTo(path, owner, owners)
  if (objection !== null) return refuse(objection)
  const size = source.files.size(path)
  if (size === 0) return refuse('Its file is empty')
  if (size > MAX_FILE_BYTES) return refuse('Its file is larger than 25 MiB')
  const reader = new FieldReader(fields, null)
  for (const key of ['id', 'userId', 'ownerId', 'owner', 'uid', ...pathFields, ...urlFields, ...measured])
    reader.take(key)
  const createdAt = reader.instant('createdAt', 'uploadedAt', 'created')
  reader.take('updatedAt')
  const name =
    nameFields.map((field) => textOf(fields[field])).find((text) => text !== null) ?? fileNameOf(path)
  for (const field of nameFields) reader.take(field)
  const freeFields = reader.others(takenFileNames)
  for (const each of reader.notes) lines.push({ collection: 'fileMetadata', id, ...each })
  const folder = `users/${owner}/`
  const below = path.startsWith(folder) ? path.slice(folder.length) : ''
  return {
    ...{ sourceId: id, recordId: recordIdOf('fileMetadata', id), digest: digestOf(fields), path, name },
    objectPath: below !== '' && isObjectPath(below) ? below : null,
    ...{ freeFields, createdAt },
  }
}

/** The path named in the metadata, or else the only file with the name of the document. */
function pathOf(source: Source, id: string, fields: Record<string, PlainValue>): string | null {
  const named = [
    ...pathFields.map((field) => textOf(fields[field])),
    ...urlFields.map((field) => pathOfUrl(textOf(fields[field]))),
  ]
  for (const each of named) {
    const path = each?.replace(/^gs:\/\/[^/]+\//, '').replace(/^\/+/, '') ?? null
    if (path !== null && source.files.byPath.has(path)) return path
  }
  const alike = source.files.byStem.get(id) ?? []
  return alike.length === 1 ? (alike[0] ?? null) : null
}

/** The object of a download URL of Firebase or Google Cloud Storage. */
function pathOfUrl(url: string | null): string | null {
  if (url === null) return null
  if (url.startsWith('gs://')) return url
  const encoded =
    /\/o\/([^?#]+)/.exec(url)?.[1] ?? /^https:\/\/storage\.googleapis\.com\/[^/]+\/([^?#]+)/.exec(url)?.[1]
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function textOf(value: PlainValue | undefined): string | null {
  const text = typeof value === 'string' ? cleanText(value) : ''
  return text === '' ? null : text
}
