import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { z } from 'zod'
import type { Config } from '#server/kernel/config.ts'
import { errorCode, errorMessage } from '#server/kernel/error-details.ts'
import { isLoopbackHost } from '#server/kernel/loopback.ts'
import { type Finding, fault, note, ok } from './doctor-finding.ts'
import type { Seen } from './doctor-routes.ts'
import { doctorToken } from './doctor-token.ts'

/** An address that nobody has, and that a client could claim to have. */
const claimed = '203.0.113.77'
const BODY = 100_000
const PATIENCE_MS = 10_000
const DAY_MS = 86_400_000
const SOON_DAYS = 14
/** Of a certificate that was never valid for long: what renews it by itself does so with a third left. */
const SOON_PART = 1 / 6

const seen: z.ZodType<Seen> = z.object({
  network: z.string(),
  host: z.string().nullable(),
  hops: z.number(),
  body: z.number(),
})

export type Proxy = { findings: Finding[]; now: Date | null }

/** Sends a request to PUBLIC_URL, as a browser would, and compares what reached the server. */
export async function checkProxy(config: Config): Promise<Proxy> {
  const { publicUrl, AUTH_SECRET, PUBLIC_URL } = config
  if (AUTH_SECRET === undefined || PUBLIC_URL === undefined) return { findings: [], now: null }
  try {
    const answer = await fetch(`${publicUrl}/api/doctor`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-Forwarded-For': claimed,
        'X-Lanyard-Doctor': doctorToken(AUTH_SECRET, new Date()),
      },
      body: new Uint8Array(BODY),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const date = answer.headers.get('date')
    return {
      findings: [...(await findingsOf(config, answer)), ...(await checkCertificate(publicUrl))],
      now: date === null ? null : new Date(date),
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const reason = errorCode(cause) ?? errorMessage(error)
    const text =
      connectAdvice[reason] ??
      `cannot be reached (${reason}): start Lanyard and the proxy, or correct PUBLIC_URL.`
    return { findings: [fault('proxy', `${publicUrl} ${text}`)], now: null }
  }
}

const untrusted =
  'has a certificate that browsers do not trust: get one from a public authority, or set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of your own.'

/** What Caddy and others answer while they have none. */
const noCertificate =
  'is answered by a proxy that has no certificate for this name: see its log, or correct PUBLIC_URL.'

/** Why `fetch` has no answer, after the address. */
const connectAdvice: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has a certificate that has expired: renew it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  EAI_AGAIN:
    'has a name that the DNS server of this machine does not answer: check its DNS settings, and run this again.',
  ENOTFOUND: 'has a name that this machine cannot resolve: add it to the DNS, or correct PUBLIC_URL.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'has no TLS: let the proxy speak HTTPS there, or correct PUBLIC_URL.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'has a certificate for another name: get one for this name, or correct PUBLIC_URL.',
  ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: noCertificate,
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: noCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'sends its certificate without the one of its authority: let the proxy send the whole chain.',
}

async function findingsOf(config: Config, answer: Response): Promise<Finding[]> {
  const { publicUrl, TRUSTED_PROXY } = config
  const read = seen.safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !read.success) return [refusal(publicUrl, answer.status, read.success)]
  const { network, host, hops } = read.data
  const faults = [
    host?.replace(/:\d+$/, '') !== new URL(publicUrl).hostname &&
      `it changes the Host header to ${host}: let it pass ${new URL(publicUrl).host} on.`,
    network === claimed && 'it lets clients choose their address: let it replace X-Forwarded-For.',
    TRUSTED_PROXY > 0 &&
      hops === 0 &&
      'it sends no X-Forwarded-For: let it set that to the address of the client.',
    TRUSTED_PROXY > 0 &&
      network === 'unknown' &&
      'its X-Forwarded-For is no address: let it send one that can be read.',
    TRUSTED_PROXY === 0 &&
      hops > 1 &&
      'set TRUSTED_PROXY to the number of proxies: now all people behind it share one limit.',
    // Lanyard itself speaks no TLS.
    TRUSTED_PROXY === 0 &&
      hops <= 1 &&
      publicUrl.startsWith('https:') &&
      'set TRUSTED_PROXY=1: now all people behind it share one limit.',
  ].filter((text) => text !== false)
  if (faults.length > 0) return faults.map((text) => fault('proxy', text))
  if (TRUSTED_PROXY === 0 && hops === 1 && !isLoopbackHost(new URL(publicUrl).hostname))
    return [note('proxy', `${publicUrl} works. If a proxy is in front, set TRUSTED_PROXY=1.`)]
  return [ok('proxy', `${publicUrl} passes requests on, from ${network}.`)]
}

function refusal(publicUrl: string, status: number, isSeen: boolean): Finding {
  if (status === 404)
    return fault(
      'proxy',
      `what answers at ${publicUrl} is not this Lanyard, or has another AUTH_SECRET: correct PUBLIC_URL, or start Lanyard with these settings.`,
    )
  if (status === 405 || status === 403 || status === 501)
    return fault('proxy', `it blocks PATCH (${status}): let GET, POST, PUT, PATCH and DELETE through.`)
  if (status === 413) return fault('proxy', 'it blocks large requests (413): let at least 26 MB through.')
  if (status >= 300 && status < 400)
    return fault(
      'proxy',
      `${publicUrl} redirects (${status}): set PUBLIC_URL to the address that it redirects to.`,
    )
  if (status === 502 || status === 503 || status === 504)
    return fault(
      'proxy',
      `it does not reach Lanyard (${status}): start Lanyard, or correct the port in the proxy.`,
    )
  return fault(
    'proxy',
    `${publicUrl} answers ${status}${isSeen ? '' : ' with a page of its own'}: see the log of the proxy.`,
  )
}

/** How long a certificate is valid, and whether something should have renewed it by now. */
export function certificateFinding(from: Date, until: Date, now: Date): Finding {
  const left = until.getTime() - now.getTime()
  const days = Math.floor(left / DAY_MS)
  const text =
    days < 2 ? `valid for ${Math.floor(left / 3_600_000)} more hours` : `valid for ${days} more days`
  const soon = Math.min(SOON_DAYS * DAY_MS, (until.getTime() - from.getTime()) * SOON_PART)
  return left < soon ? fault('certificate', `${text}: renew it.`) : ok('certificate', `${text}.`)
}

/** Browsers refuse a certificate that has ended, and `fetch` has verified it. */
async function checkCertificate(publicUrl: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return []
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // TLS has no place for an address there, only for a name.
  const servername = isIP(host) === 0 ? host : undefined
  const socket = connect({ host, port: Number(port || 443), ...(servername && { servername }) })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { valid_from, valid_to } = socket.getPeerCertificate()
    return [certificateFinding(new Date(valid_from), new Date(valid_to), new Date())]
  } finally {
    socket.destroy()
  }
}
