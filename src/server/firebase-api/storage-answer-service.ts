import type { Named } from '#server/files/name-service.ts'
import type { ObjectRow } from '#server/files/object-store.ts'
import { downloadName } from '#shared/files/file-kinds.ts'
import { customOf } from '#shared/files/stored-object.ts'
import type { Problem, ProblemCode } from '#shared/http/errors.ts'
import { folderPath } from './storage-object-service.ts'

/** The metadata in the format of Firebase Storage clients. */
export function objectResource(row: Named<ObjectRow>, bucket: string, downloadToken: string) {
  const { ownerId, objectPath, objectDetails, createdAt, mimeType, size, sha256 } = row
  const { md5, version, updatedAt, ...described } = objectDetails
  const custom = customOf(row.freeFields)
  return {
    name: `${folderPath(ownerId)}${objectPath}`,
    bucket,
    generation: String(createdAt.getTime() * 1000),
    metageneration: String(version),
    contentType: mimeType,
    timeCreated: createdAt.toISOString(),
    updated: updatedAt,
    storageClass: 'STANDARD',
    size: String(size),
    md5Hash: md5,
    contentEncoding: 'identity',
    contentDisposition: `inline; filename*=utf-8''${encodeURIComponent(downloadName(row.name, mimeType))}`,
    etag: sha256,
    downloadTokens: downloadToken,
    ...described,
    ...(Object.keys(custom).length > 0 && { metadata: custom }),
  }
}

/** Errors that Firebase's security rules would return as 403, and its quota as 402. */
const statuses: Partial<Record<ProblemCode, number>> = {
  file_too_large: 403,
  file_infected: 403,
  file_kind_refused: 403,
  too_many_files: 402,
  storage_full: 402,
  invalid: 400,
}

/** The status and body of a refusal, in the format of Firebase Storage clients. */
export function storageRefusal(problem: Problem) {
  const [first] = problem.errors ?? []
  const isContent = first?.path === 'file'
  const status = isContent ? 403 : (statuses[problem.code] ?? problem.status)
  const message = first ? `${first.path}: ${first.message}` : problem.message
  return { status, body: { error: { code: status, message } } }
}
