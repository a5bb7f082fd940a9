import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { webhooks } from './table.ts'

export type Webhook = typeof webhooks.$inferSelect

export async function findWebhook(db: Db, owner: Owner): Promise<Webhook | null> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.ownerId, owner))
  return webhook ?? null
}

/** Replaces the previous webhook and its secret. */
export async function saveWebhook(
  db: Db,
  owner: Owner,
  { url, secret }: Pick<Webhook, 'url' | 'secret'>,
  now: Date,
): Promise<Webhook> {
  const values = { url, secret, createdAt: now, lastSentAt: null, lastError: null }
  const [webhook] = await db
    .insert(webhooks)
    .values({ ownerId: owner, ...values })
    .onConflictDoUpdate({ target: webhooks.ownerId, set: values })
    .returning()
  if (!webhook) throw new Error('The webhook was not stored')
  return webhook
}

/** False if there was none. */
export async function removeWebhook(db: Db, owner: Owner): Promise<boolean> {
  const removed = await db
    .delete(webhooks)
    .where(eq(webhooks.ownerId, owner))
    .returning({ ownerId: webhooks.ownerId })
  return removed.length > 0
}

/** `error` is a sentence for the owner; `null` if the message was sent. Ignored if the webhook was replaced since. */
export async function recordWebhookResult(
  db: Db,
  { ownerId, secret }: Webhook,
  now: Date,
  error: string | null,
): Promise<void> {
  await db
    .update(webhooks)
    .set(error === null ? { lastSentAt: now, lastError: null } : { lastError: error })
    .where(and(eq(webhooks.ownerId, ownerId), eq(webhooks.secret, secret)))
}

/** Removes the webhook if it was set since, and returns it. */
export async function removeWebhookSince(tx: Db, owner: Owner, since: Date): Promise<Webhook | null> {
  const [removed] = await tx
    .delete(webhooks)
    .where(and(eq(webhooks.ownerId, owner), gte(webhooks.createdAt, since)))
    .returning()
  return removed ?? null
}
