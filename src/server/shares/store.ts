import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { tokenDigest } from '#server/auth/sessions/session-store.ts'
import { isOlder, type PageAfter } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { preparedEach } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { EarlierBoxes, PageBoxes } from '#shared/shares/redaction.ts'
import { MAX_SHARES } from '#shared/shares/share.ts'
import { type ShareRow, shares } from './table.ts'

export type { ShareRow } from './table.ts'

type Counters = 'viewsLeft' | 'viewCount' | 'firstViewedAt' | 'lastViewedAt'
/** The `token` is stored only as a hash. */
export type NewShare = Omit<ShareRow, 'ownerId' | 'tokenHash' | 'revokedAt' | 'updatedAt' | Counters> & {
  token: string
}

/** Rejects with `share_not_found` (404), or with `share_not_owned` (403) for another owner's share. */
export async function requireShare(db: Db, owner: Owner, id: string): Promise<ShareRow> {
  const known = uuid.safeParse(id)
  if (!known.success) throw new Problem('share_not_found')
  const [row] = await db.select().from(shares).where(eq(shares.id, known.data))
  if (!row) throw new Problem('share_not_found')
  if (row.ownerId !== owner) throw new Problem('share_not_owned')
  return row
}

/** The owner's shares among `ids`, ended ones too. */
export async function listSharesById(db: Db, owner: Owner, ids: string[]): Promise<ShareRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(shares)
    .where(and(eq(shares.ownerId, owner), inArray(shares.id, ids)))
}

/**
 * Newest first, at most `limit` after `after`. `isLive` leaves out revoked, expired and used-up shares, but includes
 * shares whose resources were all deleted.
 */
export function listShares(
  db: Db,
  owner: Owner,
  { isLive, after, limit }: PageAfter & { isLive: boolean },
  now: Date,
): Promise<ShareRow[]> {
  const page = pageOf(db, `${isLive ? '_live' : ''}${after ? '_next' : ''}`)
  return page.execute({ owner, now: now.toISOString(), after: after?.value, afterId: after?.id, limit })
}

const pageOf = preparedEach((db, variant: `${'' | '_live'}${'' | '_next'}`) => {
  const { createdAt, id } = shares
  const at = sql.placeholder
  return db
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.ownerId, at('owner')),
        variant.startsWith('_live') ? liveAt(sql`${at('now')}::timestamptz`) : undefined,
        isOlder(createdAt, id, variant.endsWith('_next') ? { value: at('after'), id: at('afterId') } : null),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(at('limit'))
    .prepare(`shares${variant}`)
})

function liveAt(now: Date | SQL) {
  const hasViews = or(isNull(shares.viewsLeft), gt(shares.viewsLeft, 0))
  return and(isNull(shares.revokedAt), gt(shares.expiresAt, now), hasViews)
}

// Call the writes below in a transaction that has locked the owner's row.

/** Rejects with `too_many_shares` if the owner already has `limit` live shares. */
export async function requireShareQuota(tx: Db, owner: Owner, now: Date, limit = MAX_SHARES): Promise<void> {
  const open = await tx.$count(shares, and(eq(shares.ownerId, owner), liveAt(now)))
  if (open >= limit) throw new Problem('too_many_shares')
}

export async function createShare(tx: Db, owner: Owner, share: NewShare): Promise<ShareRow> {
  const { token, ...columns } = share
  const [row] = await tx
    .insert(shares)
    .values({
      ...columns,
      ownerId: owner,
      tokenHash: tokenDigest(token),
      viewsLeft: columns.viewLimit,
      updatedAt: columns.createdAt,
    })
    .returning()
  if (!row) throw new Error('The share was not stored')
  return row
}

export type ShareChanges = Partial<
  Pick<
    ShareRow,
    | 'expiresAt'
    | 'allowDownloads'
    | 'recipient'
    | 'note'
    | 'passcodeHash'
    | 'language'
    | 'viewLimit'
    | 'viewsLeft'
    | 'revokedAt'
    | 'tokenHash'
  >
>

