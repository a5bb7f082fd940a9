import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { HELD_DAYS, MAIL_DAYS } from '#shared/mail-in/mail-in.ts'
import { closeMail, findMail, listHeldBefore, removeMailsBefore } from './mail-store.ts'

const DAY_MS = 86_400_000
const BATCH = 100

/** Deletes mails that were held for too long, with their files, and what is known of old mails. */
export async function removeOldMails(services: Services): Promise<void> {
  const { db, clock } = services
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  for (;;) {
    const held = await listHeldBefore(db, before(HELD_DAYS), BATCH)
    for (const mail of held) {
      const keys = await db.transaction(async (tx) => {
        await lockOwnerRow(tx, asOwnerId(mail.ownerId))
        // The owner may have allowed or deleted it since.
        const current = await findMail(tx, mail.id)
        return current?.state === 'held' ? closeMail(tx, current) : []
      })
      await removeBytes(services, keys)
    }
    if (held.length < BATCH) break
  }
  await removeMailsBefore(db, before(MAIL_DAYS))
}
