import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createOutboundHttp, type OutboundHttp, type OutboundOptions } from '#server/http/safe-fetch.ts'

/** Key and certificate in one; used only by test servers on this machine. */
const loopbackPem = readFileSync(new URL('fixtures/loopback.pem', import.meta.url), 'utf8')

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A server on the internet. Tests replace it with loopback: `push.example` and `hook.example` resolve to it. */
export type OutboundServer = {
  port: number
  taken: ReceivedRequest[]
  /** The response from now on; `stall` accepts the request and never responds. */
  answer(next: { status: number; headers?: Record<string, string> } | 'stall'): void
  close(): Promise<void>
}

export async function openOutboundServer(): Promise<OutboundServer> {
  const taken: ReceivedRequest[] = []
  let next: Parameters<OutboundServer['answer']>[0] = { status: 201 }
  const server = createServer({ key: loopbackPem, cert: loopbackPem }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', headers } = request
    taken.push({ method, path: url, headers, body: Buffer.concat(parts) })
    if (next !== 'stall') response.writeHead(next.status, next.headers).end('{"said":"by the server"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    answer: (given) => {
      next = given
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Lookup = NonNullable<OutboundOptions['lookup']>

/**
 * Replaces DNS: names with their addresses. With a list of lists, each lookup returns the next list, and later lookups
 * return the last list.
 */
export function fakeDns(names: Record<string, string[] | string[][]>): Lookup {
  const lookups = new Map<string, number>()
  const lookup = (
    host: string,
    _options: unknown,
    answer: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
  ) => {
    const turn = lookups.get(host) ?? 0
    lookups.set(host, turn + 1)
    const known = names[host]
    const found = known?.every(Array.isArray) ? known[Math.min(turn, known.length - 1)] : known
    const error = found ? null : Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    const addresses = ((found ?? []) as string[]).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    setImmediate(() => answer(error, addresses))
  }
  return lookup as unknown as Lookup
}

/** For an installation whose nurses have devices and servers on loopback. */
export function loopbackOutboundHttp(options: OutboundOptions = {}): OutboundHttp {
  return createOutboundHttp({
    ca: loopbackPem,
    isOpen: (address) => address === '127.0.0.1',
    lookup: fakeDns({ 'push.example': ['127.0.0.1'], 'hook.example': ['127.0.0.1'] }),
    timeoutMs: 1000,
    ...options,
  })
}
