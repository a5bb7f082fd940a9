import { type Endpoints, operations } from './endpoints.ts'

export type EndpointKey = keyof Endpoints & string

/** How to reach an installation. */
export type LanyardOptions = {
  /** Such as `https://vault.example.org`. */
  url: string
  /** An access token from Settings, Security. */
  token: string
  /** How often a request is sent again after 429, 503 or a lost connection; 4 unless given. */
  retries?: number
  /** The longest wait before another try, in seconds; where the server asks for more, its refusal is thrown. 120 unless given. */
  longestWait?: number
  /** In place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits for so many milliseconds; for tests. */
  wait?: (ms: number) => Promise<void>
}

/** A query is text: numbers and booleans are converted, and what is missing is left out. */
type Query<Q> = { [Name in keyof Q]?: Q[Name] | number | boolean | null | undefined }
type Given<E> = {
  [Part in keyof E as Part extends 'answer' ? never : Part]: Part extends 'query' ? Query<E[Part]> : E[Part]
} & {
  signal?: AbortSignal
  /** Of a POST that takes one; made up where it is missing, and the same for every try. */
  idempotencyKey?: string
  /** The `updatedAt` that was seen of the record: if it has changed since, this is refused as `changed_meanwhile`. */
  seen?: string
}
type Arguments<E> = Record<never, never> extends Given<E> ? [given?: Given<E>] : [given: Given<E>]

/** One field that the server did not accept; `path` is such as `topics.0.hours`. */
export type FieldError = { path: string; message: string }

/** What the server refused, as it says it (`application/problem+json`). */
export class LanyardProblem extends Error {
  override readonly name = 'LanyardProblem'
  readonly status: number
  /** A fixed name, such as `license_not_found`. */
  readonly code: string
  readonly title: string
  readonly errors: FieldError[]
  /** Seconds to wait, with 429 and 503. */
  readonly retryAfter: number | null
  /** For the operator, who finds the request in the log by it. */
  readonly requestId: string | null

  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null) {
    const said = (key: string) => (typeof body[key] === 'string' ? (body[key] as string) : null)
    super(said('detail') ?? `The server answered ${status}`)
    this.status = status
    this.code = said('code') ?? 'unknown'
    this.title = said('title') ?? `Status ${status}`
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldError[]) : []
    this.retryAfter = retryAfter
    this.requestId = said('requestId')
  }
}

type Sent = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  seen?: string
}
type Operation = { answer: 'json' | 'bytes' | 'none'; body?: string; idempotent?: true }

/**
 * One installation and one access token:
 * `await lanyard.call('GET /api/credentials/{id}', { params: { id } })`. Rejects with `LanyardProblem`.
 */
export class Lanyard {
  readonly #options: Required<LanyardOptions>

  constructor(options: LanyardOptions) {
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
  async call<K extends EndpointKey>(
    key: K,
    ...[given]: Arguments<Endpoints[K]>
  ): Promise<Endpoints[K]['answer']> {
    const operation: Operation = operations[key]
    const response = await this.#send(key, operation, (given ?? {}) as Sent)
    if (operation.answer === 'bytes') return response as Endpoints[K]['answer']
    if (operation.answer === 'json') return (await response.json()) as Endpoints[K]['answer']
    await response.body?.cancel()
    return undefined as Endpoints[K]['answer']
  }

  /** Every item of a list that comes in pages. */
  async *items<K extends PagedKey>(
    key: K,
    ...[given]: Arguments<Endpoints[K]>
  ): AsyncGenerator<Endpoints[K]['answer']['items'][number]> {
    const { query, ...rest } = (given ?? {}) as Sent
    let cursor: string | null = null
    do {
      const asked = { ...rest, query: { ...query, ...(cursor !== null && { cursor }) } }
      const call = this.call as (key: string, given: object) => Promise<Page>
      const page: Page = await call.call(this, key, asked)
      yield* page.items as Endpoints[K]['answer']['items']
      cursor = page.nextCursor ?? null
    } while (cursor !== null)
  }

  async #send(key: string, operation: Operation, given: Sent): Promise<Response> {
    const { retries } = this.#options
    const [method = 'GET', path = ''] = key.split(' ')
    const url = `${this.#options.url}${pathOf(path, given.params)}${searchOf(given.query)}`
    const idempotencyKey = operation.idempotent ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined
    const init = this.#initOf(method, operation, given, idempotencyKey)
    // Without a key, a change that may have arrived is not sent twice.
    const isSafe = method === 'GET' || idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      let response: Response
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
    method: string,
    operation: Operation,
    given: Sent,
    idempotencyKey: string | undefined,
  ): RequestInit {
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
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    }
  }
}

type Page = { items: unknown[]; nextCursor?: string | null }
/** Endpoints whose answer is a page of a list. */
export type PagedKey = {
  [K in EndpointKey]: Endpoints[K]['answer'] extends { items: unknown[] } ? K : never
}[EndpointKey]

function pathOf(path: string, params: Sent['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function searchOf(query: Sent['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Milliseconds: half a second, then twice as long each time. */
function backoff(attempt: number): number {
  return 500 * 2 ** attempt
}

async function problemOf(response: Response): Promise<LanyardProblem> {
  const text = await response.text()
  const header = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new LanyardProblem(response.status, objectOf(text), Number.isFinite(header) ? header : null)
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
