import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { type IdempotentRequest, withIdempotencyKey } from './idempotency-store.ts'

/** The data of a change in the audit log. `resource` is the one of `auditedChanges` unless it is set here. */
type AuditedChange = {
  action: AuditAction
  resourceId: string | null
  resource?: string
  metadata?: AuditMetadata
}
export const created = (resourceId: string): AuditedChange => ({ action: 'credential_created', resourceId })
export const updated = (resourceId: string): AuditedChange => ({ action: 'credential_updated', resourceId })
export const removed = (resourceId: string): AuditedChange => ({ action: 'credential_deleted', resourceId })
export const restored = (resourceId: string): AuditedChange => ({ action: 'credential_restored', resourceId })

type Work<T> = (tx: Db) => Promise<T>
type Describe<T> = (result: T) => AuditedChange

/**
 * Runs changes to one kind of record, each in one transaction with its audit record. `work` starts by locking or
 * reading. `describe` returns the audit record for the result of `work`.
 */
export function auditedChanges({ db, clock }: Pick<Services, 'db' | 'clock'>, resource: string) {
  const record = (tx: Db, actor: Actor, { action, ...details }: AuditedChange) =>
    audit(tx, actor, clock.now(), action, { resource, ...details })
  const recorded =
    <T>(actor: Actor, work: Work<T>, describe: Describe<T>): Work<T> =>
    async (tx) => {
      const result = await work(tx)
      await record(tx, actor, describe(result))
      return result
    }
  return {
    run: <T>(actor: Actor, work: Work<T>, describe: Describe<T>): Promise<T> =>
      db.transaction(recorded(actor, work, describe), 'lock first'),
    /** Like `run` for several records at once, with an audit record for each of the results. */
    runEach: <T>(actor: Actor, work: Work<T[]>, describe: Describe<T>): Promise<T[]> =>
      db.transaction(async (tx) => {
        const results = await work(tx)
        for (const result of results) await record(tx, actor, describe(result))
        return results
      }, 'lock first'),
    /** Like `run`, but a repeated `Idempotency-Key` gets the first result again. */
    runOnce: <T>(
      actor: Actor,
      request: IdempotentRequest,
      work: Work<T>,
      describe: Describe<T>,
    ): Promise<T> => withIdempotencyKey(db, clock, actor.owner, request, recorded(actor, work, describe)),
  }
}
