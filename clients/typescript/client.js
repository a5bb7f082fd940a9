// Made by `npm run client` from the contracts in src/shared. Do not edit.
import {                 operations } from './endpoints.js'
/** How to reach an installation. */
/** A query is text: numbers and booleans are converted, and what is missing is left out. */
/** One field that the server did not accept; `path` is such as `topics.0.hours`. */
/** What the server refused, as it says it (`application/problem+json`). */
export class LanyardProblem extends Error {
                    name = 'LanyardProblem'
           status
  /** A fixed name, such as `license_not_found`. */
           code
           title
           errors
  /** Seconds to wait, with 429 and 503. */
           retryAfter
  /** For the operator, who finds the request in the log by it. */
           requestId
  constructor(status        , body                         , retryAfter               ) {
    const said = (key        ) => (typeof body[key] === 'string' ? (body[key]          ) : null)
    super(said('detail') ?? `The server answered ${status}`)
    this.status = status
    this.code = said('code') ?? 'unknown'
    this.title = said('title') ?? `Status ${status}`
    this.errors = Array.isArray(body.errors) ? (body.errors                ) : []
    this.retryAfter = retryAfter
    this.requestId = said('requestId')
  }
}
/**
 * One installation and one access token:
 * `await lanyard.call('GET /api/credentials/{id}', { params: { id } })`. Rejects with `LanyardProblem`.
 */
export class Lanyard {
           #options
  constructor(options                ) {
    this.#options = {
      retries: 4,
      longestWait: 120,
      fetch: (url, init) => fetch(url, init),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
      url: options.url.replace(/\/+$/, ''),
    }
  }
  /** Sends a request and resolves to its answer: parsed JSON, a `Response` with bytes, or nothing. */
  async call                       (
    key   ,
    ...[given]
  )                                  {
    const operation            = operations[key]
    const response = await this.#send(key, operation, (given ?? {})        )
    if (operation.answer === 'bytes') return response
    if (operation.answer === 'json') return (await response.json())
    await response.body?.cancel()
    return undefined
  }
  /** Every item of a list that comes in pages. */
  async *items                    (
    key   ,
    ...[given]
  )                                                          {
    const { query, ...rest } = (given ?? {})
    let cursor                = null
    do {
      const asked = { ...rest, query: { ...query, ...(cursor !== null && { cursor }) } }
      const call = this.call
      const page       = await call.call(this, key, asked)
      yield* page.items
      cursor = page.nextCursor ?? null
    } while (cursor !== null)
  }
  async #send(key        , operation           , given      )                    {
    const { retries } = this.#options
    const [method = 'GET', path = ''] = key.split(' ')
    const url = `${this.#options.url}${pathOf(path, given.params)}${searchOf(given.query)}`
    const idempotencyKey = operation.idempotent ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined
    const init = this.#initOf(method, operation, given, idempotencyKey)
    // Without a key, a change that may have arrived is not sent twice.
    const isSafe = method === 'GET' || idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      let response
      try {
        response = await this.#options.fetch(url, init)
      } catch (error) {
        if (isLast || !isSafe || given.signal?.aborted) throw error
        await this.#options.wait(backoff(attempt))
        continue
      }
      if (response.ok) return response
      const problem = await problemOf(response)
      const mayRetry = problem.status === 429 || (problem.status === 503 && isSafe)
      const seconds = problem.retryAfter ?? backoff(attempt) / 1000
      if (isLast || !mayRetry || seconds > this.#options.longestWait) throw problem
      await this.#options.wait(seconds * 1000)
    }
  }
  #initOf(
    method        ,
    operation           ,
    given      ,
    idempotencyKey                    ,
  )              {
    const { body, signal, seen } = given
    const isJson = operation.body === 'application/json' && body !== undefined
    return {
      method,
      // The token is for this server alone.
      redirect: 'error',
      headers: {
        Authorization: `Bearer ${this.#options.token}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(seen !== undefined && { 'If-Match': `"${seen}"` }),
      },
      ...(signal && { signal }),
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body            ) }),
    }
  }
}
/** Endpoints whose answer is a page of a list. */
function pathOf(path        , params                 = {})         {
  return path.replace(/\{(\w+)\}/g, (_, name        ) => encodeURIComponent(String(params[name])))
}
function searchOf(query                = {})         {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
/** Milliseconds: half a second, then twice as long each time. */
function backoff(attempt        )         {
  return 500 * 2 ** attempt
}
async function problemOf(response          )                          {
  const text = await response.text()
  const header = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new LanyardProblem(response.status, objectOf(text), Number.isFinite(header) ? header : null)
}
function objectOf(text        )                          {
  try {
    const parsed          = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed                           ) : {}
  } catch {
    return {}
  }
}
