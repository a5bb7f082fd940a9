import { createHash } from 'node:crypto'
import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { placeholdersFor, prepared } from '#server/db/prepared-query.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Owner } from '#server/users/owner.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { idempotencyKeys } from './idempotency-table.ts'

export type IdempotentRequest = { key: string | undefined; operation: string; body: unknown }

/**
 * Runs `work` in a transaction, once for each key of an owner. The same key and body get the first response again; the
 * same key with another body is refused. A day later the response has been removed, and the work is still not repeated.
 * The key is inserted first, so a concurrent duplicate waits for that row until the first request has committed: one
 * record, two equal responses.
 */
export async function withIdempotencyKey<T>(
  db: Db,
  clock: Clock,
  owner: Owner,
  request: IdempotentRequest,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const key = checkedKey(request)
  if (key === undefined) return db.transaction(work)
  const print = fingerprint(request)
  return db.transaction(async (tx) => {
    const claimed = await claimKey(tx)
      .execute({ ownerId: owner, key, request: print, createdAt: clock.now() })
      .catch(notAuthenticatedIfDeleted)
    if (claimed.length === 0) {
      const mine = and(eq(idempotencyKeys.ownerId, owner), eq(idempotencyKeys.key, key))
      const [earlier] = await tx.select().from(idempotencyKeys).where(mine)
      if (!earlier || earlier.request !== print) throw new Problem('idempotency_mismatch')
      if (earlier.answer === null) throw new Problem('already_done')
      return earlier.answer as T
    }
    const answer = await work(tx)
    await saveAnswer(tx).execute({ owner, key, answer })
    return answer
  })
}

function checkedKey({ key }: IdempotentRequest): string | undefined {
  if (key === undefined || (key.length > 0 && key.length <= 255)) return key
  throw new Problem('invalid', { errors: [{ path: 'Idempotency-Key', message: '1 to 255 characters' }] })
}

/**
 * For work that is one statement: a part of its `with`, `claimed`, which has one row if the request has no key or its
 * key has not been used before. The response is stored with the key. `source` has one row, or none to claim nothing.
 */
export const claimStep = (source: SQL) => {
  const given = (name: string) => sql`${sql.placeholder(`claim.${name}`)}`
  return sql`
    claim as (
      insert into idempotency_keys (owner_id, key, request, answer, created_at)
        select ${given('owner')}::text, ${given('key')}::text, ${given('request')}::text, ${given('answer')}::json,
          ${given('at')}::timestamptz
        ${source} where ${given('key')}::text is not null
        on conflict do nothing
        returning key
    ), claimed as (
      select ${source} where ${given('key')}::text is null
      union all select from claim
    )`
}

/** The values of `claimStep`. Rejects with `invalid` for a key of the wrong length. */
export function claimValues(owner: Owner, request: IdempotentRequest, answer: unknown, at: Date) {
  return {
    'claim.owner': owner,
    'claim.key': checkedKey(request) ?? null,
    'claim.request': request.key === undefined ? null : fingerprint(request),
    'claim.answer': request.key === undefined ? null : JSON.stringify(answer),
    'claim.at': at,
  }
}

const claimKey = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values(placeholdersFor(['ownerId', 'key', 'request', 'createdAt']))
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('claim_idempotency_key'),
)

const saveAnswer = prepared((db) =>
  db
    .update(idempotencyKeys)
    .set({ answer: sql.placeholder('answer') })
    .where(
      and(
        eq(idempotencyKeys.ownerId, sql.placeholder('owner')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    )
    .prepare('save_idempotent_answer'),
)

/** Whether `withIdempotencyKey` already has a response for this request. */
export async function isKeyUsed(db: Db, owner: Owner, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const mine = and(eq(idempotencyKeys.ownerId, owner), eq(idempotencyKeys.key, key))
  return (await db.$count(idempotencyKeys, mine)) > 0
}

function fingerprint({ operation, body }: IdempotentRequest): string {
  return createHash('sha256')
    .update(`${operation}\n${JSON.stringify(body)}`)
    .digest('hex')
}

const DAY = 86_400_000
/** A device keeps a change for 30 days at most before it is sent for the last time. */
const KEPT_DAYS = 46

/** Removes the responses, which contain records, after a day; the keys when no device can repeat them. */
export async function removeOldKeys(db: Db, clock: Clock): Promise<void> {
  const before = (days: number) => lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - days * DAY))
  await db.delete(idempotencyKeys).where(before(KEPT_DAYS))
  await db
    .update(idempotencyKeys)
    .set({ answer: null })
    .where(and(before(1), isNotNull(idempotencyKeys.answer)))
}
