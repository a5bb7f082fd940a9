import { z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'

// What the doors of cycles and of entries have in common.

export const tags = ['Continuing education']

export const byId = z.object({ id: z.string() })

export const onceOnly = z.object({ 'idempotency-key': z.string().optional() })
export const location = z.object({ Location: z.string() })
export const deleted = { 204: { description: 'Deleted' } }
export const ofOne = problems(401, 403, 404)
export const ofChange = problems(400, 401, 403, 404, 413, 415, 422)

type Change = { action: AuditAction; resourceId: string | null; metadata?: AuditMetadata }
export const created = (resourceId: string): Change => ({ action: 'credential_created', resourceId })
export const updated = (resourceId: string): Change => ({ action: 'credential_updated', resourceId })
export const removed = (resourceId: string): Change => ({ action: 'credential_deleted', resourceId })
export const restored = (resourceId: string): Change => ({ action: 'credential_restored', resourceId })

/** A change and its audit record in one transaction. */
export function recorder(services: Services, resource: 'ceuCycle' | 'ceuEntry') {
  const { db, clock } = services
  const note = (tx: Db, actor: Actor, { action, ...what }: Change) =>
    audit(tx, actor, clock.now(), action, { resource, ...what })
  return {
    /** `named` tells what to note of the answer. */
    change: <T>(actor: Actor, work: (tx: Db) => Promise<T>, named: (answer: T) => Change) =>
      db.transaction(async (tx) => {
        const answer = await work(tx)
        await note(tx, actor, named(answer))
        return answer
      }),
    once: <T>(
      actor: Actor,
      request: { key: string | undefined; operation: string; body: unknown },
      work: (tx: Db) => Promise<T>,
      named: (answer: T) => Change,
    ) =>
      withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const answer = await work(tx)
        await note(tx, actor, named(answer))
        return answer
      }),
  }
}
