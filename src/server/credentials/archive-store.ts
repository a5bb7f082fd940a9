import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type CredentialRecord, requireCredential, requireOwned } from './store.ts'
import { credentials } from './table.ts'

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
  const [, row] = await Promise.all([lockOwnerRow(tx, owner), requireOwned(tx, owner, id)])
  await tx
    .update(credentials)
    .set({ archivedAt: archivedAt && (row.archivedAt ?? archivedAt) })
    .where(eq(credentials.id, row.id))
  return requireCredential(tx, owner, id)
}
