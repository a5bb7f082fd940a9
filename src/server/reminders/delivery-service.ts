import type { Services } from '#server/services.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import type { ChannelName } from '#shared/reminders/reminder.ts'
import { reminderHeadline } from '#shared/reminders/reminder-text.ts'
import type { Channel, Notice, Sent } from './channel-service.ts'
import { claim, defer, objectionTo, openParcels, type Parcel, settle } from './delivery-store.ts'
import { emailChannel } from './email-service.ts'
import { pushChannel } from './push-service.ts'
import { webhookChannel } from './webhook-service.ts'

export type Channels = Record<Exclude<ChannelName, 'inApp'>, Channel>

export function createChannels(services: Services): Channels {
  return { email: emailChannel(services), push: pushChannel(services), webhook: webhookChannel(services) }
}

const minute = 60_000
/** Longer than any channel takes. */
const LEASE_MS = 75_000
/** After the first refusal for now, the second, and so on; then it is given up, and its owner is told. */
const retryAfter = [1, 5, 30, 120, 720].map((minutes) => minutes * minute)

/**
 * Sends one message about these deliveries, and notes how that went. What is no longer waiting is left alone, so that
 * the queue may hand it over twice. Rejects while another process is at it.
 */
export async function deliver(services: Services, channels: Channels, ids: string[]): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const { claimed, isBusy } = await claim(db, ids, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) })
  const [first] = claimed
  if (!first) {
    if (isBusy) throw new Error('Another process is sending this reminder')
    return
  }
  const { channel } = first
  const parcels = await openParcels(
    db,
    claimed.map(({ id }) => id),
    now,
  )
  const open: Parcel[] = []
  for (const parcel of parcels) {
    const error = objectionTo(parcel, channel)
    if (error === null) open.push(parcel)
    else await settle(db, [parcel.id], { state: 'skipped', error, now })
  }
  const [head, ...rest] = open.map((parcel) => noticeOf(services, parcel))
  const owner = open[0]?.owner
  if (!head || owner === undefined || channel === 'inApp') return

  const sendIds = open.map(({ id }) => id)
  const key = [...sendIds].sort()[0] ?? first.id
  const sent = await channels[channel]
    .send({ id: key, owner, isTest: false, notices: [head, ...rest] })
    .catch((error): Sent => {
      log.error({ channel, err: { name: error.name, message: error.message } }, 'reminder: a channel broke')
      return { result: 'retry', error: 'Something unexpected happened on our side' }
    })
  const attempts = Math.max(...claimed.map((one) => one.attempts))
  await note(services, sendIds, sent, attempts)
  if (sent.result === 'retry' || sent.result === 'failed')
    log.warn({ delivery: key, channel, attempts, result: sent.result }, 'reminder not sent')
}

async function note({ db, clock }: Services, ids: string[], sent: Sent, attempts: number): Promise<void> {
  const now = clock.now()
  if (sent.result === 'sent') return settle(db, ids, { state: 'sent', error: null, now })
  if (sent.result !== 'retry') return settle(db, ids, { state: sent.result, error: sent.error, now })
  const delay = retryAfter[attempts - 1]
  if (delay === undefined) return settle(db, ids, { state: 'failed', error: sent.error, now })
  return defer(db, ids, new Date(now.getTime() + delay), sent.error)
}

function noticeOf({ config }: Services, { reminder, thing, today }: Parcel): Notice {
  const { resourceType, resourceId, dueOn, leadDays, step } = reminder
  const title = thing?.title ?? ''
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

/** Sends an example through this channel now. */
export async function sendExample(
  { config }: Services,
  channel: Channel,
  { id, owner, today }: Pick<Parcel, 'id' | 'owner' | 'today'>,
): Promise<Sent> {
  const title = 'An example license'
  const notice: Notice = {
    resourceType: 'license',
    resourceId: id,
    title,
    step: 'renew',
    dueOn: today,
    leadDays: 0,
    daysLeft: 0,
    headline: 'This is a test: your reminders reach you here',
    url: `${config.publicUrl}/settings`,
  }
  return channel.send({ id, owner, isTest: true, notices: [notice] })
}
