import { createHash } from 'node:crypto'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { isOwnerEnabled } from '#server/users/store.ts'
import { mailAddresses, mailSenders } from './table.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export async function findMailAddress(
  db: Db,
  owner: Owner,
): Promise<{ sealedToken: string; createdAt: Date } | null> {
  const { sealedToken, createdAt } = mailAddresses
  const [row] = await db
    .select({ sealedToken, createdAt })
    .from(mailAddresses)
    .where(eq(mailAddresses.ownerId, owner))
  return row ?? null
}

/** Replaces the previous address. */
export async function saveMailAddress(
  tx: Db,
  owner: Owner,
  { token, sealedToken }: { token: string; sealedToken: string },
  now: Date,
): Promise<void> {
  const address = { tokenHash: hashOf(token), sealedToken, createdAt: now }
  await tx
    .insert(mailAddresses)
    .values({ ownerId: owner, ...address })
    .onConflictDoUpdate({ target: mailAddresses.ownerId, set: address })
}

/** False if there was none. */
export async function removeMailAddress(tx: Db, owner: Owner, since?: Date): Promise<boolean> {
  const removed = await tx
    .delete(mailAddresses)
    .where(
      and(
        eq(mailAddresses.ownerId, owner),
        since === undefined ? undefined : gte(mailAddresses.createdAt, since),
      ),
    )
    .returning({ ownerId: mailAddresses.ownerId })
  return removed.length > 0
}

/** The owners of these tokens, without disabled accounts. Looks up the hash, so that response times reveal nothing. */
export async function listMailOwners(db: Db, tokens: string[]): Promise<Owner[]> {
  if (tokens.length === 0) return []
  const rows = await db
    .select({ ownerId: mailAddresses.ownerId })
    .from(mailAddresses)
    .where(and(inArray(mailAddresses.tokenHash, tokens.map(hashOf)), isOwnerEnabled(mailAddresses.ownerId)))
  return rows.map(({ ownerId }) => asOwnerId(ownerId))
}

export async function listSenders(db: Db, owner: Owner): Promise<string[]> {
  const rows = await db
    .select({ address: mailSenders.address })
    .from(mailSenders)
    .where(eq(mailSenders.ownerId, owner))
    .orderBy(asc(mailSenders.address))
  return rows.map(({ address }) => address)
}

/** Allows exactly these. One that was allowed before keeps its date. */
export async function saveSenders(tx: Db, owner: Owner, addresses: string[], now: Date): Promise<void> {
  const before = await listSenders(tx, owner)
  const gone = before.filter((address) => !addresses.includes(address))
  const added = [...new Set(addresses)].filter((address) => !before.includes(address))
  if (gone.length > 0)
    await tx
      .delete(mailSenders)
      .where(and(eq(mailSenders.ownerId, owner), inArray(mailSenders.address, gone)))
  if (added.length > 0)
    await tx.insert(mailSenders).values(added.map((address) => ({ ownerId: owner, address, createdAt: now })))
}

/** The senders that were allowed since, which are no longer. */
export async function removeSendersSince(tx: Db, owner: Owner, since: Date): Promise<string[]> {
  const removed = await tx
    .delete(mailSenders)
    .where(and(eq(mailSenders.ownerId, owner), gte(mailSenders.createdAt, since)))
    .returning({ address: mailSenders.address })
  return removed.map(({ address }) => address)
}
