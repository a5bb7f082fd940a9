import { findUser } from '#server/account/store.ts'
import { retryAt } from '#server/db/lease.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { findSettings } from '#server/reminders/settings-store.ts'
import { postToWebhook } from '#server/reminders/webhook-service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { titlesOf } from './open-service.ts'
import { listSharesById } from './store.ts'
import { type ClaimedEvent, deferWebhookEvent, removeWebhookEvent } from './webhook-event-store.ts'

/** Notifies the owner's webhook of one opening, and records the result. */
export async function sendWebhookEvent(services: Services, claimed: ClaimedEvent): Promise<void> {
  const { db, clock, log } = services
  const { row } = claimed
  const message = await messageOf(services, claimed)
  if (message === null) return removeWebhookEvent(db, claimed)
  const sent = await postToWebhook(services, message.owner, row.id, message.body)
  const sendAfter = sent.result === 'retry' ? retryAt(row.attempts, clock.now()) : null
  if (sent.result !== 'sent')
    log.warn({ delivery: row.id, channel: 'webhook', result: sent.result }, 'opening not sent')
  await (sendAfter === null ? removeWebhookEvent(db, claimed) : deferWebhookEvent(db, claimed, sendAfter))
}

/** `null` if the owner has turned the webhook off, or the share no longer exists. */
async function messageOf({ db, config, fieldCipher }: Services, { row }: ClaimedEvent) {
  const owner = asOwnerId(row.ownerId)
  const [share] = await listSharesById(db, owner, [row.shareId])
  const { channels } = await findSettings(db, owner)
  if (!share || !channels.webhook) return null
  const { openedAt, device, viewCount } = row
  const t = translateFor((await findUser(db, owner))?.settings)
  const opened = {
    titles: await titlesOf(db, share, { t, cipher: fieldCipher }),
    recipient: share.recipient,
    openedAt: openedAt.toISOString(),
    device,
    opening: viewCount,
    url: `${config.publicUrl}/credentials/shares/${share.id}`,
  }
  return { owner, body: { type: 'share_opened', id: row.id, share: opened } }
}
