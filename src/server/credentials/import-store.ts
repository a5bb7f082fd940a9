import { asc, eq, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CredentialInput, completeCredential } from '#shared/credentials/credential.ts'
import { derived } from './store.ts'
import { type CredentialRow, credentials } from './table.ts'

/** All of the owner's credentials, including deleted ones, oldest first. */
export function listEveryCredential(db: Db, owner: Owner): Promise<CredentialRow[]> {
  return db
    .select()
    .from(credentials)
    .where(eq(credentials.ownerId, owner))
    .orderBy(asc(credentials.createdAt), asc(credentials.id))
}

export type ImportedCredential = Pick<
  CredentialRow,
  'id' | 'fileId' | 'archivedAt' | 'createdAt' | 'updatedAt' | 'deletedAt'
> & { input: CredentialInput }

/** Inserts the records of an import unchanged. The caller has locked the vault and checked the limit. */
export async function insertCredentials(tx: Db, owner: Owner, records: ImportedCredential[]): Promise<void> {
  const rows = records.map(({ input, ...kept }) => {
    const complete = completeCredential(input)
    return { ...complete, ...derived(complete), ...kept, ownerId: owner }
  })
  for (const batch of batches(rows)) await tx.insert(credentials).values(batch)
}

/** Makes each of these files the main file of its credential, if the credential has no main file. */
export async function setMainFiles(tx: Db, owner: Owner, fileIds: string[]): Promise<void> {
  await tx.execute(sql`
    update ${credentials} set file_id = f.id from files f
    where f.id = any(${sql.param(fileIds)}::uuid[]) and f.resource_id = ${credentials.id}
      and ${credentials.ownerId} = ${owner} and ${credentials.fileId} is null`)
}
