import { isIPv4, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/kernel/config.ts'

const networks = new WeakMap<Request, string>()

/**
 * Records where each request comes from, before any limit applies. The address is the socket's or, with
 * `TRUSTED_PROXY`, the last hop in `X-Forwarded-For`, which our proxy wrote. Hops further left are only claims of the
 * client.
 */
export function rememberNetwork(config: Pick<Config, 'TRUSTED_PROXY'>): MiddlewareHandler {
  return async (c, next) => {
    const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
    const socket = env?.incoming?.socket?.remoteAddress
    const hop = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    networks.set(c.req.raw, networkName((config.TRUSTED_PROXY && hop) || socket))
    await next()
  }
}

/** The network that this request counts against. */
export function networkOf(request: Request): string {
  return networks.get(request) ?? 'unknown'
}

/** Gives a copy of a request with another body the same network. */
export function keepNetwork(from: Request, to: Request): void {
  networks.set(to, networkOf(from))
}

/** An IPv4 address unchanged; an IPv6 address by its /64, because one household or server has a whole /64. */
export function networkName(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '').replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
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
