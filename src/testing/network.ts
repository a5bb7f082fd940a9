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
  /** Responds with `value` from now on, which must match `schema`, the endpoint's contract. */
  answer<S extends z.ZodType>(method: Method, path: string, schema: S, value: z.input<S>): void
  /** Responds with a problem from now on, written as the server writes it. */
  refuse(method: Method, path: string, code: ProblemCode, details?: ProblemDetails): void
  /** Fails like a lost connection. */
  disconnect(method: Method, path: string): void
  /** The requests so far, oldest first. */
  sent(method: Method, path: string): SentRequest[]
}

/** Replaces `fetch` until the test ends. A request without a stubbed response fails the test. */
export function stubNetwork(): NetworkStub {
  const replies = new Map<string, Reply>()
  const requests: SentRequest[] = []
  const unanswered: string[] = []

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = await readRequest(new Request(input, init))
    requests.push(request)
    const reply = replies.get(`${request.method} ${request.path}`)
    if (reply) return reply()
    unanswered.push(`${request.method} ${request.path}`)
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
    refuse: (method, path, code, details) => {
      const problem = new Problem(code, details)
      replies.set(`${method} ${path}`, () => Response.json(problem.toBody(), { status: problem.status }))
    },
    disconnect: (method, path) => {
      replies.set(`${method} ${path}`, () => {
        throw new TypeError('Failed to fetch')
      })
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
