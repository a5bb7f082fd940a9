import { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#shared/http/errors.ts'
import { keepNetwork, networkOf } from './client-network.ts'

/** This process holds at most this many bytes of bodies at once. One network may use a quarter of them. */
const BUDGET_BYTES = 64_000_000
const RETRY_SECONDS = 2

const KB = 1000
/** For a body of a few short texts. */
export const SHORT_BODY_BYTES = 20 * KB
/** For one complete record. */
export const RECORD_BODY_BYTES = 1000 * KB
/** A transcript that is imported as entries. */
export const LIST_BODY_BYTES = 4000 * KB

/** The first match decides. `null`: the route streams the body to disk and limits its size itself. */
const bounds: [path: RegExp, bytes: number | null][] = [
  [/^\/(api\/upload|api\/users\/me\/import|ops\/rules)\/?$/, null],
  [/^\/(v0\/)?b\/[^/]+\/o\/?$/, null],
  [/^\/(mcp|api\/(csp-report|auth|wallet|passes))(\/|$)/, SHORT_BODY_BYTES],
  [/^(\/(identitytoolkit|securetoken)\.googleapis\.com)?\/v[12]\//, SHORT_BODY_BYTES],
  [/^\/api\/ceu-entries\/import$/, LIST_BODY_BYTES],
]

/** The largest body that a request to `path` may have, or `null` for a route that streams. */
export function bodyBound(path: string): number | null {
  const found = bounds.find(([pattern]) => pattern.test(path))
  return found ? found[1] : RECORD_BODY_BYTES
}

/** The memory that bodies use while their requests are handled. */
export function createBodyBudget(most = BUDGET_BYTES) {
  const networks = new Map<string, number>()
  let held = 0
  return {
    held: () => held,
    /**
     * `add` throws if there is no memory for more bytes of this request: 503, or 429 if its network alone uses too
     * much.
     */
    open(network: string) {
      let own = 0
      return {
        add(bytes: number): void {
          const ofNetwork = (networks.get(network) ?? 0) + bytes
          if (ofNetwork > most / 4) throw new Problem('too_many_requests', { retryAfter: RETRY_SECONDS })
          if (held + bytes > most) throw new Problem('too_busy', { retryAfter: RETRY_SECONDS })
          networks.set(network, ofNetwork)
          own += bytes
          held += bytes
        },
        release(): void {
          const left = (networks.get(network) ?? 0) - own
          if (left > 0) networks.set(network, left)
          else networks.delete(network)
          held -= own
          own = 0
        },
      }
    },
  }
}

/**
 * Limits the body of every route to `bodyBound` bytes, and to the budget for all bodies. A body with a Content-Length
 * is counted before anything of it is read. A body without one is read immediately, before anything else happens.
 */
export function boundBodies(budget = createBodyBudget()): MiddlewareHandler {
  return async (c, next) => {
    const { method } = c.req
    const most = method === 'GET' || method === 'HEAD' ? null : bodyBound(c.req.path)
    if (most === null) return next()
    const length = c.req.header('content-length')
    if (Number(length ?? 0) > most) throw new Problem('too_large')
    const hold = budget.open(networkOf(c.req.raw))
    try {
      if (length === undefined) await readUnmeasured(c, most, hold.add)
      else hold.add(Number(length))
      await next()
    } finally {
      hold.release()
    }
  }
}

/** The whole body, at most `most` bytes. Rejects with `too_large`, or with `bad_request` if the client disconnected. */
export async function readBody(c: Context, most: number): Promise<Uint8Array> {
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > most) throw new Problem('too_large')
  const isStillUnbounded = length === undefined && bodyBound(c.req.path) === null
  if (isStillUnbounded) await readUnmeasured(c, most, () => {})
  const bytes = await c.req.bytes().catch(refuseBroken)
  if (bytes.byteLength > most) throw new Problem('too_large')
  return bytes
}

/** The same as text. Use this function instead of `c.req.text`, which rejects with a server error. */
export async function readText(c: Context, most: number): Promise<string> {
  return new TextDecoder().decode(await readBody(c, most))
}

/** Replaces a body of unknown length by its bytes. */
async function readUnmeasured(c: Context, most: number, onBytes: (bytes: number) => void): Promise<void> {
  const stream = unmeasuredBody(c)
  if (stream === null) return
  const { raw } = c.req
  const body = await readWithin(stream, most, onBytes).catch(refuseBroken)
  const { method, headers, signal } = raw
  c.req.raw = new Request(raw.url, { method, headers, signal, body })
  keepNetwork(raw, c.req.raw)
}

/** Read from the connection, if there is one. */
function unmeasuredBody(c: Context): AsyncIterable<Uint8Array> | null {
  const { incoming }: { incoming?: unknown } = c.env ?? {}
  if (!(incoming instanceof IncomingMessage)) return c.req.raw.body
  if (incoming.headers['transfer-encoding'] === undefined) return null
  // The rest of a refused body is read later, so that the client sees the response.
  return incoming.iterator({ destroyOnReturn: false })
}

async function readWithin(
  body: AsyncIterable<Uint8Array>,
  most: number,
  onBytes: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > most) throw new Problem('too_large')
    onBytes(part.byteLength)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A client that disconnects while sending its body did not cause a server error. */
function refuseBroken(error: unknown): never {
  throw error instanceof Problem ? error : new Problem('bad_request')
}
