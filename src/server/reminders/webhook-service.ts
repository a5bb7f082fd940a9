import { createHmac, randomBytes } from 'node:crypto'
import type { OutboundResponse } from '#server/http/safe-fetch.ts'
import type { Services } from '#server/services.ts'
import type { Channel, Delivery, Sent } from './channel-service.ts'
import { findWebhook, noteWebhook } from './webhook-store.ts'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** HMAC-SHA256 of `<seconds since 1970>.<body>`: the time is signed too, so that an old message cannot be sent anew. */
export function signatureOf(secret: string, seconds: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** POSTs a signed message to the owner's own server. */
export function webhookChannel({ db, clock, outboundHttp }: Services): Channel {
  return {
    name: 'webhook',
    async send(delivery) {
      const webhook = await findWebhook(db, delivery.owner)
      if (webhook === null) return { result: 'skipped', error: 'No webhook is set up' }
      const now = clock.now()
      const body = JSON.stringify(messageOf(delivery))
      const seconds = String(Math.floor(now.getTime() / 1000))
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Lanyard',
        'Lanyard-Delivery': delivery.id,
        'Lanyard-Timestamp': seconds,
        'Lanyard-Signature': signatureOf(webhook.secret, seconds, body),
      }
      const sent = resultOf(await outboundHttp.post({ url: webhook.url, headers, body: Buffer.from(body) }))
      await noteWebhook(db, webhook, now, sent.result === 'sent' ? null : sent.error)
      return sent
    },
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

const failures: Record<Exclude<OutboundResponse['result'], 'answered'>, Sent> = {
  refused: { result: 'failed', error: 'The webhook’s address is not on the public internet' },
  certificate: { result: 'retry', error: 'The webhook’s certificate is not valid' },
  timeout: { result: 'retry', error: 'The webhook did not answer within 5 seconds' },
  unreachable: { result: 'retry', error: 'The webhook cannot be reached' },
}

function resultOf(answer: OutboundResponse): Sent {
  if (answer.result !== 'answered') return failures[answer.result]
  const { status } = answer
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status >= 300 && status < 400)
    return { result: 'failed', error: 'The webhook answers with a redirect, which Lanyard does not follow' }
  const error = `The webhook answered ${status}`
  return { result: status === 408 || status === 429 || status >= 500 ? 'retry' : 'failed', error }
}
