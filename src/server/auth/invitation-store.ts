import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { tokenDigest } from './sessions/session-store.ts'
import { verifications } from './table.ts'

export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** The address as JSON, so that deleting its account later also removes the invitation. */
const valueFor = (email: string) => JSON.stringify({ type: 'invitation', email })

/**
 * Creates the invitation of an address and returns its token. Only the hash of the token is stored. An older invitation
 * ends.
 */
export async function createInvitation(tx: Db, email: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.delete(verifications).where(eq(verifications.value, valueFor(email)))
  await tx.insert(verifications).values({
    id: randomUUID(),
    identifier: identifierOf(token),
    value: valueFor(email),
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    createdAt: now,
    updatedAt: now,
  })
  return token
}

/** Whether this token is the open invitation of this address. */
export async function hasInvitation(db: Db, email: string, token: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(isOpen(email, now, token))
  return rows.length > 0
}

/**
 * Uses up the open invitation of an address, by its token or, if the address is confirmed, without one. False if there
 * is none.
 */
export async function consumeInvitation(
  db: Db,
  email: string,
  proof: { token: string } | 'confirmed address',
  now: Date,
): Promise<boolean> {
  const token = typeof proof === 'string' ? undefined : proof.token
  const used = await db
    .delete(verifications)
    .where(isOpen(email, now, token))
    .returning({ id: verifications.id })
  return used.length > 0
}

function isOpen(email: string, now: Date, token: string | undefined) {
  return and(
    eq(verifications.value, valueFor(email)),
    token === undefined ? undefined : eq(verifications.identifier, identifierOf(token)),
    gt(verifications.expiresAt, now),
  )
}

function identifierOf(token: string): string {
  return tokenDigest(`invitation:${token}`)
}
