import { and, desc, eq, exists, inArray, lt, lte, not, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/table.ts'
import { mailOutbox } from './table.ts'

export type Kept = typeof mailOutbox.$inferSelect
/** A message that this process has until its lease ends. */
export type Claimed = Kept

const keptAtMost = 200
const day = 86_400_000
const cleared = { text: '', html: '' }

/** Whose address must not outlive the message: it is that of an account that is gone. */
const lastKinds = ['account_deleted']
/** In place of such an address where no mail server takes the message. */
export const NO_ADDRESS = 'address removed'

export function isLast(kind: string): boolean {
  return lastKinds.includes(kind)
}

export async function create(db: Db, message: typeof mailOutbox.$inferInsert): Promise<void> {
  await db.insert(mailOutbox).values(message)
}

/**
 * Takes the next due messages, urgent kinds first, for one process until `leaseEnds`. A message whose process died in
 * the act is due again after that. Two messages of one kind to one address keep their order.
 */
export async function claimDue(
  db: Db,
  { now, leaseEnds, urgent, limit }: { now: Date; leaseEnds: Date; urgent: string[]; limit: number },
): Promise<Claimed[]> {
  const earlier = alias(mailOutbox, 'earlier')
  const waiting = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.to, mailOutbox.to),
        eq(earlier.kind, mailOutbox.kind),
        inArray(earlier.state, ['queued', 'sending']),
        lt(earlier.createdAt, mailOutbox.createdAt),
      ),
    )
  // A common table expression with a lock is evaluated once; as a plain subquery PostgreSQL may run it for each row.
  const due = db.$with('due').as(
    db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          inArray(mailOutbox.state, ['queued', 'sending']),
          lte(mailOutbox.nextAttemptAt, now),
          not(exists(waiting)),
        ),
      )
      .orderBy(desc(inArray(mailOutbox.kind, urgent)), mailOutbox.nextAttemptAt, mailOutbox.createdAt)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(due)
    .update(mailOutbox)
    .set({ state: 'sending', attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: leaseEnds })
    .where(inArray(mailOutbox.id, db.select({ id: due.id }).from(due)))
    .returning()
}

/** Whoever lost the lease meanwhile no longer writes: `attempts` tells one claim from the next. */
function stillOurs({ id, attempts }: Claimed) {
  return and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'sending'), eq(mailOutbox.attempts, attempts))
}

export async function markSent(db: Db, row: Claimed, now: Date): Promise<void> {
  if (isLast(row.kind)) return forget(db, row)
  // Sent is sent, even by a process that had been given up on: without a check of the lease.
  await db
    .update(mailOutbox)
    .set({ ...cleared, state: 'sent', sentAt: now, lastError: null })
    .where(eq(mailOutbox.id, row.id))
}

export async function markDeferred(db: Db, row: Claimed, code: string, nextAttemptAt: Date): Promise<void> {
  await db.update(mailOutbox).set({ state: 'queued', lastError: code, nextAttemptAt }).where(stillOurs(row))
}

async function forget(db: Db, { id }: Claimed): Promise<void> {
  await db.delete(mailOutbox).where(eq(mailOutbox.id, id))
}

export async function markFailed(db: Db, row: Claimed, code: string): Promise<void> {
  if (isLast(row.kind)) return forget(db, row)
  await db
    .update(mailOutbox)
    .set({ ...cleared, state: 'failed', lastError: code })
    .where(stillOurs(row))
}

/** `lifeOf` in milliseconds by kind: a link that has run out is not worth a message. A last one waits a day at most. */
export async function giveUpOutdated(db: Db, now: Date, lifeOf: Record<string, number>): Promise<void> {
  const outdated = Object.entries(lifeOf).map(([kind, life]) =>
    and(eq(mailOutbox.kind, kind), lte(mailOutbox.createdAt, new Date(now.getTime() - life))),
  )
  await db
    .update(mailOutbox)
    .set({ ...cleared, state: 'failed', lastError: 'outdated' })
    .where(and(eq(mailOutbox.state, 'queued'), or(...outdated)))
  const yesterday = new Date(now.getTime() - day)
  await db
    .delete(mailOutbox)
    .where(and(inArray(mailOutbox.kind, lastKinds), lte(mailOutbox.createdAt, yesterday)))
}

/** Without a mail server nothing queues for ever: what waits is kept to be looked at, the newest 200. */
export async function keepNewest(db: Db): Promise<void> {
  await db
    .update(mailOutbox)
    .set({
      state: 'kept',
      to: sql`case when ${inArray(mailOutbox.kind, lastKinds)} then ${NO_ADDRESS} else ${mailOutbox.to} end`,
    })
    .where(inArray(mailOutbox.state, ['queued', 'sending']))
  const beyond = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, 'kept'))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .offset(keptAtMost)
  await db.delete(mailOutbox).where(inArray(mailOutbox.id, beyond))
}

/** The kept messages, newest first, at most 200. */
export function listKept(db: Db) {
  return db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.state, 'kept'))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(keptAtMost)
}

export async function findKept(db: Db, id: string): Promise<Kept | null> {
  const [found] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'kept')))
  return found ?? null
}

/** How many messages there are in each state. */
export async function countByState(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mailOutbox.state, count: sql<number>`count(*)::int` })
    .from(mailOutbox)
    .groupBy(mailOutbox.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Everything addressed to one address, sent or not, or of some kinds only: for the deletion of an account. */
export async function removeMailTo(db: Db, to: string, kinds?: string[]): Promise<void> {
  const ofKinds = kinds && inArray(mailOutbox.kind, kinds)
  await db.delete(mailOutbox).where(and(eq(mailOutbox.to, to), ofKinds))
}

/** The same by the address's SHA-256 (hex), but for a last message and where an account has that address. */
export async function removeMailByHash(db: Db, hash: string): Promise<void> {
  const { to, kind } = mailOutbox
  const isIts = sql`encode(sha256(convert_to(${to}, 'UTF8')), 'hex') = ${hash}`
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, to))
  await db.delete(mailOutbox).where(and(isIts, notInArray(kind, lastKinds), not(exists(owner))))
}

/** Forgets what was sent a week ago, and what was given up or kept a month ago. */
export async function removeOldMail(db: Db, now: Date): Promise<void> {
  const before = (days: number) => lt(mailOutbox.createdAt, new Date(now.getTime() - days * day))
  const sent = and(eq(mailOutbox.state, 'sent'), before(7))
  const rest = and(inArray(mailOutbox.state, ['failed', 'kept']), before(30))
  await db.delete(mailOutbox).where(or(sent, rest))
}
