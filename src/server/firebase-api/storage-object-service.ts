import { ZodError } from 'zod'
import { audit } from '#server/audit/store.ts'
import { findObject, listObjectPaths, lockObject, type ObjectRow } from '#server/files/object-store.ts'
import { removeFile } from '#server/files/trash-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { isObjectPath, type MetadataPatch, patchedMetadata } from '#shared/files/stored-object.ts'
import { invalid, Problem } from '#shared/http/errors.ts'
import { auditObject, describeObject, metadataOf } from './storage-upload-service.ts'

export const MOST_LISTED = 1000

/** The prefix of the path of each of the owner's objects. */
export function folderPath(owner: string): string {
  return `users/${owner}/`
}

/** The owner and the path in an object name; `null` if the name is invalid. */
export function splitName(name: string): { owner: string; path: string } | null {
  const [, owner = '', path = ''] = /^users\/([^/]+)\/(.+)$/s.exec(name) ?? []
  return isObjectPath(path) && !owner.includes('\0') ? { owner, path } : null
}

/**
 * The path below the owner's folder. Any other path gets the same error, whether or not it has an object, and the
 * attempt is audited.
 */
export async function requireOwnPath(services: Services, actor: Actor, name: string): Promise<string> {
  const folder = folderPath(actor.owner)
  if (!name.startsWith(folder)) {
    const what = { resource: 'file', resourceId: null }
    await audit(services.db, actor, services.clock.now(), 'security_unauthorized_access', what)
    throw new Problem('file_not_owned')
  }
  const path = name.slice(folder.length)
  if (!isObjectPath(path)) throw refusal('name', 'No object can have this name')
  return path
}

export async function requireObject({ db }: Services, owner: Owner, path: string): Promise<ObjectRow> {
  const row = await findObject(db, owner, path)
  if (!row) throw new Problem('file_not_found')
  return row
}

/** Moves the object to the trash. Restoring it puts it back at its path. */
export async function deleteObject({ db, clock }: Services, actor: Actor, path: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const row = await lockObject(tx, actor.owner, path)
    if (!row || !(await removeFile(tx, actor.owner, row.id, now))) throw new Problem('file_not_found')
    await auditObject(tx, actor, now, 'file_deleted', row)
  })
}

/** The type is determined from the bytes. No client can change it. */
export function updateObject(
  { db, clock }: Services,
  actor: Actor,
  path: string,
  patch: MetadataPatch,
): Promise<ObjectRow> {
  return db.transaction(async (tx) => {
    const row = await lockObject(tx, actor.owner, path)
    if (!row) throw new Problem('file_not_found')
    if (patch.contentType !== undefined && patch.contentType !== row.mimeType)
      throw refusal('contentType', `These bytes are ${row.mimeType}`)
    const metadata = patched(metadataOf(row), patch)
    return describeObject(tx, actor, row, metadata, clock.now())
  })
}

function patched(...given: Parameters<typeof patchedMetadata>) {
  try {
    return patchedMetadata(...given)
  } catch (error) {
    throw error instanceof ZodError ? invalid(error) : error
  }
}

export type ListQuery = { prefix: string; delimiter: string; maxResults: number; pageToken: string }
export type ObjectList = { prefixes: string[]; items: { name: string }[]; nextPageToken: string | null }

/** Object names in byte order. With the delimiter `/`, each folder is listed once. */
export async function listObjects(
  services: Services,
  actor: Actor,
  { prefix, delimiter, maxResults, pageToken }: ListQuery,
): Promise<ObjectList> {
  const folder = folderPath(actor.owner)
  if (!prefix.startsWith(folder)) await requireOwnPath(services, actor, prefix)
  if (prefix.includes('\0')) throw refusal('prefix', 'No object can have this name')
  if (delimiter !== '' && delimiter !== '/') throw refusal('delimiter', 'Only / is a delimiter')
  const entries = await listObjectPaths(services.db, actor.owner, {
    prefix: prefix.slice(folder.length),
    isFlat: delimiter === '',
    after: Buffer.from(pageToken, 'base64url').toString().replaceAll('\0', ''),
    limit: maxResults + 1,
  })
  const page = entries.slice(0, maxResults)
  const last = page.at(-1)
  const names = page.map((entry) => `${folder}${entry}`)
  return {
    prefixes: names.filter((name) => name.endsWith('/')),
    items: names.filter((name) => !name.endsWith('/')).map((name) => ({ name })),
    nextPageToken:
      entries.length > maxResults && last !== undefined ? Buffer.from(last).toString('base64url') : null,
  }
}

function refusal(path: string, message: string): Problem {
  return new Problem('invalid', { errors: [{ path, message }] })
}
