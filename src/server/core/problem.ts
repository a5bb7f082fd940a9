import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Problem } from '#shared/core/errors.ts'
import type { ProblemBody } from '#shared/core/problem-body.ts'
import type { Logger } from './log.ts'

/** `application/problem+json`, RFC 9457. Only here does a failure become an HTTP answer. */
export function answerProblem(c: Context, problem: Problem, more: Partial<ProblemBody> = {}): Response {
  if (problem.retryAfter !== undefined) c.header('Retry-After', String(problem.retryAfter))
  c.header('Cache-Control', 'no-store')
  return c.body(JSON.stringify({ ...problem.toBody(), ...more }), problem.status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json; charset=utf-8',
  })
}

/** What went wrong, as a problem: the known by name, the unknown as one opaque 500 that only the log explains. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // Of Hono's own validators, such as of a body that promises JSON and is empty.
  if (error instanceof HTTPException && error.status < 500) return new Problem('bad_request')
  const code = rootCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return new Problem('storage_full')
  if (isConnectionLost(error, code)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem('unexpected')
}

export function onError(log: Logger) {
  return (error: Error, c: Context): Response => {
    const problem = problemOf(error)
    const requestId = c.get('requestId') as string
    if (problem.status >= 500) log.error({ requestId, path: c.req.routePath, err: bare(error) }, problem.code)
    return answerProblem(c, problem, { requestId })
  }
}

/** Drizzle wraps the driver's error: its message holds the parameters, which no log may. */
function bare(error: unknown) {
  const root = rootOf(error)
  return { name: root.name, message: root.message, stack: root.stack, code: rootCode(error) }
}

function rootOf(error: unknown): Error {
  let current = error
  while (current instanceof Error && current.cause instanceof Error) current = current.cause
  return current instanceof Error ? current : new Error(String(current))
}

function rootCode(error: unknown): string | undefined {
  const code = (rootOf(error) as { code?: unknown }).code
  return typeof code === 'string' ? code : undefined
}

/** Connection failures, shutdown of the server (class 57P) and a pool that gave up waiting. */
function isConnectionLost(error: unknown, code: string | undefined): boolean {
  if (code && /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08...|57P0.|53300)$/.test(code))
    return true
  return /connection terminated|timeout exceeded when trying to connect/i.test(rootOf(error).message)
}
