import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import type { RenewalChange } from './service.ts'

/** Recorded with the credential, like its other changes. Leaves out license numbers and confirmation numbers. */
export function auditRenewal(
  services: Services,
  tx: Db,
  actor: Actor,
  action: AuditAction,
  { renewal, credential }: RenewalChange,
): Promise<void> {
  const { kind, type, id } = credential
  const metadata = { type: type ?? kind, renewalId: renewal.id }
  return audit(tx, actor, services.clock.now(), action, { resource: kind, resourceId: id, metadata })
}
