import type { Db } from '#server/db/database.ts'
import type { Actor } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { severityOf } from '#shared/audit/actions.ts'
import { auditRecords } from './table.ts'

/**
 * Appends one record. Pass the transaction of the change it documents, so that both are committed or neither.
 * `metadata` must never contain a license number, a token or file content. Rejects with `not_authenticated` if the
 * account was deleted in the meantime, which rolls back the change it documents.
 */
export async function audit(
  db: Db,
  actor: Pick<Actor, 'owner' | 'sessionId' | 'userAgent'>,
  at: Date,
  action: AuditAction,
  what: { resource: string; resourceId?: string | null; metadata?: AuditMetadata },
): Promise<void> {
  const record = {
    userId: actor.owner,
    action,
    resource: what.resource,
    resourceId: what.resourceId ?? null,
    severity: severityOf(action),
    metadata: what.metadata ?? {},
    timestamp: at,
    userAgent: actor.userAgent,
    sessionId: actor.sessionId,
  }
  await db.insert(auditRecords).values(record).catch(notAuthenticatedIfDeleted)
}
