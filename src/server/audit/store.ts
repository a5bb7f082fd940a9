import type { Db } from '#server/db/database.ts'
import type { Actor } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { severityOf } from '#shared/audit/actions.ts'
import { auditRecords } from './table.ts'

/**
 * Appends one record. Hand it the transaction of the change that it speaks of: either both stay or neither.
 * `metadata` never holds a license number, a token or file content. Rejects with `not_authenticated` when the account was
 * deleted meanwhile, and so takes back what it speaks of.
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
