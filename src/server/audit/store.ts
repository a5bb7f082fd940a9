import { createHash, randomUUID } from 'node:crypto'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { type AuditAction, type AuditMetadata, MAX_AN_HOUR, severityOf } from '#shared/audit/actions.ts'
import { auditRecords } from './table.ts'

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
  await appended(db, auditValues(actor, at, action, what)).catch(notAuthenticatedIfDeleted)
}

type Audited = { resource: string; resourceId?: string | null; metadata?: AuditMetadata }

/** The values of `auditSteps`, without `what` where the steps themselves say it. */
export function auditValues(actor: AuditActor, at: Date, action: AuditAction, what?: Audited) {
  const { resource, resourceId = null, metadata = {} } = what ?? { resource: null }
  const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
  return {
    ...{
      owner: actor.owner,
      userAgent: actor.userAgent,
      sessionId: actor.sessionId ?? signedOutSession(actor, hour),
    },
    ...{ action, resource, resourceId, severity: severityOf(action), metadata: JSON.stringify(metadata) },
    ...{ at, hour, hourEnd: new Date(hour.getTime() + HOUR_MS), recordId: randomUUID() },
  }
}

const given = (name: string, type: 'text' | 'timestamptz' | 'jsonb' | 'uuid') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`

type Audits = 'resource' | 'resourceId' | 'metadata'

/**
 * `audit` as parts of a `with`, for each row of `source`: none or one. One statement: only those that run at the very same
 * time may all find the last place. `what` is for a change that only the statement knows: columns of `source`, in place of
 * the values. The statement has to select `leftOut`: otherwise PostgreSQL would not count what the hour has no place for.
 */
export const auditSteps = (source: SQL, what: Partial<Record<Audits, SQL>> = {}) => sql`
  record as (
    select ${given('owner', 'text')} as user_id, ${given('action', 'text')} as action,
      ${what.resource ?? given('resource', 'text')} as resource,
      ${what.resourceId ?? given('resourceId', 'text')} as resource_id, ${given('severity', 'text')} as severity,
      ${what.metadata ?? given('metadata', 'jsonb')} as metadata, ${given('at', 'timestamptz')} as timestamp,
      ${given('userAgent', 'text')} as user_agent, ${given('sessionId', 'text')} as session_id,
      ${given('hour', 'timestamptz')} as hour, ${given('hourEnd', 'timestamptz')} as hour_end
    ${source}
  ), added as (
    insert into audit_records
        (user_id, action, resource, resource_id, severity, metadata, timestamp, user_agent, session_id)
      select user_id, action, resource, resource_id, severity, metadata, timestamp, user_agent, session_id
      from record
      where coalesce((
        select false from audit_overflows full_hour
          where full_hour.user_id = record.user_id and full_hour.action = record.action
            and full_hour.resource = record.resource and full_hour.hour = record.hour
      ), (
        select count(*) < ${sql.raw(String(MAX_AN_HOUR))} from (
          select from audit_records earlier
            where earlier.user_id = record.user_id and earlier.action = record.action
              and earlier.resource = record.resource
              and earlier.timestamp >= record.hour and earlier.timestamp < record.hour_end
            order by earlier.timestamp limit ${sql.raw(String(MAX_AN_HOUR))}
        ) recent
      ))
      returning id
  ), left_out as (
    select count_left_out_record(${given('recordId', 'uuid')}, user_id, action, resource, severity, timestamp, user_agent,
        session_id, hour)
      from record where not exists (select from added)
  )`

export const leftOut = sql`(select count(*) from left_out)`

const appended = preparedSql('append_audit_record', () => sql`with ${auditSteps(sql``)} select ${leftOut}`)

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
