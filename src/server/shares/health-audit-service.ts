import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { listHealthRowsById } from '#server/health/store.ts'
import type { ShareSession } from './session-service.ts'
import { ownerOf } from './session-store.ts'
import { healthIdsOf } from './view-service.ts'

/** Names in the owner's log which health records a visitor was shown: at an opening, in a packet, or as a document. */
export async function auditHealthRecords(
  db: Db,
  { row, now }: Pick<ShareSession, 'row' | 'now'>,
  ids = healthIdsOf(row),
): Promise<void> {
  const owner = ownerOf(row)
  const existing = await listHealthRowsById(db, owner, ids)
  // Not the owner's session; the visitor's browser is in the access log of the share.
  const actor = { owner, sessionId: 'visitor', userAgent: null }
  for (const resourceId of existing.keys())
    await audit(db, actor, now, 'credential_health_shown', {
      resource: 'healthRecord',
      resourceId,
      metadata: { share: row.id },
    })
}
