import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { VerdictCredential } from '#shared/credentials/verdict.ts'
import { ownCurrent } from './store.ts'
import { credentials } from './table.ts'

/** Everything that the owner counts on, with the fields that decide the verdict. */
export function listDecidingCredentials(db: Db, owner: Owner): Promise<VerdictCredential[]> {
  return decidingFields(db).execute({ owner })
}

const decidingFields = prepared((db) => {
  const { id, kind, state, type, multistate, name, code, requiredForWork, expiresAt, neverExpires } =
    credentials
  return db
    .select({ id, kind, state, type, multistate, name, code, requiredForWork, expiresAt, neverExpires })
    .from(credentials)
    .where(ownCurrent)
    .orderBy(credentials.createdAt, credentials.id)
    .prepare('verdict_credentials')
})
