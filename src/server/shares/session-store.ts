import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { tokenDigest } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { isOwnerEnabled } from '#server/users/store.ts'
import { type ShareRow, shareSessions, shares } from './table.ts'

export type { ShareRow } from './table.ts'

/** A share, and whether a browser has opened it. */
export type FoundShare = { row: ShareRow; isOpened: boolean }

/**
 * The share of this token, live or ended; none of a disabled account. `isOpened`: `secret` is that of one of its sessions
 * that has not expired at `now`. Looked up by hashes, so that timing tells nothing about a token or a secret.
 */
export async function findShareByToken(
  db: Db,
  token: string,
  secret: string | undefined,
  now: Date,
): Promise<FoundShare | null> {
  const hash = tokenDigest(token)
  const secretHash = secret === undefined ? null : tokenDigest(secret)
  const [found] = await shareByToken(db).execute({ hash, secretHash, now: now.toISOString() })
  if (!found || !timingSafeEqual(Buffer.from(found.row.tokenHash), Buffer.from(hash))) return null
  return { row: found.row, isOpened: found.sessionId !== null }
}

const shareByToken = prepared((db) =>
  db
    .select({ row: shares, sessionId: shareSessions.id })
    .from(shares)
    .leftJoin(
      shareSessions,
      and(
        eq(shareSessions.secretHash, sql.placeholder('secretHash')),
        eq(shareSessions.shareId, shares.id),
        sql`${shareSessions.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .where(and(eq(shares.tokenHash, sql.placeholder('hash')), isOwnerEnabled(shares.ownerId)))
    .prepare('share_by_token'),
)

/** The owner of a share, for requests of its visitors. */
export function ownerOf({ ownerId }: ShareRow): Owner {
  return asOwnerId(ownerId)
}

/**
 * Counts one view if the share is still as `seen` and opens at `now`; `null` otherwise. One statement decides, so that
 * any number of simultaneous openings count exactly as many views as there are.
 */
export async function countView(tx: Db, seen: ShareRow, now: Date): Promise<ShareRow | null> {
  const { id, tokenHash, passcodeHash, updatedAt } = seen
  const [row] = await tx
    .update(shares)
    .set({
      viewsLeft: sql`${shares.viewsLeft} - 1`,
      viewCount: sql`${shares.viewCount} + 1`,
      firstViewedAt: sql`coalesce(${shares.firstViewedAt}, ${now.toISOString()}::timestamptz)`,
      lastViewedAt: now,
    })
    .where(
      and(
        eq(shares.id, id),
        eq(shares.updatedAt, updatedAt),
        eq(shares.tokenHash, tokenHash),
        // Compared too: two changes within a millisecond have the same `updatedAt`.
        passcodeHash === null ? isNull(shares.passcodeHash) : eq(shares.passcodeHash, passcodeHash),
        isNull(shares.revokedAt),
        gt(shares.expiresAt, now),
        or(isNull(shares.viewsLeft), gt(shares.viewsLeft, 0)),
      ),
    )
    .returning()
  return row ?? null
}

/** Returns the secret of the new session; only its hash is stored. */
export async function insertSession(tx: Db, shareId: string, expiresAt: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx.insert(shareSessions).values({ shareId, secretHash: tokenDigest(secret), expiresAt })
  return secret
}

/** Everyone who has this share open must open it again. */
export async function removeSessions(tx: Db, shareId: string): Promise<void> {
  await tx.delete(shareSessions).where(eq(shareSessions.shareId, shareId))
}

export async function removeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(shareSessions).where(lte(shareSessions.expiresAt, now))
}
