import { createHmac, randomBytes } from 'node:crypto'
import type { OutboundResponse } from '#server/http/safe-fetch.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Channel, Delivery, SendResult } from './channel-service.ts'
import { findWebhook, recordWebhookResult } from './webhook-store.ts'

export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** HMAC-SHA256 of `<seconds since 1970>.<body>`: signing the time lets the receiver reject replays. */
export function signatureOf(secret: string, seconds: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** POSTs a signed message to the owner's server. `id` is the same at every attempt. */
export async function postToWebhook(
  { db, clock, outboundHttp }: Services,
  owner: Owner,
  id: string,
  message: object,
): Promise<SendResult> {
  const webhook = await findWebhook(db, owner)
  if (webhook === null) return { result: 'skipped', error: msg`No webhook is set up` }
  const now = clock.now()
  const body = JSON.stringify(message)
  const seconds = String(Math.floor(now.getTime() / 1000))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Lanyard',
    'Lanyard-Delivery': id,
    'Lanyard-Timestamp': seconds,
    'Lanyard-Signature': signatureOf(webhook.secret, seconds, body),
  }
  const sent = toSendResult(await outboundHttp.post({ url: webhook.url, headers, body: Buffer.from(body) }))
  await recordWebhookResult(db, webhook, now, sent.result === 'sent' ? null : sent.error)
  return sent
}

export function webhookChannel(services: Services): Channel {
  return {
    name: 'webhook',
    send: (delivery) => postToWebhook(services, delivery.owner, delivery.id, messageOf(delivery)),
  }
}

function messageOf({ id, isTest, notices }: Delivery) {
  return {
    type: isTest ? 'test' : 'reminder',
    id,
    reminders: notices.map(({ resourceType, title, step, dueOn, daysLeft, headline, url }) => ({
      kind: resourceType,
      title,
      headline,
      step,
      dueOn,
      daysLeft,
      url,
    })),
  }
}

const failures: Record<Exclude<OutboundResponse['result'], 'answered'>, SendResult> = {
  refused: { result: 'failed', error: msg`The webhook’s URL is not on the public internet` },
  certificate: { result: 'retry', error: msg`The webhook’s certificate is not valid` },
  timeout: { result: 'retry', error: msg`The webhook did not answer within 5 seconds` },
  unreachable: { result: 'retry', error: msg`The webhook could not be reached` },
}

function toSendResult(answer: OutboundResponse): SendResult {
  if (answer.result !== 'answered') return failures[answer.result]
  const { status } = answer
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status >= 300 && status < 400)
    return {
      result: 'failed',
      error: msg`The webhook answered with a redirect, which Lanyard does not follow`,
    }
  const error = msg`The webhook answered ${status}`
  return { result: status === 408 || status === 429 || status >= 500 ? 'retry' : 'failed', error }
}
