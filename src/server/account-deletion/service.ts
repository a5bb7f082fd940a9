import { setTimeout as pause } from 'node:timers/promises'
import { removeFolder } from '#server/files/service.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import { removeMailByHash } from '#server/mail/outbox-store.ts'
import { accountDeletedMessage } from '#server/mail/security-notices.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { beginRemoval, type RemovalRow, takeAddress } from './store.ts'

/** How often a deletion yields to other transactions, and the maximum pause each time. */
const TRIES = 60
const PAUSE_MS = 150

/**
 * Deletes an account: its rows in one transaction, then its bytes, then the last mail. Resolves once the rows are gone;
 * `finishDeletions` completes the rest if it fails.
 */
export async function removeAccount(services: Services, owner: Owner): Promise<void> {
  const { db, clock, log } = services
  const row = await givingWay(() => db.transaction((tx) => beginRemoval(tx, owner, clock.now())))
  if (!row) return
  await finishRemoval(services, row).catch(() =>
    log.error({ removal: row.id }, 'the rest of a deleted account is left to the next round'),
  )
}

/** Removes the bytes, then sends the last mail. Safe to run again and concurrently. */
export async function finishRemoval(services: Services, { id, folder, email }: RemovalRow): Promise<void> {
  const { db, clock, mailer } = services
  await removeFolder(services, folder)
  if (email === null) return
  await db.transaction(async (tx) => {
    const to = await takeAddress(tx, id, clock.now())
    if (to?.email) await mailer.enqueue(accountDeletedMessage(to.email, translateFor(to)), tx)
  })
}

/**
 * Removes mail that was written to a deleted account's address during the deletion; spares a new account with that
 * address.
 */
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

/** lock_not_available, or deadlock_detected. */
function isLockConflict(error: unknown): boolean {
  const code = errorCode(error instanceof Error ? (error.cause ?? error) : error)
  return code === '55P03' || code === '40P01'
}
