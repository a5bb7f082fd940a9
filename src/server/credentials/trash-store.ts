import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { restorable } from '#server/users/restorable-store.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { type CredentialRecord, requireCapacity, requireCredential, requireOwned } from './store.ts'
import { credentials } from './table.ts'

const { remove, restore } = restorable(
  credentials,
  requireOwned,
  (tx, owner, _row, limit = MAX_CREDENTIALS) => requireCapacity(tx, owner, limit),
)

export { remove as removeCredential }

/** Rejects with `too_many_credentials` past `limit`. */
export async function restoreCredential(
  tx: Db,
  owner: Owner,
  id: string,
  now: Date,
  limit?: number,
): Promise<CredentialRecord> {
  const row = await restore(tx, owner, id, now, limit)
  return requireCredential(tx, owner, row.id)
}
