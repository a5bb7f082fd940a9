import { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#shared/http/errors.ts'
import { networkOf } from './client-network.ts'

/** The bytes of bodies that this process holds at once. One network may use a quarter of them. */
const BUDGET_BYTES = 64_000_000
const RETRY_SECONDS = 2

const KB = 1000
/** For a body of a few short texts. */
export const SHORT_BODY_BYTES = 20 * KB
/** For one complete record. */
export const RECORD_BODY_BYTES = 1000 * KB
/** A transcript that is imported as entries. */
export const LIST_BODY_BYTES = 4000 * KB

/** The first match decides. `null`: the route streams the body to disk and limits it itself. */
const bounds: [path: RegExp, bytes: number | null][] = [
  [/^\/(api\/upload|api\/users\/me\/import|ops\/rules)\/?$/, null],
  [/^\/(v0\/)?b\/[^/]+\/o\/?$/, null],
  [/^\/api\/(csp-report|auth|wallet|passes)(\/|$)/, SHORT_BODY_BYTES],
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
     * `add` throws when there is no memory for more bytes of this request: 503, or 429 if its network alone uses too
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
 * Reads the body of every route: at most `bodyBound` bytes, and within the budget for all bodies. A body with a
 * Content-Length is refused by that, and read when its route needs it. One without is read immediately, before anything
 * else.
 */
export function boundBodies(budget = createBodyBudget()): MiddlewareHandler {
  return async (c, next) => {
    const { method } = c.req
    const most = method === 'GET' || method === 'HEAD' ? null : bodyBound(c.req.path)
    if (most === null) return next()
    const length = c.req.header('content-length')
    if (Number(length ?? 0) > most) throw new Problem('too_large')
    const hold = budget.open(networkOf(c.req.raw))
    let reading: Promise<Uint8Array> | undefined
    const read = () => {
      reading ??= readWithin(partsOf(c), most, hold.add)
      return reading
    }
    const cache: { arrayBuffer?: unknown } = c.req.bodyCache
    // Hono takes text and JSON from this cached body.
    // biome-ignore lint/suspicious/noThenProperty: nothing is read until somebody waits for it
    cache.arrayBuffer = { then: (...given: Parameters<Promise<Uint8Array>['then']>) => read().then(...given) }
    try {
      if (length === undefined) await read()
      await next()
    } finally {
      hold.release()
    }
  }
}

/**
 * The whole body, at most `most` bytes. Rejects with `too_large`, or with `bad_request` when the client disconnected.
 */
export async function readBody(c: Context, most: number): Promise<Uint8Array> {
  const { arrayBuffer } = c.req.bodyCache
  const bytes = arrayBuffer ? new Uint8Array(await arrayBuffer) : await readWithin(partsOf(c), most)
  if (bytes.byteLength > most) throw new Problem('too_large')
  return bytes
}

/** From the connection, if there is one: a web stream around it takes as long as the rest of a small request. */
function partsOf(c: Context): AsyncIterable<Uint8Array> | Uint8Array[] {
  const { incoming }: { incoming?: unknown } = c.env ?? {}
  // What is left of a refused body is read later, so that the client sees the response.
  if (incoming instanceof IncomingMessage) return incoming.iterator({ destroyOnReturn: false })
  return c.req.raw.body ?? []
}

async function readWithin(
  body: AsyncIterable<Uint8Array> | Uint8Array[],
  most: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body) {
      size += part.byteLength
      if (size > most) throw new Problem('too_large')
      onBytes(part.byteLength)
      parts.push(part)
    }
  } catch (error) {
    // A client that disconnects while sending its body is not a server error.
    throw error instanceof Problem ? error : new Problem('bad_request')
  }
  return Buffer.concat(parts)
}
