import { and, desc, eq, exists, inArray, lt, lte, not, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { claimRows, finishLease, type Lease, type LeasedTable, RELEASED } from '#server/db/lease.ts'
import { users } from '#server/users/table.ts'
import { mailOutbox } from './table.ts'

export type OutboxMessage = typeof mailOutbox.$inferSelect
/** A message that this process holds until its lease ends. */
export type ClaimedMessage = { row: OutboxMessage; lease: Lease }

const MAX_KEPT = 200
const DAY_MS = 86_400_000
const cleared = { text: '', html: '' }

const leasedOutbox: LeasedTable<typeof mailOutbox> = {
  table: mailOutbox,
  id: mailOutbox.id,
  lease: mailOutbox.leaseUntil,
  idOf: ({ id }) => id,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

/** Sent when an account is deleted: the address must not be stored any longer than the message. */
const finalKinds = ['account_deleted']
/** Replaces such an address if there is no mail server to send the message. */
export const NO_ADDRESS = 'address removed'

export function isFinal(kind: string): boolean {
  return finalKinds.includes(kind)
}

export async function insertMessage(db: Db, message: typeof mailOutbox.$inferInsert): Promise<void> {
  await db.insert(mailOutbox).values(message)
}

/**
 * Claims the next due messages for `leaseMs`, urgent kinds first. A message whose process died is due again after
 * that. Messages of one kind to one address keep their order.
 */
export function claimMessages(
  db: Db,
  { now, leaseMs, urgent, limit }: { now: Date; leaseMs: number; urgent: string[]; limit: number },
): Promise<ClaimedMessage[]> {
  const earlier = alias(mailOutbox, 'earlier')
  const unsentEarlier = db
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
  return claimRows(db, leasedOutbox, {
    ...{ now, leaseMs, limit },
    where: and(
      inArray(mailOutbox.state, ['queued', 'sending']),
      lte(mailOutbox.nextAttemptAt, now),
      not(exists(unsentEarlier)),
    ),
    orderBy: [desc(inArray(mailOutbox.kind, urgent)), mailOutbox.nextAttemptAt, mailOutbox.createdAt],
    set: {
      state: 'sending',
      attempts: sql`${mailOutbox.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + leaseMs),
    },
  })
}

/** Recorded even by a process whose lease has ended: the message did go out. */
export async function markSent(db: Db, { row }: ClaimedMessage, now: Date): Promise<void> {
  if (isFinal(row.kind)) return removeMessage(db, row)
  await db
    .update(mailOutbox)
    .set({ ...cleared, state: 'sent', sentAt: now, lastError: null, leaseUntil: RELEASED })
    .where(eq(mailOutbox.id, row.id))
}

/** Does nothing if another process has claimed the message since. */
export async function markDeferred(
  db: Db,
  { lease }: ClaimedMessage,
  lastError: string,
  nextAttemptAt: Date,
): Promise<void> {
  await finishLease(db, leasedOutbox, lease, { state: 'queued', lastError, nextAttemptAt })
}

/** Does nothing if another process has claimed the message since. */
export async function markFailed(db: Db, { row, lease }: ClaimedMessage, lastError: string): Promise<void> {
  if (isFinal(row.kind)) return removeMessage(db, row)
  await finishLease(db, leasedOutbox, lease, { ...cleared, state: 'failed', lastError })
}

async function removeMessage(db: Db, { id }: OutboxMessage): Promise<void> {
  await db.delete(mailOutbox).where(eq(mailOutbox.id, id))
}

/** Fails messages whose link has expired (`lifetimes` in milliseconds by kind), and removes final ones after a day. */
export async function failOutdated(db: Db, now: Date, lifetimes: Record<string, number>): Promise<void> {
  const outdated = Object.entries(lifetimes).map(([kind, lifetime]) =>
    and(eq(mailOutbox.kind, kind), lte(mailOutbox.createdAt, new Date(now.getTime() - lifetime))),
  )
  await db
    .update(mailOutbox)
    .set({ ...cleared, state: 'failed', lastError: 'outdated' })
    .where(and(eq(mailOutbox.state, 'queued'), or(...outdated)))
  const yesterday = new Date(now.getTime() - DAY_MS)
  await db
    .delete(mailOutbox)
    .where(and(inArray(mailOutbox.kind, finalKinds), lte(mailOutbox.createdAt, yesterday)))
}

/** Without a mail server: keeps the newest 200 messages for `/debug-firebase` instead of queueing them forever. */
export async function keepQueued(db: Db): Promise<void> {
  await db
    .update(mailOutbox)
    .set({
      state: 'kept',
      leaseUntil: RELEASED,
      to: sql`case when ${inArray(mailOutbox.kind, finalKinds)} then ${NO_ADDRESS} else ${mailOutbox.to} end`,
    })
    .where(inArray(mailOutbox.state, ['queued', 'sending']))
  const surplus = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, 'kept'))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .offset(MAX_KEPT)
  await db.delete(mailOutbox).where(inArray(mailOutbox.id, surplus))
}

/** The kept messages, newest first, at most 200. */
export function listKept(db: Db) {
  return db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.state, 'kept'))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(MAX_KEPT)
}

export async function findKept(db: Db, id: string): Promise<OutboxMessage | null> {
  const [found] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'kept')))
  return found ?? null
}

/** Number of messages by state. */
export async function countByState(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mailOutbox.state, count: sql<number>`count(*)::int` })
    .from(mailOutbox)
    .groupBy(mailOutbox.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Removes every message to an address, in any state; only of these kinds if `kinds` is given. */
export async function removeMailTo(db: Db, to: string, kinds?: string[]): Promise<void> {
  const ofKinds = kinds && inArray(mailOutbox.kind, kinds)
  await db.delete(mailOutbox).where(and(eq(mailOutbox.to, to), ofKinds))
}

/**
 * Removes the messages of these kinds to an address: those that wait only if their text has `part`, because others may
 * write to the same address.
 */
export async function removeMailAbout(db: Db, to: string, kinds: string[], part: string): Promise<void> {
  const { state, text, kind } = mailOutbox
  const isOver = notInArray(state, ['queued', 'sending'])
  const isMeant = or(isOver, sql`strpos(${text}, ${part}) > 0`)
  await db.delete(mailOutbox).where(and(eq(mailOutbox.to, to), inArray(kind, kinds), isMeant))
}

/** Removes every message to the address with this SHA-256 (hex). Spares final messages, and addresses that an account has. */
export async function removeMailByHash(db: Db, hash: string): Promise<void> {
  const { to, kind } = mailOutbox
  const hasHash = sql`encode(sha256(convert_to(${to}, 'UTF8')), 'hex') = ${hash}`
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, to))
  await db.delete(mailOutbox).where(and(hasHash, notInArray(kind, finalKinds), not(exists(owner))))
}

/** Removes messages sent a week ago, and failed or kept ones after 30 days. */
export async function removeOldMail(db: Db, now: Date): Promise<void> {
  const before = (days: number) => lt(mailOutbox.createdAt, new Date(now.getTime() - days * DAY_MS))
  const sent = and(eq(mailOutbox.state, 'sent'), before(7))
  const rest = and(inArray(mailOutbox.state, ['failed', 'kept']), before(30))
  await db.delete(mailOutbox).where(or(sent, rest))
}
