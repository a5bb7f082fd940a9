import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import type { ReachableChannels } from '#shared/reminders/reminder.ts'
import { mailsForAny } from '#shared/reminders/settings.ts'
import { findFeed } from './calendar-store.ts'
import { listDevices } from './push-store.ts'
import { findSettings } from './settings-store.ts'
import { findWebhook } from './webhook-store.ts'

/** Which channels are set up and turned on; the summary shows whether the last delivery failed. */
export async function findReachableChannels(
  { db, mailer }: Pick<Services, 'db' | 'mailer'>,
  owner: Owner,
): Promise<ReachableChannels> {
  const [settings, devices, webhook, feed] = await Promise.all([
    findSettings(db, owner),
    listDevices(db, owner),
    findWebhook(db, owner),
    findFeed(db, owner),
  ])
  return {
    email: mailer.mode === 'smtp' && mailsForAny(settings),
    push: settings.channels.push && devices.length > 0,
    webhook: settings.channels.webhook && webhook !== null,
    calendar: feed !== null,
  }
}
