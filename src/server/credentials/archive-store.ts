import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { archiveCredentials } from './several-store.ts'
import { type CredentialRecord, requireCredential } from './store.ts'

/**
 * Archives the credential at `archivedAt`, or unarchives it for `null`. A credential that is already archived keeps its
 * date. Needs the caller's transaction, and rejects like `requireOwned`.
 */
export async function archiveCredential(
  tx: Db,
  owner: Owner,
  id: string,
  archivedAt: Date | null,
): Promise<CredentialRecord> {
  await archiveCredentials(tx, owner, [id], archivedAt)
  return requireCredential(tx, owner, id)
}
