import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { type AuditAction, type AuditMetadata, MAX_AN_HOUR, severityOf } from '#shared/audit/actions.ts'
import { auditOverflows, auditRecords } from './table.ts'

const HOUR_MS = 3_600_000

/** What is counted together. */
type Kind = { userId: Owner; action: AuditAction; resource: string; hour: Date }

/**
 * Appends one record. Pass the transaction of the change it documents, so that both are committed or neither.
 * `metadata` must never contain a license number, a token or file content. Rejects with `not_authenticated` if the
 * account was deleted in the meantime, which rolls back the change it documents. Once an hour has `MAX_AN_HOUR` records
 * of its kind, it is only counted.
 */
export async function audit(
  db: Db,
  actor: Pick<Actor, 'owner' | 'sessionId' | 'userAgent'>,
  at: Date,
  action: AuditAction,
  what: { resource: string; resourceId?: string | null; metadata?: AuditMetadata },
): Promise<void> {
  const { resource } = what
  const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
  const kind: Kind = { userId: actor.owner, action, resource, hour }
  const record = {
    ...{ userId: actor.owner, action, resource, resourceId: what.resourceId ?? null },
    ...{ severity: severityOf(action), metadata: what.metadata ?? {}, timestamp: at },
    ...{ userAgent: actor.userAgent, sessionId: actor.sessionId },
  }
  if (await insertWithinLimit(db, kind, record)) return
  await db.transaction((tx) => countLeftOut(tx, kind, record)).catch(notAuthenticatedIfDeleted)
}

type NewRecord = typeof auditRecords.$inferInsert

/** One statement, so that only those that run at the very same time may all find the last place. False when it is full. */
async function insertWithinLimit(db: Db, { hour }: Kind, record: NewRecord): Promise<boolean> {
  const { userId, action, resource, resourceId, severity, metadata, timestamp, userAgent, sessionId } = record
  const end = new Date(hour.getTime() + HOUR_MS)
  const inserted = await db
    .execute(sql`
      insert into audit_records
        (user_id, action, resource, resource_id, severity, metadata, timestamp, user_agent, session_id)
      select ${userId}, ${action}, ${resource}, ${resourceId}, ${severity}, ${JSON.stringify(metadata)}::jsonb,
        ${timestamp.toISOString()}::timestamptz, ${userAgent}, ${sessionId}
      where (select count(*) from (
        select from audit_records where user_id = ${userId} and action = ${action} and resource = ${resource}
          and timestamp >= ${hour.toISOString()}::timestamptz and timestamp < ${end.toISOString()}::timestamptz
        limit ${MAX_AN_HOUR}
      ) as recent) < ${MAX_AN_HOUR}`)
    .catch(notAuthenticatedIfDeleted)
  return inserted.rowCount !== 0
}

/** The first one is recorded, and stands for all of them: without what it alone was about. */
async function countLeftOut(tx: Db, kind: Kind, record: NewRecord): Promise<void> {
  const { userId, action, resource, hour } = auditOverflows
  const recordId = randomUUID()
  const [counted] = await tx
    .insert(auditOverflows)
    .values({ ...kind, recordId, leftOut: 1 })
    .onConflictDoUpdate({
      target: [userId, action, resource, hour],
      set: { leftOut: sql`${auditOverflows.leftOut} + 1` },
    })
    .returning({ recordId: auditOverflows.recordId })
  if (counted?.recordId !== recordId) return
  await tx.insert(auditRecords).values({ ...record, id: recordId, resourceId: null, metadata: {} })
}
