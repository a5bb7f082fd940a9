import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { installationKey } from '#server/db/installation-keys.ts'
import type { OutboundResponse } from '#server/http/safe-fetch.ts'
import type { Services } from '#server/services.ts'
import type { FieldError } from '#shared/http/errors.ts'
import type { PushInput } from '#shared/reminders/channels.ts'
import type { Channel, Delivery, Sent } from './channel-service.ts'
import { type Device, forgetDevice, listDevices, noteDevice } from './push-store.ts'

/** A device that is off for longer sees the reminder in Lanyard. */
const TTL_SECONDS = 3 * 86_400
/** Push services take 4096 bytes with the encryption's own. */
const MAX_BYTES = 3000
/** From so many days before the end on it may wake the device. */
const URGENT_DAYS = 7

type VapidKeys = { publicKey: string; privateKey: string }

/** The pair that all browsers subscribe with: another one would end every subscription. */
export async function vapidKeys(services: Pick<Services, 'db' | 'clock'>): Promise<VapidKeys> {
  return JSON.parse(
    await installationKey(services, 'push', () => JSON.stringify(webPush.generateVAPIDKeys())),
  )
}

/** So that her own browser finds itself among her devices. */
export function fingerprintOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

/** What is wrong with a subscription besides its shape. */
export async function pushProblems(
  { outboundHttp }: Services,
  { endpoint, keys }: PushInput,
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  const objection = await outboundHttp.objection(endpoint)
  if (objection !== null) problems.push({ path: 'endpoint', message: objection })
  const key = Buffer.from(keys.p256dh, 'base64url')
  if (key.length !== 65 || key[0] !== 4) problems.push({ path: 'keys.p256dh', message: 'Not a P-256 key' })
  if (Buffer.from(keys.auth, 'base64url').length !== 16)
    problems.push({ path: 'keys.auth', message: 'Not 16 bytes' })
  return problems
}

/** To every device of the owner; one that takes it is enough. */
export function pushChannel(services: Services): Channel {
  return {
    name: 'push',
    async send(delivery) {
      const devices = await listDevices(services.db, delivery.owner)
      if (devices.length === 0)
        return { result: 'skipped', error: 'No device of yours takes notifications yet' }
      const keys = await vapidKeys(services)
      const results = await Promise.all(devices.map((device) => sendTo(services, keys, device, delivery)))
      return (
        results.find(({ result }) => result === 'sent') ??
        results.find(({ result }) => result === 'retry') ??
        results[0] ?? { result: 'skipped', error: 'No device of yours takes notifications yet' }
      )
    },
  }
}

async function sendTo(
  services: Services,
  keys: VapidKeys,
  device: Device,
  delivery: Delivery,
): Promise<Sent> {
  const { db, clock, outboundHttp } = services
  const message = encrypt(services, keys, device, delivery)
  const sent = message === null ? unusable : resultOf(await outboundHttp.post(message))
  if (sent === gone) await forgetDevice(db, device)
  else await noteDevice(db, device, clock.now(), sent.result === 'sent' ? null : sent.error)
  return sent
}

const gone: Sent = {
  result: 'failed',
  error: 'This device no longer takes notifications; turn them on again there',
}
const unusable = {
  result: 'failed',
  error: 'This device’s keys are not usable; turn notifications off and on again there',
} satisfies Sent

function resultOf(answer: OutboundResponse): Sent {
  if (answer.result === 'refused')
    return { result: 'failed', error: 'The device’s push service is not on the public internet' }
  if (answer.result !== 'answered')
    return { result: 'retry', error: 'The device’s push service cannot be reached' }
  const { status } = answer
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return gone
  if (status === 408 || status === 429 || status >= 500)
    return { result: 'retry', error: `The device’s push service answered ${status}` }
  return { result: 'failed', error: `The device’s push service refused it (${status})` }
}

/** `null` where the browser's keys are no keys: a point that is not on the curve passes every look at its length. */
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

/** Where the push service finds us when we trouble it: an address of ours, which has to be `https:` or `mailto:`. */
function subjectOf({ publicUrl, MAIL_FROM }: Services['config']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function messageOf({ notices: [first, ...others] }: Delivery, tag: string): string {
  const date = dayText.format(new Date(`${first.dueOn}T00:00:00Z`))
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  const cut = (length: number) =>
    JSON.stringify({ title: [...first.headline].slice(0, length).join(''), body: `${date}.${more}`, tag })
  const whole = cut(500)
  return Buffer.byteLength(whole) <= MAX_BYTES ? whole : cut(200)
}
