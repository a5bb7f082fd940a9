import { createHash, randomUUID } from 'node:crypto'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { type AuditAction, type AuditMetadata, MAX_AN_HOUR, severityOf } from '#shared/audit/actions.ts'
import { auditOverflows, auditRecords } from './table.ts'

const HOUR_MS = 3_600_000

/** Without a session: a failed sign-in, a link of an email, or the operator. */
type AuditActor = Pick<Actor, 'owner' | 'userAgent'> & { sessionId: string | null }

/** Stands for a session where there is none; the same all through an hour, so that one row can tell of many tries. */
function signedOutSession({ owner, userAgent }: AuditActor, hour: Date): string {
  const digest = createHash('sha256').update(`${owner} ${userAgent} ${hour.toISOString()}`).digest('hex')
  return `signed-out-${digest.slice(0, 32)}`
}

/**
 * Appends one record. Pass the transaction of the change it documents, so that both are committed or neither.
 * `metadata` must never contain a license number, a token or file content. Rejects with `not_authenticated` if the
 * account was deleted in the meantime, which rolls back the change it documents. Once an hour has `MAX_AN_HOUR` records
 * of an action about a kind of resource, one more record stands for all that follow, and they are only counted.
 */
export async function audit(
  db: Db,
  actor: AuditActor,
  at: Date,
  action: AuditAction,
  what: Audited,
): Promise<void> {
  const { resource, resourceId = null, metadata = {} } = what
  const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
  const record = {
    userId: actor.owner,
    action,
    resource,
    resourceId,
    severity: severityOf(action),
    metadata: JSON.stringify(metadata),
    timestamp: at.toISOString(),
    userAgent: actor.userAgent,
    sessionId: actor.sessionId ?? signedOutSession(actor, hour),
    hour: hour.toISOString(),
    hourEnd: new Date(hour.getTime() + HOUR_MS).toISOString(),
  }
  const added = await inserted(db).execute(record).catch(notAuthenticatedIfDeleted)
  if (added.length === 0) await countOverflow(db, record).catch(notAuthenticatedIfDeleted)
}

type Audited = { resource: string; resourceId?: string | null; metadata?: AuditMetadata }

const given = (name: string, type: 'text' | 'timestamptz' | 'jsonb') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** No row where the hour is full. Of records that are added at the very same time, all may find the last place. */
const inserted = prepared((db) =>
  db
    .insert(auditRecords)
    .select(
      sql`select gen_random_uuid(), ${given('userId', 'text')}, ${given('action', 'text')}, ${given('resource', 'text')},
        ${given('resourceId', 'text')}, ${given('severity', 'text')}, ${given('metadata', 'jsonb')},
        ${given('timestamp', 'timestamptz')}, ${given('userAgent', 'text')}, ${given('sessionId', 'text')}
      where not exists (
        select from ${auditOverflows} where user_id = ${given('userId', 'text')} and action = ${given('action', 'text')}
          and resource = ${given('resource', 'text')} and hour = ${given('hour', 'timestamptz')}
      ) and ${MAX_AN_HOUR} > (
        select count(*) from (
          select from ${auditRecords} where user_id = ${given('userId', 'text')}
            and timestamp >= ${given('hour', 'timestamptz')} and timestamp < ${given('hourEnd', 'timestamptz')}
            and action = ${given('action', 'text')} and resource = ${given('resource', 'text')}
          order by timestamp limit ${MAX_AN_HOUR}
        ) of_hour
      )`,
    )
    .returning({ id: auditRecords.id })
    .prepare('insert_audit_record'),
)

type OverflowRecord = Omit<typeof auditOverflows.$inferInsert, 'hour' | 'recordId' | 'leftOut'> & {
  severity: string | null
  timestamp: string
  hour: string
  userAgent: string | null
  sessionId: string
}

/** Counts a record for which the hour has no place. With the first one goes the record that stands for all of them. */
async function countOverflow(db: Db, record: OverflowRecord): Promise<void> {
  const { userId, action, resource, hour, severity, timestamp, userAgent, sessionId } = record
  const recordId = randomUUID()
  await db.execute(sql`
    with counted as (
      insert into audit_overflows as o (user_id, action, resource, hour, record_id, left_out)
        values (${userId}, ${action}, ${resource}, ${hour}, ${recordId}, 1)
        on conflict (user_id, action, resource, hour) do update set left_out = o.left_out + 1
        returning record_id
    )
    insert into audit_records (id, user_id, action, resource, severity, metadata, timestamp, user_agent, session_id)
      select record_id, ${userId}, ${action}, ${resource}, ${severity}::text, '{}', ${timestamp}::timestamptz,
        ${userAgent}::text, ${sessionId}
      from counted where record_id = ${recordId}`)
}

/** The owner's records of these actions since then, those of an hour and a session as one, for the list of notices. */
export function selectAudited(owner: Owner, actions: readonly AuditAction[], since: Date): SQL {
  const { id, action, timestamp, userAgent, sessionId, userId } = auditRecords
  return sql`select 'security' as kind, min(${id}::text)::uuid as id, max(${timestamp}) as at, ${action} as subject,
      ${userAgent} as device, ${sessionId} as session_id, count(*)::int as count
    from ${auditRecords}
    where ${userId} = ${owner} and ${inArray(action, [...actions])}
      and ${timestamp} >= ${since.toISOString()}::timestamptz
    group by ${action}, ${userAgent}, ${sessionId}, date_trunc('hour', ${timestamp})`
}
