import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import { tokenDigest } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import type { UserRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { Problem } from '#shared/http/errors.ts'
import { eventSteps } from './event-store.ts'
import { type ShareEventRow, type ShareRow, shareSessions, shares } from './table.ts'
import { webhookEventStep } from './webhook-event-store.ts'

export type { ShareRow } from './table.ts'

/** The account that shares, as far as a visitor sees it. */
export type Holder = Pick<UserRow, 'name' | 'firstName' | 'lastName' | 'timeZone'>
/** A share with its holder, and whether a browser has opened it. */
export type FoundShare = { row: ShareRow; holder: Holder; isOpened: boolean }

/**
 * The share of this token, live or ended; none if the account is disabled. `isOpened`: `secret` belongs to a session of
 * this share that has not expired at `now`. Looked up by hashes, so that timing reveals nothing about a token or a
 * secret.
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
  if (!found || !timingSafeEqual(Buffer.from(found.tokenHash), Buffer.from(hash))) return null
  const { sessionId, name, firstName, lastName, timeZone, ...row } = found
  return { row, holder: { name, firstName, lastName, timeZone }, isOpened: sessionId !== null }
}

const holderColumns = {
  name: users.name,
  firstName: users.firstName,
  lastName: users.lastName,
  timeZone: users.timeZone,
}

const shareByToken = prepared((db) =>
  db
    .select({ ...getTableColumns(shares), sessionId: shareSessions.id, ...holderColumns })
    .from(shares)
    .innerJoin(users, and(eq(users.id, shares.ownerId), isNull(users.disabledAt)))
    .leftJoin(
      shareSessions,
      and(
        eq(shareSessions.secretHash, sql.placeholder('secretHash')),
        eq(shareSessions.shareId, shares.id),
        sql`${shareSessions.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .where(eq(shares.tokenHash, sql.placeholder('hash')))
    .prepare('share_by_token'),
)

/** For a view without a visitor. Rejects with `link_unknown` if the account was deleted. */
export async function requireHolderProfile(db: Db, owner: Owner): Promise<Holder> {
  const [holder] = await db.select(holderColumns).from(users).where(eq(users.id, owner))
  if (!holder) throw new Problem('link_unknown')
  return holder
}

/** The owner of a share, for requests of its visitors. */
export function ownerOf({ ownerId }: ShareRow): Owner {
  return asOwnerId(ownerId)
}

/** An opening by this browser, and the end of its session. */
type Opening = Pick<ShareEventRow, 'at' | 'device' | 'visitor'> & { sessionEnds: Date }

/**
 * Counts one view, if the share still equals `seen` and can be opened. Also stores the session, the line in the log and
 * the event for the owner's webhook. Otherwise stores nothing and returns `null`. One statement decides, so that
 * simultaneous openings never count more views than there are. Returns the number of the view, and the secret of the
 * session, which is stored only as a hash.
 */
export async function recordOpening(
  tx: Db,
  seen: ShareRow,
  opening: Opening,
): Promise<{ secret: string; viewCount: number } | null> {
  const secret = randomBytes(32).toString('base64url')
  const at = sql`${opening.at.toISOString()}::timestamptz`
  // Locks the account before the share, like a deletion: the other order would deadlock. Besides `updated_at`, compares
  // the columns that show whether the share changed, because two changes within a millisecond have the same
  // `updated_at`.
  const { rows } = await tx.execute<{ viewCount: number }>(sql`
    with account as (
      select id from users where id = ${seen.ownerId} for key share
    ), counted as (
      update shares set views_left = views_left - 1, view_count = view_count + 1,
          first_viewed_at = coalesce(first_viewed_at, ${at}), last_viewed_at = ${at}
        from account
        where shares.id = ${seen.id} and owner_id = account.id
          and updated_at = ${seen.updatedAt.toISOString()} and token_hash = ${seen.tokenHash}
          and passcode_hash is not distinct from ${seen.passcodeHash}
          and revoked_at is null
          and expires_at = ${seen.expiresAt.toISOString()} and expires_at > ${at}
          and (views_left is null or views_left > 0)
        returning shares.id, owner_id, view_count
    ), session as (
      insert into share_visits (share_id, secret_hash, expires_at)
        select id, ${tokenDigest(secret)}, ${opening.sessionEnds.toISOString()}::timestamptz from counted
    ), ${eventSteps(
      sql`select id, owner_id, ${at}, 'opened', null, ${opening.device}::text, ${opening.visitor}::text from counted`,
    )}, ${webhookEventStep(
      sql`select id, owner_id, ${at} as at, ${opening.device}::text as device, view_count from counted`,
    )}
    select view_count as "viewCount" from counted`)
  const [counted] = rows
  return counted ? { secret, viewCount: counted.viewCount } : null
}

/** Everyone who has this share open must open it again. */
export async function removeSessions(tx: Db, shareId: string): Promise<void> {
  await tx.delete(shareSessions).where(eq(shareSessions.shareId, shareId))
}

export async function removeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(shareSessions).where(lte(shareSessions.expiresAt, now))
}
