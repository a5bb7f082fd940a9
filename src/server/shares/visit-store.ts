import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { tokenDigest } from '#server/auth/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { type ShareRow, shares, shareVisits } from './table.ts'

/** The share that this token opens, or opened. Looked up by the hash: how long that takes tells nothing of a token. */
export async function findByToken(db: Db, token: string): Promise<ShareRow | null> {
  const hash = tokenDigest(token)
  const [row] = await shareByToken(db).execute({ hash })
  return row && timingSafeEqual(Buffer.from(row.tokenHash), Buffer.from(hash)) ? row : null
}

const shareByToken = prepared((db) =>
  db
    .select()
    .from(shares)
    .where(eq(shares.tokenHash, sql.placeholder('hash')))
    .prepare('share_by_token'),
)

/**
 * Counts one view, if the link is still as it was when `seen` was read and opens at `now`: `null` otherwise. One
 * statement decides, so that of any number of openings at once exactly as many are counted as there are views.
 */
export async function countView(tx: Db, seen: ShareRow, now: Date): Promise<ShareRow | null> {
  const { id, tokenHash, passcodeHash } = seen
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
        eq(shares.tokenHash, tokenHash),
        // The passcode that was asked for is still the one.
        passcodeHash === null ? isNull(shares.passcodeHash) : eq(shares.passcodeHash, passcodeHash),
        isNull(shares.revokedAt),
        gt(shares.expiresAt, now),
        or(isNull(shares.viewsLeft), gt(shares.viewsLeft, 0)),
      ),
    )
    .returning()
  return row ?? null
}

/** Keeps the secret's hash only. */
export async function keepVisit(
  tx: Db,
  visit: { shareId: string; secret: string; expiresAt: Date },
): Promise<void> {
  const { shareId, secret, expiresAt } = visit
  await tx.insert(shareVisits).values({ shareId, secretHash: tokenDigest(secret), expiresAt })
}

/** Whether this secret is of a visit to this share that is not over. */
export async function hasVisit(db: Db, shareId: string, secret: string, now: Date): Promise<boolean> {
  const visit = { secretHash: tokenDigest(secret), shareId, now: now.toISOString() }
  return (await visitOf(db).execute(visit)).length > 0
}

const visitOf = prepared((db) =>
  db
    .select({ id: shareVisits.id })
    .from(shareVisits)
    .where(
      and(
        eq(shareVisits.secretHash, sql.placeholder('secretHash')),
        eq(shareVisits.shareId, sql.placeholder('shareId')),
        sql`${shareVisits.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .prepare('share_visit'),
)

/** Whoever looks at this link now has to open it again. */
export async function endVisits(tx: Db, shareId: string): Promise<void> {
  await tx.delete(shareVisits).where(eq(shareVisits.shareId, shareId))
}

export async function removeOldVisits(db: Db, now: Date): Promise<void> {
  await db.delete(shareVisits).where(lte(shareVisits.expiresAt, now))
}
