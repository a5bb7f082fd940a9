import { connect } from 'node:http2'
import { isListed } from '#server/http/safe-fetch.ts'
import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'

export type PushPlace = { origin: string; ca?: string }

/** Apple's push service. */
export const applePush: PushPlace = { origin: 'https://api.push.apple.com' }

/** `gone`: the device no longer has the pass. `failed`: try again later. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

const TIMEOUT_MS = 10_000

type PushTarget = { settings: ApplePassSettings; hosts: string[] | undefined; place?: PushPlace }

/** Sends an empty message to each device, which then asks for the pass. Never rejects. */
export async function pushToDevices(
  tokens: string[],
  { settings, hosts, place = applePush }: PushTarget,
): Promise<PushOutcome[]> {
  if (!isListed(hosts, new URL(place.origin).hostname)) return tokens.map(() => 'failed')
  const { certificate: cert, key } = settings
  const session = connect(place.origin, { cert, key, ...(place.ca && { ca: place.ca }) })
  // Each request reports a broken connection itself.
  session.on('error', () => {})
  session.setTimeout(TIMEOUT_MS, () => session.destroy())
  const send = (token: string) =>
    new Promise<PushOutcome>((resolve) => {
      const request = session.request({
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        'apns-topic': settings.typeId,
        'apns-push-type': 'background',
        'apns-priority': '5',
      })
      let status = 0
      let body = ''
      request.on('data', (part) => {
        body = `${body}${part}`.slice(0, 1000)
      })
      request.on('response', (headers) => {
        status = Number(headers[':status'])
      })
      request.on('error', () => resolve('failed'))
      request.on('close', () => resolve(outcomeOf(status, body)))
      request.setTimeout(TIMEOUT_MS, () => request.close())
      request.end('{}')
    })
  try {
    return await Promise.all(tokens.map(send))
  } catch {
    return tokens.map(() => 'failed')
  } finally {
    session.destroy()
  }
}

function outcomeOf(status: number, body: string): PushOutcome {
  if (status === 200) return 'sent'
  const isUnknown = status === 400 && body.includes('"BadDeviceToken"')
  return status === 410 || isUnknown ? 'gone' : 'failed'
}
