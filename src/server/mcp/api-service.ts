import type { Context } from 'hono'
import type { Ask } from '#server/http/first-answers.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { ceuCycleContract, ceuEntryContract } from '#shared/ceu/contract.ts'
import type { practiceContract } from '#shared/compact/contract.ts'
import type { credentialContract } from '#shared/credentials/contract.ts'
import type { fileContract } from '#shared/files/contract.ts'
import type { homeContract } from '#shared/home/contract.ts'
import type { AnswerOf, CallOf } from '#shared/http/contract.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import type { renewalContract } from '#shared/renewals/contract.ts'

type Endpoints = typeof ceuCycleContract &
  typeof ceuEntryContract &
  typeof credentialContract &
  typeof fileContract &
  typeof homeContract &
  typeof practiceContract &
  typeof renewalContract

type Key = keyof Endpoints & string
type Given<K extends Key> = CallOf<K, Endpoints[K]> & { idempotencyKey?: string }

/** Calls the public API with the token of the request: `api('GET /api/home')`. Throws `ApiRefusal`. */
export type Api = <K extends Key>(
  key: K,
  ...given: Record<never, never> extends Given<K> ? [given?: Given<K>] : [given: Given<K>]
) => Promise<AnswerOf<Endpoints[K]>>

/** What the API refused, in a sentence for a person. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
}

type Sent = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
}

/**
 * Each call is a request of its own through the app, so the API's owner checks, scopes, audit records and limits apply
 * to it. It is in English.
 */
export function createApi(c: Context<AppEnv>, ask: Ask): Api {
  const call = async (key: string, { params = {}, query = {}, body, idempotencyKey }: Sent = {}) => {
    const [method = '', named = ''] = key.split(' ')
    const path = named.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) search.set(name, String(value))
    const headers = headersOf(c)
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
    if (bytes !== null) {
      headers.set('Content-Type', 'application/json')
      // Without it the body would be read from the connection, where the message was.
      headers.set('Content-Length', String(bytes.byteLength))
    }
    const address = search.size > 0 ? `${path}?${search}` : path
    const answer = await ask(address, { method, headers, body: bytes }, c.env)
    if (!answer.ok) throw new ApiRefusal(sentenceOf((await answer.json()) as ProblemBody))
    return answer.json()
  }
  return call as Api
}

/** The token, and what names the network of the request. */
function headersOf(c: Context<AppEnv>): Headers {
  const headers = new Headers({ 'Accept-Language': 'en' })
  for (const name of ['authorization', 'user-agent', 'x-forwarded-for']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function sentenceOf({ detail, errors = [], retryAfter }: ProblemBody): string {
  const fields = errors.map(({ path, message }) => `${path}: ${message}.`)
  const wait = retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds.`]
  return [detail, ...fields, ...wait].join(' ')
}
