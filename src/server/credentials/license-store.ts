import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { ownCurrent } from './store.ts'
import { credentials } from './table.ts'

/** The licenses that the owner counts on, with the fields that decide where they are valid. */
export function listCurrentLicenses(db: Db, owner: Owner) {
  return licenses(db).execute({ owner })
}

/** Everything that the owner counts on, with the fields that a requirement can ask for. */
export function listCurrentCredentials(db: Db, owner: Owner) {
  return current(db).execute({ owner })
}

const current = prepared((db) => {
  const { id, kind, title, type, state, multistate, code, name } = credentials
  const { issuedAt, expiresAt, neverExpires } = credentials
  return db
    .select({ id, kind, title, type, state, multistate, code, name, issuedAt, expiresAt, neverExpires })
    .from(credentials)
    .where(ownCurrent)
    .orderBy(credentials.createdAt, credentials.id)
    .prepare('current_credentials')
})

const licenses = prepared((db) => {
  const { id, title, type, state, multistate, issuedAt, expiresAt, neverExpires, updatedAt } = credentials
  return db
    .select({ id, title, type, state, multistate, issuedAt, expiresAt, neverExpires, updatedAt })
    .from(credentials)
    .where(and(ownCurrent, eq(credentials.kind, 'license')))
    .orderBy(credentials.createdAt, credentials.id)
    .prepare('current_licenses')
})
