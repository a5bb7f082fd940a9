import { requireCycleRow } from '#server/ceu/cycle-store.ts'
import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { type FileRow, requireFiles } from '#server/files/store.ts'
import { requireHealthRow } from '#server/health/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { type FieldError, Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Redaction } from '#shared/shares/redaction.ts'
import { type SharedResource, sharedResources } from '#shared/shares/share.ts'
import { fileIdsOf, listResources, listShareableFiles, type ShareContent } from './resource-store.ts'

/**
 * Checks that every resource, redacted file and picture exists and belongs to the owner. Rejects with the 403 or 404 of
 * the resource, or with `invalid` and the path of the redaction. `content.id` is set for a stored share, which already
 * owns its pictures.
 */
export async function requireResources(
  tx: Db,
  owner: Owner,
  content: ShareContent & { id?: string },
): Promise<void> {
  const resources = sharedResources(content)
  for (const resource of resources) await requireResource(tx, owner, resource)
  const { redactions } = content
  const named = redactions.flatMap(({ fileId, pictureIds }) => [fileId, ...pictureIds])
  const files = await requireFiles(tx, owner, named)
  if (redactions.length === 0) return
  const shown = new Set(content.includeFiles ? fileIdsOf(await listResources(tx, owner, resources)) : [])
  const context = { redactions, shown, files, shareId: content.id ?? null }
  const errors = redactions.flatMap((redaction, index) =>
    redactionProblems(redaction, context).map(({ path, message }) => ({
      path: `redactions.${index}.${path}`,
      message,
    })),
  )
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

async function requireResource(
  tx: Db,
  owner: Owner,
  { resourceType, resourceId }: SharedResource,
): Promise<void> {
  if (resourceType === 'ceuCycle') {
    await requireCycleRow(tx, owner, resourceId)
    return
  }
  if (resourceType === 'healthRecord') {
    await requireHealthRow(tx, owner, resourceId)
    return
  }
  if (resourceType === 'file') {
    await requireFiles(tx, owner, [resourceId])
    const shareable = await listShareableFiles(tx, owner, [resourceId])
    if (shareable.size === 0) throw new Problem('file_not_found')
    return
  }
  const missing = resourceType === 'license' ? 'license_not_found' : 'certification_not_found'
  const record = await requireCredential(tx, owner, resourceId).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? new Problem(missing) : error
  })
  if (record.kind !== resourceType) throw new Problem(missing)
}

type RedactionContext = {
  redactions: Redaction[]
  /** Ids of the files that the share shows. */
  shown: Set<string>
  files: Map<string, FileRow>
  shareId: string | null
}

function redactionProblems({ fileId, pictureIds }: Redaction, context: RedactionContext): FieldError[] {
  const { redactions, shown, files, shareId } = context
  const problems: FieldError[] = []
  if (!shown.has(fileId)) problems.push({ path: 'fileId', message: msg`This link does not show this file` })
  if (redactions.filter((other) => other.fileId === fileId).length > 1)
    problems.push({ path: 'fileId', message: msg`List each file only once` })
  for (const [index, id] of pictureIds.entries()) {
    const row = files.get(id)
    // Any other file of the owner would be shown without a mask, and leave its record for this share.
    const isForCover = row?.resourceType === 'share' && [null, shareId].includes(row.resourceId)
    if (!isForCover || shown.has(id))
      problems.push({
        path: `pictureIds.${index}`,
        message: msg`Only a picture that was uploaded to cover pages can replace a file`,
      })
    else if (row.mimeType === 'application/pdf')
      problems.push({ path: `pictureIds.${index}`, message: msg`Only a picture can replace a file` })
  }
  return problems
}
