import { createHash } from 'node:crypto'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { preparedRow } from '#server/db/prepared-row.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { idempotencyKeys } from './idempotency-table.ts'

export type IdempotentRequest = { key: string | undefined; operation: string; body: unknown }

/**
 * Runs `work` in a transaction, once for each key of an owner. The same key and body get the first response again. The
 * same key with another body is refused. After a day the response is gone, but the work is still not repeated. The
 * owner's row is locked first, so a concurrent duplicate waits until the first request has committed. The result is one
 * record and two equal responses. `work` starts by locking or reading.
 */
export async function withIdempotencyKey<T>(
  db: Db,
  clock: Clock,
  owner: Owner,
  request: IdempotentRequest,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const key = checkedKey(request)
  return db.transaction(async (tx) => {
    if (key === undefined) return work(tx)
    const print = fingerprint(request)
    const [, [earlier]] = await Promise.all([lockOwnerRow(tx, owner), usedKey(tx).execute({ owner, key })])
    if (earlier) {
      if (earlier.request !== print) throw new Problem('idempotency_mismatch')
      if (earlier.answer === null) throw new Problem('already_done')
      return earlier.answer as T
    }
    const answer = await work(tx)
    const used = { ownerId: owner, key, request: print, answer, createdAt: clock.now() }
    await inserted(tx).execute(insert.valuesOf(used))
    return answer
  }, 'lock first')
}

const insert = preparedRow(idempotencyKeys)
const inserted = prepared((db) =>
  db.insert(idempotencyKeys).values(insert.placeholders).prepare('insert_idempotency_key'),
)

const usedKey = prepared((db) =>
  db
    .select({ request: idempotencyKeys.request, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.ownerId, sql.placeholder('owner')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    )
    .prepare('used_idempotency_key'),
)

function checkedKey({ key }: IdempotentRequest): string | undefined {
  if (key === undefined || (key.length > 0 && key.length <= 255)) return key
  throw new Problem('invalid', { errors: [{ path: 'Idempotency-Key', message: '1 to 255 characters' }] })
}

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
/** A device keeps a change for at most 30 days before it sends the change for the last time. */
const KEPT_DAYS = 46

/** Removes the responses, which contain records, after a day. Removes the keys once no device can repeat them. */
export async function removeOldKeys(db: Db, clock: Clock): Promise<void> {
  const before = (days: number) => lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - days * DAY))
  await db.delete(idempotencyKeys).where(before(KEPT_DAYS))
  await db
    .update(idempotencyKeys)
    .set({ answer: null })
    .where(and(before(1), isNotNull(idempotencyKeys.answer)))
}
