import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { cleanFileName, type FilePatch } from '#shared/files/file.ts'
import { isOfHealth, nameColumns } from './name-service.ts'
import { auditFile, requireFile } from './service.ts'
import { type FileRow, updateMetadata } from './store.ts'

/** Changes the metadata; the bytes never change. Rejects as `requireFile` and `updateMetadata` do. */
export async function updateFile(
  services: Services,
  actor: Actor,
  id: string,
  patch: FilePatch,
): Promise<FileRow> {
  const file = await requireFile(services, actor, id)
  const { name, ...rest } = patch
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    // Read again with the owner locked: it may have been attached to a health record meanwhile.
    const rename = (current: FileRow) =>
      name === undefined
        ? {}
        : nameColumns(
            services.fieldCipher,
            { ...current, isOfHealth: isOfHealth(current) },
            cleanFileName(name, current.mimeType),
          )
    const row = await updateMetadata(tx, actor.owner, file.id, { rename, patch: rest }, now)
    await auditFile(tx, actor, now, 'file_updated', row)
    return row
  })
}
