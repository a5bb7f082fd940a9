import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { MAX_AN_HOUR, repeatable, severityOf } from '#shared/audit/actions.ts'
import { auditRecords } from './table.ts'

/**
 * Appends one record. Pass the transaction of the change it documents, so that both are committed or neither.
 * `metadata` must never contain a license number, a token or file content. Rejects with `not_authenticated` if the
 * account was deleted in the meantime, which rolls back the change it documents. Writes nothing once there are
 * `MAX_AN_HOUR` records of a repeatable action.
 */
export async function audit(
  db: Db,
  actor: Pick<Actor, 'owner' | 'sessionId' | 'userAgent'>,
  at: Date,
  action: AuditAction,
  what: { resource: string; resourceId?: string | null; metadata?: AuditMetadata },
): Promise<void> {
  const room = repeatable.includes(action) ? await roomFor(db, actor.owner, action, at) : null
  if (room === 0) return
  const record = {
    userId: actor.owner,
    action,
    resource: what.resource,
    resourceId: what.resourceId ?? null,
    severity: severityOf(action),
    metadata: { ...what.metadata, ...(room === 1 && { isLastOfHour: true }) },
    timestamp: at,
    userAgent: actor.userAgent,
    sessionId: actor.sessionId,
  }
  await db.insert(auditRecords).values(record).catch(notAuthenticatedIfDeleted)
}

const HOUR_MS = 3_600_000

/** How many more records of this action fit into the hour before `at`. Requests at the same time may all find the last. */
async function roomFor(db: Db, owner: Owner, action: AuditAction, at: Date): Promise<number> {
  const since = new Date(at.getTime() - HOUR_MS)
  const { userId, timestamp } = auditRecords
  const recent = db
    .select({ one: sql`1` })
    .from(auditRecords)
    .where(and(eq(userId, owner), gt(timestamp, since), eq(auditRecords.action, action)))
    .limit(MAX_AN_HOUR)
  return MAX_AN_HOUR - (await db.$count(recent.as('recent')))
}
