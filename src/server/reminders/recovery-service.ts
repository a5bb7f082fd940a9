import { droppedOf, droppedOne, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { removeFeedSince } from './calendar-store.ts'
import { removeDevicesSince } from './push-store.ts'
import { dropSecondPerson } from './second-person-service.ts'
import { removeWebhookSince } from './webhook-store.ts'

/** Ends the calendar feed, the webhook, the second person and the notifications that were set up since. */
export const dropReminderChannels: RecoveryStep = async (tx, { owner, since, now }) => {
  const webhook = await removeWebhookSince(tx, owner, since)
  const person = await dropSecondPerson(tx, owner, since, now)
  return [
    ...droppedOne('calendar', await removeFeedSince(tx, owner, since)),
    // The host only: the rest of the URL may be a secret.
    ...droppedOf('webhook', webhook ? [new URL(webhook.url).hostname] : []),
    ...droppedOf('secondPerson', person ? [person.email] : []),
    ...droppedOf('device', await removeDevicesSince(tx, owner, since)),
  ]
}
