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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Reply = () => Response
type ProblemDetails = ConstructorParameters<typeof Problem>[1]

export type NetworkStub = {
  /** Answers from now on with `value`, which must be what `schema`, the endpoint's contract, allows. */
  answer<S extends z.ZodType>(method: Method, path: string, schema: S, value: z.input<S>): void
  /** Answers from now on with 204. */
  answerEmpty(method: Method, path: string): void
  /** Answers from now on with a problem, written as the server writes it. */
  refuse(method: Method, path: string, code: ProblemCode, details?: ProblemDetails): void
  /** Fails as a lost connection does. */
  disconnect(method: Method, path: string): void
  /** Lets requests wait from now on, until the returned function is called. */
  hold(method: Method, path: string): () => void
  /** What was sent so far, oldest first. */
  sent(method: Method, path: string): SentRequest[]
}

/** Replaces `fetch` until the test ends. A request that nothing answers fails the test. */
export function stubNetwork(): NetworkStub {
  const replies = new Map<string, Reply>()
  const held = new Map<string, Promise<void>>()
  const requests: SentRequest[] = []
  const unanswered: string[] = []

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = await readRequest(new Request(input, init))
    requests.push(request)
    const key = `${request.method} ${request.path}`
    await held.get(key)
    const reply = replies.get(key)
    if (reply) return reply()
    unanswered.push(key)
    throw new TypeError('Failed to fetch')
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (unanswered.length > 0) throw new Error(`No answer was given for ${unanswered.join(', ')}`)
  })

  return {
    answer: (method, path, schema, value) => {
      const body = schema.parse(value)
      replies.set(`${method} ${path}`, () => Response.json(body))
    },
    answerEmpty: (method, path) => {
      replies.set(`${method} ${path}`, () => new Response(null, { status: 204 }))
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
    hold: (method, path) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(`${method} ${path}`, promise)
      return resolve
    },
    sent: (method, path) => requests.filter((request) => request.method === method && request.path === path),
  }
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
