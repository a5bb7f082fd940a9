import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { errorCode } from '#server/kernel/error-details.ts'
import type { Logger } from '#server/kernel/log.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { requestLanguage, requestTranslate } from './request-language.ts'

/** Responds with `application/problem+json`, RFC 9457. Only this function turns a failure into an HTTP response. */
export function answerProblem(c: Context, problem: Problem, more: Partial<ProblemBody> = {}): Response {
  if (problem.retryAfter !== undefined) c.header('Retry-After', String(problem.retryAfter))
  c.header('Cache-Control', 'no-store')
  c.header('Content-Language', requestLanguage(c))
  const body = translated(problem.toBody(), requestTranslate(c))
  return c.body(JSON.stringify({ ...body, ...more }), problem.status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json; charset=utf-8',
  })
}

/** Translates the texts of a problem. Its code is not translated. */
function translated(body: ProblemBody, t: Translate): ProblemBody {
  return {
    ...body,
    title: t(body.title),
    detail: t(body.detail),
    ...(body.errors && { errors: body.errors.map(({ path, message }) => ({ path, message: t(message) })) }),
  }
}

/** The error as a problem. An unknown error becomes an opaque 500; only the log has its details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // From Hono's own validators, for example for an empty body that claims to be JSON.
  if (error instanceof HTTPException && error.status < 500) return new Problem('bad_request')
  const code = rootCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return new Problem('storage_full')
  // A NUL in a text, from where no schema refuses it.
  if (code === '22021') return new Problem('bad_request')
  if (isConnectionLost(error, code)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem('unexpected')
}

export function onError(log: Logger) {
  return (error: Error, c: Context): Response => {
    const problem = problemOf(error)
    const requestId = c.get('requestId') as string
    if (problem.status >= 500) log.error({ path: c.req.routePath, err: told(error, problem) }, problem.code)
    return answerProblem(c, problem, { requestId })
  }
}

/** While the database is down, every request fails at the same place, so the stack trace says nothing. */
function told(error: unknown, problem: Problem) {
  const { name, message } = rootOf(error)
  return problem.code === 'unavailable' ? { name, message, code: rootCode(error) } : error
}

function rootOf(error: unknown): Error {
  let current = error
  while (current instanceof Error && current.cause instanceof Error) current = current.cause
  return current instanceof Error ? current : new Error(String(current))
}

export function rootCode(error: unknown): string | undefined {
  return errorCode(rootOf(error))
}

/** Temporary failures after which nothing was stored. Codes with `57…` and `53…` come from PostgreSQL. */
const passing = new RegExp(
  `^(${[
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN',
    '08...', // the connection broke
    '57P0.|57014', // the server shuts down or starts up; a statement took too long
    '53[02-9]..', // out of connections or memory
    '40001|40P01', // two transactions deadlocked, for example while a new version migrates
    '25P03|25006', // a transaction waited too long; the server became a standby
    '25P02', // another statement that was sent together with this one failed first
  ].join('|')})$`,
)

/** Also a missing socket, and a pool or connection that timed out. */
function isConnectionLost(error: unknown, code: string | undefined): boolean {
  const root = rootOf(error)
  if (code !== undefined && passing.test(code)) return true
  if (code === 'ENOENT' && 'syscall' in root && root.syscall === 'connect') return true
  return /connection terminated|timeout exceeded when trying to connect|is not queryable/i.test(root.message)
}
