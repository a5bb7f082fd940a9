import { setTimeout as pause } from 'node:timers/promises'
import { removeFolder } from '#server/files/service.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import { removeMailByHash } from '#server/mail/outbox-store.ts'
import { accountDeletedMessage } from '#server/mail/security-notices.ts'
import { listDeliveryIds } from '#server/reminders/delivery-store.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { beginRemoval, type RemovalRow, takeAddress } from './store.ts'

/** How often a deletion lets others go first, and for how long at most each time. */
const TRIES = 60
const PAUSE_MS = 150

/**
 * Deletes an account: its rows in one transaction, then its bytes, then the last mail. Resolves once the rows are gone;
 * whatever hinders the rest is overcome by `finishDeletions`.
 */
export async function removeAccount(services: Services, owner: Owner): Promise<void> {
  const { db, clock, queue, log } = services
  await queue.open().catch(() => {})
  const row = await givingWay(() =>
    db.transaction(async (tx) => {
      await queue.forget(tx, await listDeliveryIds(tx, owner))
      return beginRemoval(tx, owner, clock.now())
    }),
  )
  if (!row) return
  await finishRemoval(services, row).catch(() =>
    log.error({ removal: row.id }, 'the rest of a deleted account is left to the next round'),
  )
}

/** Bytes, then the last mail. Safe to run again, and by two at once. */
export async function finishRemoval(services: Services, { id, folder, email }: RemovalRow): Promise<void> {
  const { db, clock, mailer } = services
  await removeFolder(services, folder)
  if (email === null) return
  await db.transaction(async (tx) => {
    const to = await takeAddress(tx, id, clock.now())
    if (to !== null) await mailer.enqueue(accountDeletedMessage(to), tx)
  })
}

/** What was written to a deleted account's address beside its deletion; a new account of that address is left alone. */
export function tidyMail({ db }: Services, { emailHash }: RemovalRow): Promise<void> {
  return removeMailByHash(db, emailHash)
}

async function givingWay<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLockConflict(error)) throw error
      await pause(Math.random() * PAUSE_MS)
    }
  }
}

/** lock_not_available, or deadlock_detected after all. */
function isLockConflict(error: unknown): boolean {
  const code = errorCode(error instanceof Error ? (error.cause ?? error) : error)
  return code === '55P03' || code === '40P01'
}
