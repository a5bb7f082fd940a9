import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'

export type SentRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Reply = (request: SentRequest) => Response | Promise<Response>
type ProblemDetails = ConstructorParameters<typeof Problem>[1]

export type NetworkStub = {
  /** Responds with `value` from now on. It must match `schema`, the endpoint's contract. */
  answer<S extends z.ZodType>(method: Method, path: string, schema: S, value: z.input<S>): void
  /** Like `answer`, with a value per request, such as a page of a list by its cursor. */
  answerEach<S extends z.ZodType>(
    method: Method,
    path: string,
    schema: S,
    makeValue: (request: SentRequest) => z.input<S>,
  ): void
  /** Responds with 204 from now on. */
  answerEmpty(method: Method, path: string): void
  /** Responds from now on with something other than JSON, such as bytes or a stream. */
  reply(method: Method, path: string, reply: Reply): void
  /** Keeps requests waiting until the returned function is called. */
  hold(method: Method, path: string): () => void
  /** Responds with a problem from now on, in the server's format. */
  refuse(method: Method, path: string, code: ProblemCode, details?: ProblemDetails): void
  /** Fails like a lost connection. */
  disconnect(method: Method, path: string): void
  /** The requests so far, oldest first. */
  sent(method: Method, path: string): SentRequest[]
  /** The bodies of the requests so far. */
  bodies(method: Method, path: string): unknown[]
}

/** Replaces `fetch` until the test ends. A request without a stubbed response fails the test. */
export function stubNetwork(): NetworkStub {
  const replies = new Map<string, Reply>()
  const held = new Map<string, Promise<void>>()
  const requests: SentRequest[] = []
  const unanswered: string[] = []

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = await readRequest(new Request(input, init))
    requests.push(request)
    const endpoint = `${request.method} ${request.path}`
    await Promise.race([held.get(endpoint), whenAborted(init?.signal)])
    const reply = replies.get(endpoint)
    if (reply) return reply(request)
    unanswered.push(endpoint)
    throw new TypeError('Failed to fetch')
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (unanswered.length > 0) throw new Error(`No answer was given for ${unanswered.join(', ')}`)
  })

  const sent = (method: Method, path: string) =>
    requests.filter((request) => request.method === method && request.path === path)

  return {
    answer: (method, path, schema, value) => {
      const body = schema.parse(value)
      replies.set(`${method} ${path}`, () =>
        body === undefined ? new Response(null, { status: 204 }) : Response.json(body),
      )
    },
    answerEach: (method, path, schema, makeValue) => {
      replies.set(`${method} ${path}`, (request) => Response.json(schema.parse(makeValue(request))))
    },
    answerEmpty: (method, path) => {
      replies.set(`${method} ${path}`, () => new Response(null, { status: 204 }))
    },
    reply: (method, path, reply) => void replies.set(`${method} ${path}`, reply),
    hold: (method, path) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(`${method} ${path}`, promise)
      return () => {
        held.delete(`${method} ${path}`)
        resolve()
      }
    },
    refuse: (method, path, code, details) => {
      const problem = new Problem(code, details)
      replies.set(`${method} ${path}`, () => Response.json(problem.toBody(), { status: problem.status }))
    },
    disconnect: (method, path) => {
      replies.set(`${method} ${path}`, () => {
        throw new TypeError('Failed to fetch')
      })
    },
    sent,
    bodies: (method, path) => sent(method, path).map(({ body }) => body),
  }
}

/** Like `fetch`, rejects immediately when the request is aborted. Without a signal it never settles. */
function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
}

async function readRequest(request: Request): Promise<SentRequest> {
  const url = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(request.headers),
    body: text === '' ? undefined : JSON.parse(text),
  }
}
