import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import { installationKey } from '#server/db/installation-keys.ts'
import type { OutboundResponse } from '#server/http/safe-fetch.ts'
import type { Services } from '#server/services.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { formatLongDate } from '#shared/kernel/format-date.ts'
import type { PushInput } from '#shared/reminders/channels.ts'
import type { Channel, Delivery, SendResult } from './channel-service.ts'
import { type Device, listDevices, recordDeviceResult, removeExpiredDevice } from './push-store.ts'

/** A device that is off for longer does not get the notification; the in-app list still shows it. */
const TTL_SECONDS = 3 * 86_400
/** Push services accept 4096 bytes including the overhead of encryption. */
const MAX_BYTES = 3000
/** From this many days before the end, a notification may wake the device. */
const URGENT_DAYS = 7

const vapidPair = z.object({ publicKey: z.string(), privateKey: z.string() })
type VapidKeys = z.infer<typeof vapidPair>

/** Every browser subscribes with this pair: replacing it would invalidate all subscriptions. */
export async function vapidKeys(services: Pick<Services, 'db' | 'clock'>): Promise<VapidKeys> {
  const stored = await installationKey(services, 'push', () => JSON.stringify(webPush.generateVAPIDKeys()))
  return vapidPair.parse(JSON.parse(stored))
}

/** A browser recognizes itself among the owner's devices by this value. */
export function fingerprintOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

/** Checks what the schema cannot: the endpoint must be public and the keys must have the right length. */
export async function pushProblems(
  { outboundHttp }: Services,
  { endpoint, keys }: PushInput,
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  const objection = await outboundHttp.objection(endpoint)
  if (objection !== null) problems.push({ path: 'endpoint', message: objection })
  const key = Buffer.from(keys.p256dh, 'base64url')
  if (key.length !== 65 || key[0] !== 4) problems.push({ path: 'keys.p256dh', message: msg`Not a P-256 key` })
  if (Buffer.from(keys.auth, 'base64url').length !== 16)
    problems.push({ path: 'keys.auth', message: msg`Not 16 bytes` })
  return problems
}

/** Sends to every device of the owner; it counts as sent if one accepts it. */
export function pushChannel(services: Services): Channel {
  return {
    name: 'push',
    async send(delivery) {
      const devices = await listDevices(services.db, delivery.owner)
      if (devices.length === 0)
        return { result: 'skipped', error: msg`Notifications are not on for any of your devices` }
      const keys = await vapidKeys(services)
      const results = await Promise.all(devices.map((device) => sendTo(services, keys, device, delivery)))
      return (
        results.find(({ result }) => result === 'sent') ??
        results.find(({ result }) => result === 'retry') ??
        results[0] ?? { result: 'skipped', error: msg`Notifications are not on for any of your devices` }
      )
    },
  }
}

async function sendTo(
  services: Services,
  keys: VapidKeys,
  device: Device,
  delivery: Delivery,
): Promise<SendResult> {
  const { db, clock, outboundHttp } = services
  const message = encrypt(services, keys, device, delivery)
  const sent = message === null ? invalidKeys : toSendResult(await outboundHttp.post(message))
  if (sent === expired) await removeExpiredDevice(db, device)
  else await recordDeviceResult(db, device, clock.now(), sent.result === 'sent' ? null : sent.error)
  return sent
}

const expired: SendResult = {
  result: 'failed',
  error: msg`Notifications ended on this device; turn them on again there`,
}
const invalidKeys = {
  result: 'failed',
  error: msg`This device sent invalid keys; turn notifications off and on again there`,
} satisfies SendResult

function toSendResult(answer: OutboundResponse): SendResult {
  if (answer.result === 'refused')
    return { result: 'failed', error: msg`The device’s push service is not on the public internet` }
  if (answer.result !== 'answered')
    return { result: 'retry', error: msg`The device’s push service could not be reached` }
  const { status } = answer
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return expired
  if (status === 408 || status === 429 || status >= 500)
    return { result: 'retry', error: msg`The device’s push service answered ${status}` }
  return { result: 'failed', error: `${msg`The device’s push service rejected it`} (${status})` }
}

/** `null` if the browser's keys are invalid: a point off the curve passes the length check. */
function encrypt({ config }: Services, keys: VapidKeys, device: Device, delivery: Delivery) {
  const { endpoint, p256dh, auth } = device
  const topic = createHash('sha256').update(delivery.id).digest('base64url').slice(0, 32)
  const isUrgent = delivery.notices.some(({ daysLeft }) => daysLeft <= URGENT_DAYS)
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      messageOf(delivery, topic),
      {
        vapidDetails: { subject: subjectOf(config), ...keys },
        TTL: TTL_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      },
    )
    const headers = Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
    )
    return { url: endpoint, headers, body: details.body }
  } catch {
    return null
  }
}

/** How a push service can contact this installation; it has to be `https:` or `mailto:`. */
export function subjectOf({ publicUrl, MAIL_FROM }: Services['config']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}

function messageOf({ notices: [first, ...others], t }: Delivery, tag: string): string {
  const date = formatLongDate(first.dueOn, t.locale)
  const more = others.length
  const body = more === 0 ? `${date}.` : t`${date}. And ${more} more.`
  const withTitleOf = (length: number) =>
    JSON.stringify({ title: [...first.headline].slice(0, length).join(''), body, tag })
  const message = withTitleOf(500)
  return Buffer.byteLength(message) <= MAX_BYTES ? message : withTitleOf(200)
}
