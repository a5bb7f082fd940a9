import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { tokenScopeOf } from '#shared/auth/token-scope.ts'
import { type Contract, type Endpoint, isForOwner, problemsOf } from '#shared/http/contract.ts'
import { notStorable } from '#shared/kernel/fields.ts'
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
 * The routes of a contract, for a router that is mounted at `base`: `router.openapi(route('GET /api/credentials'),
 * handler)`. Pass guards of one route after its key. They run before the parameters and the body are validated.
 */
export function routesAt<C extends Contract>(base: string, contract: C) {
  return <K extends keyof C & string, M extends MiddlewareHandler[]>(
    key: K,
    ...guards: M
  ): RouteOf<K, C[K], M> => {
    const endpoint = endpointOf(contract, key)
    const {
      params,
      query,
      headers,
      body,
      optionalBody,
      content,
      answers,
      problems: _,
      ...described
    } = endpoint
    const [method = '', path = ''] = key.split(' ')
    if (!path.startsWith(base)) throw new Error(`${key} is not below ${base}`)
    const json = body ?? optionalBody
    const accepted = json ? { 'application/json': { schema: json } } : content
    const route = createRoute({
      ...described,
      middleware: guards,
      method: method.toLowerCase() as 'get',
      path: path.slice(base.length) || '/',
      request: {
        ...(params && { params: storable(params) }),
        ...(query && { query: storable(query) }),
        ...(headers && { headers }),
        ...(accepted && { body: { required: !optionalBody, content: accepted } }),
      },
      ...(isForOwner(key) && { security: securityOf(key) }),
      responses: { ...answers, ...problems(...problemsOf(key, endpoint)) },
    })
    return route as unknown as RouteOf<K, C[K], M>
  }
}

/** PostgreSQL stores no NUL, and a statement with one fails. */
function storable<S extends z.ZodType>(parameters: S): S {
  return parameters.superRefine((given, context) => {
    for (const [name, value] of Object.entries(given ?? {})) {
      const isNamed = context.issues.some(({ path }) => path?.[0] === name)
      if (!isNamed && [value].flat().some((each) => typeof each === 'string' && each.includes('\0')))
        context.addIssue({ code: 'custom', path: [name], message: notStorable })
    }
  })
}

/** A session cookie, or an access token. */
function securityOf(key: string): Record<string, string[]>[] {
  const scope = tokenScopeOf(key)
  return [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])]
}

function endpointOf(contract: Contract, key: string): Endpoint {
  const endpoint = new Map<string, Endpoint>(Object.entries(contract)).get(key)
  if (!endpoint) throw new Error(`No endpoint ${key}`)
  return endpoint
}
