import type { Services } from '#server/services.ts'
import { removeUnconfirmedBefore } from './registration-store.ts'

/** The lifetime of the link in the mail. */
const UNCONFIRMED_MS = 24 * 3_600_000

/**
 * Removes accounts that were registered but not confirmed for a day. Does nothing without a mail server, because then
 * no address is confirmed.
 */
export async function purgeUnconfirmedUsers({ clock, config, db }: Services): Promise<void> {
  if (config.SMTP_URL === undefined) return
  const before = new Date(clock.now().getTime() - UNCONFIRMED_MS)
  await db.transaction((tx) => removeUnconfirmedBefore(tx, before))
}
