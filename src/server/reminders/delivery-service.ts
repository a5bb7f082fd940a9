import { retryAt } from '#server/db/lease.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import { english, msg, type Translate } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import type { ChannelName, OptionalChannel } from '#shared/reminders/reminder.ts'
import { reminderHeadline } from '#shared/reminders/reminder-text.ts'
import { sentTitle } from '#shared/reminders/watched-title.ts'
import type { Channel, Delivery, Notice, SendResult } from './channel-service.ts'
import {
  type ClaimedDelivery,
  type DueDelivery,
  deferDeliveries,
  loadDueDeliveries,
  markSent,
  markUnsent,
  skipReason,
} from './delivery-store.ts'
import { emailChannel } from './email-service.ts'
import { pushChannel } from './push-service.ts'
import { webhookChannel } from './webhook-service.ts'

export type Channels = Record<OptionalChannel, Channel>

export function createChannels(services: Services): Channels {
  return { email: emailChannel(services), push: pushChannel(services), webhook: webhookChannel(services) }
}

/** Sends one message for claimed deliveries and records the result. */
export async function deliver(
  services: Services,
  channels: Channels,
  claimed: ClaimedDelivery[],
): Promise<void> {
  const [first] = claimed
  if (!first) return
  const { channel } = first.row
  const open = await skipOutdated(services, claimed, channel)
  const [firstOpen] = open
  if (!firstOpen || channel === 'inApp') return
  const { owner } = firstOpen
  const t = channel === 'webhook' ? english : translateFor(firstOpen)
  const [head, ...rest] = open.map((delivery) => noticeOf(services, delivery, t))
  if (!head) return

  const openIds = new Set(open.map(({ id }) => id))
  const sending = claimed.filter(({ row }) => openIds.has(row.id))
  const key = [...openIds].sort()[0] ?? first.row.id
  const message: Delivery = { id: key, owner, isTest: false, t, notices: [head, ...rest] }
  const result = await send(services, channels[channel], message)
  const attempts = Math.max(...claimed.map(({ row }) => row.attempts))
  await recordResult(services, sending, result, attempts)
  if (result.result === 'retry' || result.result === 'failed')
    services.log.warn({ delivery: key, channel, attempts, result: result.result }, 'reminder not sent')
}

/** Marks claimed deliveries that should no longer go out as skipped; returns the others. */
async function skipOutdated(
  { db, clock }: Services,
  claimed: ClaimedDelivery[],
  channel: ChannelName,
): Promise<DueDelivery[]> {
  const now = clock.now()
  const leases = new Map(claimed.map(({ row, lease }) => [row.id, lease]))
  const open: DueDelivery[] = []
  for (const delivery of await loadDueDeliveries(db, [...leases.keys()], now)) {
    const error = skipReason(delivery, channel)
    const lease = leases.get(delivery.id)
    if (error === null) open.push(delivery)
    else if (lease) await markUnsent(db, [lease], { state: 'skipped', error, now })
  }
  return open
}

function send({ log }: Services, channel: Channel, delivery: Delivery): Promise<SendResult> {
  return channel.send(delivery).catch((error): SendResult => {
    const err = { name: error.name, message: error.message }
    log.error({ channel: channel.name, err }, 'reminder: a channel threw')
    return { result: 'retry', error: msg`Something unexpected happened on our side` }
  })
}

async function recordResult(
  { db, clock }: Services,
  claimed: ClaimedDelivery[],
  sent: SendResult,
  attempts: number,
): Promise<void> {
  const now = clock.now()
  if (sent.result === 'sent') {
    const ids = claimed.map(({ row }) => row.id)
    return markSent(db, ids, now)
  }
  const leases = claimed.map(({ lease }) => lease)
  const { error } = sent
  if (sent.result !== 'retry') return markUnsent(db, leases, { state: sent.result, error, now })
  const sendAfter = retryAt(attempts, now)
  if (sendAfter === null) return markUnsent(db, leases, { state: 'failed', error, now })
  return deferDeliveries(db, leases, sendAfter, error)
}

function noticeOf(
  { config }: Services,
  { reminder, resource, settings, today }: DueDelivery,
  t: Translate,
): Notice {
  const { resourceType, resourceId, dueOn, leadDays, step } = reminder
  const title = resource ? sentTitle(resource, settings.namesHealthRecords, t) : ''
  const daysLeft = daysBetween(today, dueOn)
  return {
    ...{ resourceType, resourceId, title, step, dueOn, leadDays, daysLeft },
    headline: reminderHeadline({ title, step, daysLeft, kind: resourceType }, t),
    url: `${config.publicUrl}${pathOf(resourceType, resource?.cycleId ?? null, resourceId)}`,
  }
}

function pathOf(kind: Notice['resourceType'], cycleId: string | null, resourceId: string): string {
  if (kind === 'moveDeadline') return '/credentials/states'
  if (kind === 'healthRecord') return `/credentials/health/${resourceId}`
  if (kind === 'requirementList') return `/credentials/lists/${resourceId}`
  return cycleId === null ? `/credentials/${resourceId}` : `/credentials/cycles/${cycleId}`
}

/** Sends a test message through this channel now. */
export async function sendTest(
  { config }: Services,
  channel: Channel,
  { id, owner, today, locale }: Pick<DueDelivery, 'id' | 'owner' | 'today' | 'locale'>,
): Promise<SendResult> {
  const t = channel.name === 'webhook' ? english : translateFor({ locale })
  const title = t`An example license`
  const notice: Notice = {
    resourceType: 'license',
    resourceId: id,
    title,
    step: 'renew',
    dueOn: today,
    leadDays: 0,
    daysLeft: 0,
    headline: t`This is a test: your reminders arrive here`,
    url: `${config.publicUrl}/settings`,
  }
  return channel.send({ id, owner, isTest: true, t, notices: [notice] })
}
