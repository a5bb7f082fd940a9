import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { FilePatch } from '#shared/files/file.ts'
import { auditFile, requireFile } from './service.ts'
import { type FileRow, updateMetadata } from './store.ts'

/** Changes the metadata; the bytes never change. Rejects as `requireFile` and `updateMetadata` do. */
export async function updateFile(
  services: Services,
  actor: Actor,
  id: string,
  patch: FilePatch,
): Promise<FileRow> {
  await requireFile(services, actor, id)
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    const row = await updateMetadata(tx, actor.owner, id, patch, now)
    await auditFile(tx, actor, now, 'file_updated', row)
    return row
  })
}
