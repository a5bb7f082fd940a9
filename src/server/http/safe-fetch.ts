import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { msg } from '#shared/i18n/translate.ts'
import { isPublicAddress } from './public-address.ts'

/** The outcome of a message to another server. `refused`: the address is not allowed, and nothing was sent. */
export type OutboundResponse =
  | { result: 'answered'; status: number }
  | { result: 'refused' | 'unreachable' | 'timeout' | 'certificate' }

export type OutboundRequest = {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  signal?: AbortSignal
}

/** Sends to servers that owners name, such as a push service. Uses only `https:` and only public addresses. */
export type OutboundHttp = {
  /** Why nothing may be sent to `url`, in a sentence for the person who typed the URL; `null` if sending is allowed. */
  objection(url: string): Promise<string | null>
  post(message: OutboundRequest): Promise<OutboundResponse>
}

export type OutboundOptions = {
  /** The only allowed hosts, as in `OUTBOUND_HOSTS`. If unset, every public host is allowed. */
  hosts?: string[] | undefined
  /** Test servers listen on loopback. */
  isOpen?: (address: string) => boolean
  /** A certificate authority to trust in addition to the system's own. */
  ca?: string
  lookup?: typeof systemLookup
  timeoutMs?: number
}

const TIMEOUT_MS = 5000
const refusedCode = 'EREFUSEDADDRESS'

/**
 * The address is checked where the connection is made, so that a name cannot resolve differently for the check and for
 * the connection. Redirects are not followed, and only the status of a response is read.
 */
export function createOutboundHttp({
  hosts,
  isOpen = isPublicAddress,
  ca,
  lookup = systemLookup,
  timeoutMs = TIMEOUT_MS,
}: OutboundOptions = {}): OutboundHttp {
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      if (found.length === 0 || !found.every(({ address }) => isOpen(address)))
        return callback(Object.assign(new Error('Not a public address'), { code: refusedCode }), [])
      const [first] = found
      if (options.all || first === undefined) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
  const agent = new Agent({ keepAlive: false, lookup: guarded, ...(ca === undefined ? {} : { ca }) })

  return {
    async objection(url) {
      const place = placeOf(url)
      if (place === null) return msg`Enter an address that begins with https://`
      if (!isListed(hosts, place.host)) return unlistedText
      if (isIP(place.host) !== 0) return isOpen(place.host) ? null : insideText
      const found = await resolveAll(place.host)
      if (found === 'unknown') return msg`There is no server by this name`
      return found.every(isOpen) ? null : insideText
    },
    post({ url, headers, body, signal }) {
      const place = placeOf(url)
      if (place === null || !isListed(hosts, place.host) || (isIP(place.host) !== 0 && !isOpen(place.host)))
        return Promise.resolve({ result: 'refused' })
      const timeout = AbortSignal.timeout(timeoutMs)
      return new Promise((resolve) => {
        const sent = request(place.url, {
          method: 'POST',
          agent,
          headers: { ...headers, 'Content-Length': String(body.byteLength) },
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        sent.on('response', (answer) => {
          resolve({ result: 'answered', status: answer.statusCode ?? 0 })
          answer.destroy()
        })
        sent.on('error', (error) => resolve({ result: timeout.aborted ? 'timeout' : failureOf(error) }))
        sent.end(body)
      })
    },
  }

  /** A name that cannot be resolved right now passes, because the connection resolves it again. */
  function resolveAll(host: string): Promise<string[] | 'unknown'> {
    return new Promise((resolve) => {
      lookup(host, { all: true }, (error, found) => {
        if (error) resolve(error.code === 'ENOTFOUND' ? 'unknown' : [])
        else resolve(found.map(({ address }) => address))
      })
    })
  }
}

const unlistedText = msg`Lanyard sends only to servers that its operator allows`
const insideText = msg`Lanyard sends only to addresses on the public internet`

/** Whether the operator's list allows this host; without a list, every host is allowed. */
export function isListed(hosts: string[] | undefined, host: string): boolean {
  const bare = host.replace(/\.$/, '')
  return (
    hosts === undefined ||
    hosts.some((each) => (each.startsWith('*.') ? bare.endsWith(each.slice(1)) : bare === each))
  )
}

/** `URL` writes 0x7f.1 and 2130706433 as 127.0.0.1, so that one check is enough. */
function placeOf(text: string): { url: URL; host: string } | null {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return { url, host: url.hostname.replace(/^\[(.*)\]$/, '$1') }
}

function failureOf(error: NodeJS.ErrnoException): 'refused' | 'unreachable' | 'certificate' {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map(({ code }) =>
    String(code),
  )
  if (codes.includes(refusedCode)) return 'refused'
  return codes.some((code) => /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|UNABLE_TO_VERIFY/.test(code))
    ? 'certificate'
    : 'unreachable'
}
