import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { type CredentialRow, credentials } from './table.ts'

/** When each credential last changed, and whether it is archived or deleted, for a join. */
export function credentialStates(db: Db) {
  return db
    .select({
      id: credentials.id,
      updatedAt: credentials.updatedAt,
      isOut: sql<boolean>`(${credentials.deletedAt} is not null or ${credentials.archivedAt} is not null)`.as(
        'is_out',
      ),
    })
    .from(credentials)
    .as('credential_states')
}

/** A credential in any state, for background work; `null` once it is purged. */
export async function findAnyCredential(db: Db, id: string): Promise<CredentialRow | null> {
  const [row] = await db.select().from(credentials).where(eq(credentials.id, id))
  return row ?? null
}
