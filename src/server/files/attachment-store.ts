import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import type { ResourceType } from '#shared/files/file.ts'
import { files } from './table.ts'

/** Attaches those of the owner's files that are not attached to any record, and leaves the others alone. */
export async function attachLooseFiles(
  tx: Db,
  owner: Owner,
  attachments: { fileId: string; resourceType: ResourceType; resourceId: string }[],
): Promise<void> {
  if (attachments.length === 0) return
  await tx.execute(sql`
    update ${files} set resource_type = a."resourceType", resource_id = a."resourceId"
    from jsonb_to_recordset(${JSON.stringify(attachments)}::jsonb)
      as a("fileId" uuid, "resourceType" text, "resourceId" uuid)
    where ${files.id} = a."fileId" and ${files.ownerId} = ${owner} and ${files.resourceId} is null`)
}
