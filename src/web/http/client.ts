import type { AnswerOf, CallOf, Contract } from '#shared/http/contract.ts'
import { type Options, request, requestOrNull, searchOf } from './api.ts'

/** Options of a query for a list that is answered page by page. */
export const byCursor: ByCursor = {
  initialPageParam: undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
}

/** Every item of a list that is answered page by page. */
export async function everyItem<T>(pageAt: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const page = await pageAt(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return items
}

type Page<T> = { items: T[]; nextCursor: string | null }
type Extras = Pick<Options, 'idempotencyKey' | 'keepalive' | 'signal' | 'waits' | 'seen'>
type Loose = Options & { params?: Record<string, string | number> }
type Given<K extends string, E> =
  unknown extends CallOf<K, E> ? [given?: Extras] : [given: CallOf<K, E> & Extras]

/**
 * Calls the endpoints of a contract by method and path: `call('GET /api/credentials/{id}', { params: { id } })`. Pass
 * the contract as a type only, so that the browser loads no schema for it. Rejects with the server's `Problem`.
 */
export function client<C extends Contract>() {
  return {
    call<K extends keyof C & string>(key: K, ...[given]: Given<K, C[K]>): Promise<AnswerOf<C[K]>> {
      const [method = 'GET', path = ''] = key.split(' ')
      return request(method, pathOf(path, given), given)
    },
    /** Like `call`, but a 404 is `null`. */
    find<K extends keyof C & `GET ${string}`>(
      key: K,
      ...[given]: Given<K, C[K]>
    ): Promise<AnswerOf<C[K]> | null> {
      return requestOrNull(pathOf(key.slice('GET '.length), given), given)
    },
    /** A URL for the browser itself: of a download, a picture or a feed, or for an upload. */
    url<K extends keyof C & string>(key: K, ...[given]: Given<K, C[K]>): string {
      const { query }: Loose = given ?? {}
      return `${pathOf(key.slice(key.indexOf(' ') + 1), given)}${searchOf(query)}`
    },
  }
}

function pathOf(path: string, { params = {} }: Loose = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

type ByCursor = {
  initialPageParam: string | undefined
  getNextPageParam: (page: { nextCursor: string | null }) => string | undefined
}
