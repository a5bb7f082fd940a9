import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#shared/http/errors.ts'
import { networkOf } from './client-network.ts'

/** How many bytes of bodies this process holds at once; a network may take a quarter of them. */
const BUDGET_BYTES = 64_000_000
const RETRY_SECONDS = 2

const KB = 1000
/** What a body may have that is no more than a few texts. */
export const SHORT_BODY_BYTES = 20 * KB
/** One record, with all that it holds. */
export const RECORD_BODY_BYTES = 1000 * KB
/** A transcript that is imported as entries. */
export const LIST_BODY_BYTES = 4000 * KB

/** The first that matches decides. `null`: the route streams the body to the disk and bounds it itself. */
const bounds: [path: RegExp, bytes: number | null][] = [
  [/^\/api\/(upload|users\/me\/import)\/?$/, null],
  [/^\/api\/(csp-report|auth)(\/|$)/, SHORT_BODY_BYTES],
  [/^\/api\/ceu-entries\/import$/, LIST_BODY_BYTES],
]

/** The most bytes that a request to `path` may bring, or `null` for a route that streams. */
export function bodyBound(path: string): number | null {
  const found = bounds.find(([pattern]) => pattern.test(path))
  return found ? found[1] : RECORD_BODY_BYTES
}

/** The memory that bodies take while their requests are answered. */
export function createBodyBudget(most = BUDGET_BYTES) {
  const networks = new Map<string, number>()
  let held = 0
  return {
    held: () => held,
    /** `add` throws when there is no room for more bytes of this request: 503, or 429 if its network alone has too many. */
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
 * Every body of every route is read here: at most `bodyBound` bytes of it, and within the budget of all. One that tells
 * its length is refused by it, and read when its route asks; one that does not is read at once, ahead of everything else.
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
      reading ??= readWithin(c.req.raw.body, most, hold.add)
      return reading
    }
    const cache: { arrayBuffer?: unknown } = c.req.bodyCache
    // Whatever Hono is asked for, text or JSON, it takes from what is there.
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

/** The whole body, of at most `most` bytes. Rejects with `too_large`, or `bad_request` when the client went away. */
export async function readBody(c: Context, most: number): Promise<Uint8Array> {
  const { arrayBuffer } = c.req.bodyCache
  const bytes = arrayBuffer ? new Uint8Array(await arrayBuffer) : await readWithin(c.req.raw.body, most)
  if (bytes.byteLength > most) throw new Problem('too_large')
  return bytes
}

async function readWithin(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body ?? []) {
      size += part.byteLength
      if (size > most) throw new Problem('too_large')
      onBytes(part.byteLength)
      parts.push(part)
    }
  } catch (error) {
    // A client that went away amid its body is no failure of ours.
    throw error instanceof Problem ? error : new Problem('bad_request')
  }
  return Buffer.concat(parts)
}
