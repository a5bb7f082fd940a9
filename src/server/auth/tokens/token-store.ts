import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { accessTokens } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Owner } from '#server/users/owner.ts'
import { startAccessGeneration } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { MAX_TOKENS } from '#shared/auth/access-token.ts'
import { Problem } from '#shared/http/errors.ts'

/** Use is recorded at most once a minute, so that reading does not cost a write each time. */
const TOUCH_MS = 60_000
/** How long a token that has expired stays in the list. */
const SHOWN_MS = 30 * 86_400_000

type TokenRow = typeof accessTokens.$inferSelect
type NewToken = Pick<TokenRow, 'name' | 'scopes' | 'digest' | 'createdAt' | 'expiresAt'>

const tokenByDigest = prepared((db) =>
  db
    .select({
      id: accessTokens.id,
      userId: accessTokens.userId,
      name: accessTokens.name,
      scopes: accessTokens.scopes,
      lastUsedAt: accessTokens.lastUsedAt,
      timeZone: users.timeZone,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      and(
        eq(accessTokens.digest, sql.placeholder('digest')),
        gt(accessTokens.expiresAt, sql.placeholder('now')),
        isNull(users.disabledAt),
      ),
    )
    .prepare('access_token_by_digest'),
)

/**
 * Looks up a token by its hash. One statement gives the same result for a token that is unknown, expired or revoked.
 */
export async function findLiveToken(db: Db, digest: string, now: Date) {
  const [found] = await tokenByDigest(db).execute({ digest, now })
  return found ?? null
}

export async function touchToken(
  db: Db,
  { id, lastUsedAt }: Pick<TokenRow, 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  const stale = new Date(now.getTime() - TOUCH_MS)
  if (lastUsedAt !== null && lastUsedAt >= stale) return
  const isStale = or(isNull(accessTokens.lastUsedAt), lt(accessTokens.lastUsedAt, stale))
  await db
    .update(accessTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(accessTokens.id, id), isStale))
}

/** Newest first. */
export function listTokens(db: Db, owner: Owner): Promise<TokenRow[]> {
  return db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.userId, owner))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id))
}

/** Throws `too_many_access_tokens`. The caller has locked the owner. */
export async function createToken(tx: Db, owner: Owner, token: NewToken): Promise<TokenRow> {
  const count = await tx.$count(accessTokens, eq(accessTokens.userId, owner))
  if (count >= MAX_TOKENS) throw new Problem('too_many_access_tokens')
  const [row] = await tx
    .insert(accessTokens)
    .values({ id: randomUUID(), userId: owner, ...token })
    .returning()
  if (!row) throw new Error('The token was not stored')
  return row
}

/** Throws `access_token_not_found` or, for another owner's token, `access_token_not_owned`. */
export async function removeToken(tx: Db, owner: Owner, id: string): Promise<TokenRow> {
  const [removed] = await tx
    .delete(accessTokens)
    .where(and(eq(accessTokens.id, id), eq(accessTokens.userId, owner)))
    .returning()
  if (removed) return removed
  const isAnothers = (await tx.$count(accessTokens, eq(accessTokens.id, id))) > 0
  throw new Problem(isAnothers ? 'access_token_not_owned' : 'access_token_not_found')
}

/** Ends every access token and every wallet pass of the account. Returns the names of the tokens. */
export async function endGrants(tx: Db, userId: string): Promise<string[]> {
  await startAccessGeneration(tx, userId)
  const removed = await tx
    .delete(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .returning({ name: accessTokens.name })
  return removed.map(({ name }) => name)
}

/** Removes tokens that expired a month ago. A job calls this function. */
export async function removeOldTokens(db: Db, clock: Clock): Promise<void> {
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, new Date(clock.now().getTime() - SHOWN_MS)))
}

/** Throws `not_authenticated` if the token was revoked in the meantime. The caller has locked the owner. */
export async function requireToken(tx: Db, owner: Owner, id: string): Promise<void> {
  const mine = and(eq(accessTokens.id, id), eq(accessTokens.userId, owner))
  if ((await tx.$count(accessTokens, mine)) === 0) throw new Problem('not_authenticated')
}
