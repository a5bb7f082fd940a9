import { and, desc, eq, gte, inArray, or } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import { listDeletedCredentialIds } from '#server/credentials/trash-store.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { purgesOf } from '#server/files/purge-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type LookupRow, lookups } from './table.ts'

const { id, ownerId, credentialId, deletedAt } = lookups
const purges = purgesOf(lookups)

/** A deleted look-up with the title of its credential, which may be deleted too. */
export type DeletedLookup = LookupRow & { credentialTitle: string | null }

/** The owner's restorable look-ups, newest deletion first, `limit` of them after `after`. */
export async function listDeletedLookups(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<DeletedLookup[]> {
  const rows = await db
    .select()
    .from(lookups)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
  const titles = await listTitles(
    db,
    owner,
    rows.map((row) => row.credentialId),
  )
  return rows.map((row) => ({ ...row, credentialTitle: titles.get(row.credentialId) ?? null }))
}

/** How many look-ups can be restored. */
export function countDeletedLookups(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(lookups, and(eq(ownerId, owner), gte(deletedAt, since)))
}

/** Those whose printouts are in the trash: deleted themselves, or with their credential. */
export async function listLookupIdsInTrash(db: Db, owner: Owner, since: Date): Promise<string[]> {
  const credentialIds = await listDeletedCredentialIds(db, owner, since)
  const isGone = or(gte(deletedAt, since), inArray(credentialId, credentialIds))
  return purges.listIds(db, and(eq(ownerId, owner), isGone))
}

/** The look-ups of one credential, or of all of the owner's. */
export function listLookupIds(db: Db, owner: Owner, ofCredential?: string): Promise<string[]> {
  return purges.listIds(
    db,
    and(eq(ownerId, owner), ofCredential ? eq(credentialId, ofCredential) : undefined),
  )
}

/** Rejects with `lookup_not_owned`, and with `lookup_not_found` for one that is not in the trash. */
export async function requireDeletedLookup(db: Db, owner: Owner, of: string, since: Date): Promise<void> {
  const known = uuid.safeParse(of)
  const [row] = known.success ? await db.select().from(lookups).where(eq(id, known.data)) : []
  if (!row?.deletedAt || row.deletedAt < since) throw new Problem('lookup_not_found')
  if (row.ownerId !== owner) throw new Problem('lookup_not_owned')
}

export const {
  listUnrestorable: listUnrestorableLookups,
  purge: purgeLookup,
  purgeAll: purgeLookups,
} = purges