export async function updateShare(
  tx: Db,
  { id }: ShareRow,
  changes: ShareChanges,
  now: Date,
): Promise<ShareRow> {
  const [row] = await tx
    .update(shares)
    .set({ ...changes, updatedAt: now })
    .where(eq(shares.id, id))
    .returning()
  if (!row) throw new Problem('share_not_found')
  return row
}

/** Sets a new token and reopens the share: it is no longer revoked, and all its views are available again. */
export function rotateToken(
  tx: Db,
  row: ShareRow,
  { token, expiresAt }: { token: string; expiresAt: Date },
  now: Date,
): Promise<ShareRow> {
  const changes = { tokenHash: tokenDigest(token), expiresAt, revokedAt: null, viewsLeft: row.viewLimit }
  return updateShare(tx, row, changes, now)
}

const endedBefore = (before: Date) => or(lt(shares.expiresAt, before), lt(shares.revokedAt, before))

/** Up to `limit` shares of any owner that ended before `before`. */
export function listEndedBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id: shares.id, ownerId: shares.ownerId })
    .from(shares)
    .where(endedBefore(before))
    .limit(limit)
}

/** When the link ends or ended: revoked, used up or over. `null` for a share that was removed. */
export async function findLinkEnd(db: Db, id: string): Promise<Date | null> {
  const { expiresAt, revokedAt, viewsLeft, lastViewedAt } = shares
  const [row] = await db
    .select({ expiresAt, revokedAt, viewsLeft, lastViewedAt })
    .from(shares)
    .where(eq(shares.id, id))
  if (!row) return null
  const usedUpAt = row.viewsLeft === 0 ? row.lastViewedAt : null
  const ends = [row.expiresAt, row.revokedAt, usedUpAt].filter((end) => end !== null)
  return new Date(Math.min(...ends.map(Number)))
}

/** `false` if the share was reopened in the meantime. */
export async function removeShare(tx: Db, id: string, before: Date): Promise<boolean> {
  const removed = await tx
    .delete(shares)
    .where(and(eq(shares.id, id), endedBefore(before)))
    .returning({ id: shares.id })
  return removed.length > 0
}

/**
 * The areas that the owner covered on these files in their latest share with covers. Skips revoked shares, because a
 * number may still have been visible in them.
 */
export async function listEarlierBoxes(
  db: Db,
  owner: Owner,
  fileIds: string[],
): Promise<Map<string, EarlierBoxes>> {
  if (fileIds.length === 0) return new Map()
  const fileId = sql<string>`redaction ->> 'fileId'`
  const rows = await db
    .selectDistinctOn([fileId], {
      fileId: fileId.as('file_id'),
      covers: sql<PageBoxes>`redaction -> 'covers'`.as('covers'),
      recipient: shares.recipient,
      createdAt: shares.createdAt,
    })
    .from(shares)
    .crossJoinLateral(sql`jsonb_array_elements(${shares.redactions}) redaction`)
    .where(
      and(
        eq(shares.ownerId, owner),
        isNull(shares.revokedAt),
        inArray(fileId, fileIds),
        sql`jsonb_typeof(redaction -> 'covers') = 'array'`,
      ),
    )
    .orderBy(fileId, desc(shares.createdAt), desc(shares.id))
  return new Map(
    rows.map(({ fileId, covers, recipient, createdAt }) => [
      fileId,
      { covers, recipient, sharedAt: createdAt.toISOString() },
    ]),
  )
}

/** All shares of the owner, live and ended, oldest first. */
export function listEveryShare(db: Db, owner: Owner): Promise<ShareRow[]> {
  return db
    .select()
    .from(shares)
    .where(eq(shares.ownerId, owner))
    .orderBy(asc(shares.createdAt), asc(shares.id))
}

/** Ends the live shares that were created, renewed or changed since. */
export function revokeSharesSince(tx: Db, owner: Owner, since: Date, now: Date): Promise<ShareRow[]> {
  return tx
    .update(shares)
    .set({ revokedAt: now, updatedAt: now })
    .where(and(eq(shares.ownerId, owner), gte(shares.updatedAt, since), liveAt(now)))
    .returning()
}
