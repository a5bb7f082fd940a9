import type { Services } from '#server/services.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import type { ChannelName } from '#shared/reminders/reminder.ts'
import { reminderHeadline } from '#shared/reminders/reminder-text.ts'
import type { Channel, Notice, SendResult } from './channel-service.ts'
import {
  claimDeliveries,
  type DueDelivery,
  deferDeliveries,
  loadDueDeliveries,
  recordOutcome,
  skipReason,
} from './delivery-store.ts'
import { emailChannel } from './email-service.ts'
import { pushChannel } from './push-service.ts'
import { webhookChannel } from './webhook-service.ts'

export type Channels = Record<Exclude<ChannelName, 'inApp'>, Channel>

export function createChannels(services: Services): Channels {
  return { email: emailChannel(services), push: pushChannel(services), webhook: webhookChannel(services) }
}

const minute = 60_000
/** Longer than any channel takes to send. */
const LEASE_MS = 75_000
/** Delays after each failed attempt; after the last one the delivery has failed. */
const retryAfter = [1, 5, 30, 120, 720].map((minutes) => minutes * minute)

/**
 * Sends one message for these deliveries and records the outcome. Skips those that are no longer waiting, because the
 * queue may run a job twice. Rejects while another process is sending them.
 */
export async function deliver(services: Services, channels: Channels, ids: string[]): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const { claimed, isBusy } = await claimDeliveries(db, ids, {
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
  })
  const [first] = claimed
  if (!first) {
    if (isBusy) throw new Error('Another process is sending this reminder')
    return
  }
  const { channel } = first
  const deliveries = await loadDueDeliveries(
    db,
    claimed.map(({ id }) => id),
    now,
  )
  const open: DueDelivery[] = []
  for (const delivery of deliveries) {
    const error = skipReason(delivery, channel)
    if (error === null) open.push(delivery)
    else await recordOutcome(db, [delivery.id], { state: 'skipped', error, now })
  }
  const [head, ...rest] = open.map((delivery) => noticeOf(services, delivery))
  const owner = open[0]?.owner
  if (!head || owner === undefined || channel === 'inApp') return

  const sendIds = open.map(({ id }) => id)
  const key = [...sendIds].sort()[0] ?? first.id
  const sent = await channels[channel]
    .send({ id: key, owner, isTest: false, notices: [head, ...rest] })
    .catch((error): SendResult => {
      log.error({ channel, err: { name: error.name, message: error.message } }, 'reminder: a channel threw')
      return { result: 'retry', error: 'Something unexpected happened on our side' }
    })
  const attempts = Math.max(...claimed.map((one) => one.attempts))
  await recordResult(services, sendIds, sent, attempts)
  if (sent.result === 'retry' || sent.result === 'failed')
    log.warn({ delivery: key, channel, attempts, result: sent.result }, 'reminder not sent')
}

async function recordResult(
  { db, clock }: Services,
  ids: string[],
  sent: SendResult,
  attempts: number,
): Promise<void> {
  const now = clock.now()
  if (sent.result === 'sent') return recordOutcome(db, ids, { state: 'sent', error: null, now })
  if (sent.result !== 'retry') return recordOutcome(db, ids, { state: sent.result, error: sent.error, now })
  const delay = retryAfter[attempts - 1]
  if (delay === undefined) return recordOutcome(db, ids, { state: 'failed', error: sent.error, now })
  return deferDeliveries(db, ids, new Date(now.getTime() + delay), sent.error)
}

function noticeOf({ config }: Services, { reminder, resource, today }: DueDelivery): Notice {
  const { resourceType, resourceId, dueOn, leadDays, step } = reminder
  const title = resource?.title ?? ''
  const daysLeft = daysBetween(today, dueOn)
  return {
    ...{ resourceType, resourceId, title, step, dueOn, leadDays, daysLeft },
    headline: reminderHeadline({ title, step, daysLeft, kind: resourceType }),
    url: `${config.publicUrl}${pathOf(resourceType)}/${resourceId}`,
  }
}

function pathOf(resourceType: Notice['resourceType']): string {
  return resourceType === 'ceuCycle' ? '/credentials/cycles' : '/credentials'
}

/** Sends a test message through this channel now. */
export async function sendTest(
  { config }: Services,
  channel: Channel,
  { id, owner, today }: Pick<DueDelivery, 'id' | 'owner' | 'today'>,
): Promise<SendResult> {
  const title = 'An example license'
  const notice: Notice = {
    resourceType: 'license',
    resourceId: id,
    title,
    step: 'renew',
    dueOn: today,
    leadDays: 0,
    daysLeft: 0,
    headline: 'Test: your reminders arrive here',
    url: `${config.publicUrl}/settings`,
  }
  return channel.send({ id, owner, isTest: true, notices: [notice] })
}
