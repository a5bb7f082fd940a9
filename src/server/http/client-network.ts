import { isIPv4, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/kernel/config.ts'
import { createGatheredLog } from '#server/kernel/gathered-log.ts'
import type { Logger } from '#server/kernel/log.ts'

const unknown = 'unknown'
const networks = new WeakMap<Request, string>()

/**
 * Records where each request comes from, before any limit applies. The address is the socket's or, with
 * `TRUSTED_PROXY`, the hop in `X-Forwarded-For` that the outermost of these proxies wrote. Hops further left are only
 * claims of the client.
 */
export function rememberNetwork(
  config: Pick<Config, 'TRUSTED_PROXY'>,
  log: Pick<Logger, 'warn'>,
): MiddlewareHandler {
  const record = createGatheredLog(log)
  return async (c, next) => {
    const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
    const hop = trustedHop(c.req.header('x-forwarded-for'), config.TRUSTED_PROXY)
    const network = networkName(hop ?? env?.incoming?.socket?.remoteAddress)
    networks.set(c.req.raw, network)
    if (hop !== undefined && network === unknown)
      record({ setting: 'TRUSTED_PROXY' }, 'X-Forwarded-For names no address: these requests share one limit')
    await next()
  }
}

/** With fewer hops than proxies, the first: such a request did not come through all of them. */
function trustedHop(header: string | undefined, proxies: number): string | undefined {
  if (proxies === 0 || !header) return undefined
  return header.split(',').slice(-proxies)[0]?.trim()
}

/** The network that this request counts against. */
export function networkOf(request: Request): string {
  return networks.get(request) ?? unknown
}

/** Gives a copy of a request with another body the same network. */
export function keepNetwork(from: Request, to: Request): void {
  networks.set(to, networkOf(from))
}

/**
 * An IPv4 address unchanged; an IPv6 address by its /64, because one household or server has a whole /64. Some proxies
 * add the client's port to the address.
 */
export function networkName(address: string | undefined): string {
  const plain = (address ?? '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return unknown
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const tail = right === '' ? [] : right.split(':')
    groups.push(...Array<string>(8 - groups.length - tail.length).fill('0'), ...tail)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
