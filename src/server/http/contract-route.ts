import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { tokenScopeOf } from '#shared/auth/token-scope.ts'
import type { Contract, Endpoint } from '#shared/http/contract.ts'
import { problems } from './route.ts'

type Verb<K> = K extends `${infer Method} ${string}` ? Lowercase<Method> : never

type RequestOf<E> = {
  params: E extends { params: infer S extends z.ZodObject } ? S : undefined
  query: E extends { query: infer S extends z.ZodType } ? S : undefined
  headers: E extends { headers: infer S extends z.ZodObject } ? S : undefined
  body: E extends { body: infer S extends z.ZodType }
    ? { required: true; content: { 'application/json': { schema: S } } }
    : E extends { optionalBody: infer S extends z.ZodType }
      ? { required: false; content: { 'application/json': { schema: S } } }
      : undefined
}

type RouteOf<K, E, M> = {
  middleware: M
  method: Verb<K>
  path: string
  request: RequestOf<E>
  responses: E extends { answers: infer A } ? A : never
  getRoutingPath(): string
}

/**
 * The routes of a contract, for a router that is mounted at `base`:
 * `router.openapi(route('GET /api/credentials'), handler)`. Guards of one route follow its key; they run before the
 * parameters and the body are validated.
 */
export function routesAt<C extends Contract>(base: string, contract: C) {
  return <K extends keyof C & string, M extends MiddlewareHandler[]>(
    key: K,
    ...guards: M
  ): RouteOf<K, C[K], M> => {
    const {
      params,
      query,
      headers,
      body,
      optionalBody,
      content,
      answers,
      problems: statuses,
      ...described
    } = endpointOf(contract, key)
    const [method = '', path = ''] = key.split(' ')
    if (!path.startsWith(base)) throw new Error(`${key} is not below ${base}`)
    const json = body ?? optionalBody
    // Any access token may get 403 and 429 there.
    const isForOwner = statuses.includes(401) && !isOpen(key)
    const accepted = json ? { 'application/json': { schema: json } } : content
    const route = createRoute({
      ...described,
      middleware: guards,
      method: method.toLowerCase() as 'get',
      path: path.slice(base.length) || '/',
      request: {
        ...(params && { params }),
        ...(query && { query }),
        ...(headers && { headers }),
        ...(accepted && { body: { required: !optionalBody, content: accepted } }),
      },
      ...(isForOwner && { security: securityOf(key) }),
      responses: {
        ...answers,
        ...problems(...statuses, ...(isForOwner ? [403, 429] : []), ...(method === 'GET' ? [] : [TOO_LARGE])),
      },
    })
    return route as unknown as RouteOf<K, C[K], M>
  }
}

/** Below these, 401 is about a password, a passcode, a phone's pass or the operator. */
function isOpen(key: string): boolean {
  const isVisitor = / \/api\/share\/\{/.test(key) && tokenScopeOf(key) === null
  return isVisitor || / \/(ops|api\/(auth|wallet))(\/|$)/.test(key)
}

/** A signed-in person, or a program of theirs. */
function securityOf(key: string): Record<string, string[]>[] {
  const scope = tokenScopeOf(key)
  return [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])]
}

/** `boundBodies` refuses a large body before any route, also where none is expected. */
const TOO_LARGE = 413

function endpointOf(contract: Contract, key: string): Endpoint {
  const endpoint = new Map<string, Endpoint>(Object.entries(contract)).get(key)
  if (!endpoint) throw new Error(`No endpoint ${key}`)
  return endpoint
}
