import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'

/** The data of a change in the audit log. */
type AuditedChange = { action: AuditAction; resourceId: string | null; metadata?: AuditMetadata }
export const created = (resourceId: string): AuditedChange => ({ action: 'credential_created', resourceId })
export const updated = (resourceId: string): AuditedChange => ({ action: 'credential_updated', resourceId })
export const removed = (resourceId: string): AuditedChange => ({ action: 'credential_deleted', resourceId })
export const restored = (resourceId: string): AuditedChange => ({ action: 'credential_restored', resourceId })

/** Runs changes of a cycle or an entry, each in one transaction with its audit record. */
export function auditedChanges(services: Services, resource: 'ceuCycle' | 'ceuEntry') {
  const { db, clock } = services
  const record = (tx: Db, actor: Actor, { action, ...details }: AuditedChange) =>
    audit(tx, actor, clock.now(), action, { resource, ...details })
  return {
    /** `describe` names the audit record for the result. `work` starts by locking or reading. */
    run: <T>(actor: Actor, work: (tx: Db) => Promise<T>, describe: (result: T) => AuditedChange) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        await record(tx, actor, describe(result))
        return result
      }, 'lock first'),
    /** As `run`; a repeated `Idempotency-Key` gets the first result again. */
    runOnce: <T>(
      actor: Actor,
      request: { key: string | undefined; operation: string; body: unknown },
      work: (tx: Db) => Promise<T>,
      describe: (result: T) => AuditedChange,
    ) =>
      withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const result = await work(tx)
        await record(tx, actor, describe(result))
        return result
      }),
  }
}
