import { isProblemCode, Problem } from '#shared/http/errors.ts'
import {
  type Choice,
  type Difference,
  decided,
  differences,
  type Fields,
  isMergeable,
} from '#shared/offline/outbox.ts'
import { t } from '#web/i18n/t.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'
import { impatient, offlineSource, reportServer, sentPath } from './offline-source.ts'
import { noteServerTime } from './server-clock.ts'

type Query = Record<string, string | number | boolean | null | undefined>
export type Options = {
  query?: Query
  body?: unknown
  idempotencyKey?: string
  /** Also completes after the page is closed. */
  keepalive?: boolean
  signal?: AbortSignal
  /** The record before the change: a change that another device saved since then is kept, too. */
  seen?: Fields
  /** Without a connection the change is queued on this device, if it keeps changes. */
  waits?: { title: string }
}

/** Another device has changed the same fields of a record since it was `seen`: the owner chooses. */
export class Conflict extends Problem {
  readonly path: string
  readonly fields: Difference[]
  /** Resolves to the record as it is saved then. */
  readonly choose: (choice: Choice) => Promise<unknown>

  constructor(path: string, fields: Difference[], choose: Conflict['choose']) {
    super('changed_meanwhile')
    this.path = path
    this.fields = fields
    this.choose = choose
  }
}

let transport: typeof fetch = (...request) => fetch(...request)

/** For tests: the real server app instead of the network. */
export function setTransport(next: typeof fetch): void {
  transport = next
}

/** Sends and reads JSON. Rejects with the server's `Problem`, or `unavailable` when the server cannot be reached. */
export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const first = method === 'GET' ? takeFirstAnswer(`${path}${searchOf(options.query)}`) : undefined
  if (first) return first.answer as T
  if (method !== 'GET') dropFirstAnswers()
  const response = await send(method, path, options).catch((error) =>
    withoutServer(error, method, path, options),
  )
  if (!(response instanceof Response)) return response as T
  if (!response.ok) {
    const problem = await readProblem(response)
    if (problem.code !== 'changed_meanwhile' || !options.seen) throw problem
    return merge(path, options, problem)
  }
  const answer = response.status === 204 ? undefined : await readAnswer(response)
  return answer
}

/** Sends a change that was refused again, for the record as it is now. Rejects with `Conflict` if the owner must choose. */
async function merge<T>(path: string, options: Options, problem: Problem): Promise<T> {
  const saved = await request<Fields>('GET', path)
  const change = { body: options.body as Fields, seen: options.seen ?? null }
  const send = async (body: Fields | null) =>
    body ? request<T>('PATCH', path, { ...options, body, seen: saved }) : (saved as T)
  if (isMergeable(change, saved)) return send(change.body)
  const fields = differences(change, saved)
  if (fields.length === 0) throw problem
  throw new Conflict(path, fields, (choice) => send(decided(change, saved, choice)))
}

/** GET; a 404 is `null`. Rejects with the server's `Problem`. */
export async function requestOrNull<T>(path: string, options: Options = {}): Promise<T | null> {
  const first = takeFirstAnswer(`${path}${searchOf(options.query)}`)
  if (first) return first.answer as T
  const response = await send('GET', path, options).catch((error) =>
    withoutServer(error, 'GET', path, options),
  )
  if (!(response instanceof Response)) return response as T | null
  if (response.status === 404) return null
  if (!response.ok) throw await readProblem(response)
  return readAnswer(response)
}

/** Some networks answer with a page of their own, such as their sign-in. */
async function readAnswer(response: Response) {
  return response.json().catch(() => {
    throw new Problem('unavailable', {
      detail: t`This network answered instead of Lanyard. It may want you to sign in to it first. Then try again.`,
    })
  })
}

/** This device's substitute for a server response. Rejects with `error` if it keeps nothing. */
async function withoutServer(
  error: unknown,
  method: string,
  path: string,
  options: Options,
): Promise<unknown> {
  const isUnreachable = error instanceof Problem && error.code === 'unavailable'
  const source = isUnreachable ? await offlineSource() : null
  if (!source) throw error
  const { query, body, waits, seen = null, idempotencyKey = crypto.randomUUID() } = options
  if (method === 'GET') {
    const asked = Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    )
    const known = sentPath(path)
    return source.answer({
      ...{ address: `${known}${searchOf(query)}`, path: known },
      query: Object.fromEntries(asked),
    })
  }
  if (!waits || (method !== 'POST' && method !== 'PATCH')) throw error
  return source.queue({ method, path, body: { ...(body as Fields) }, idempotencyKey, ...waits, seen })
}

async function send(
  method: string,
  path: string,
  { query, body, idempotencyKey, keepalive = false, signal, seen }: Options,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...versionHeader(seen) }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  const patience = impatient(method, signal)
  try {
    const response = await transport(`${sentPath(path)}${searchOf(query)}`, {
      method,
      headers,
      credentials: 'same-origin',
      keepalive,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(patience ? { signal: patience } : {}),
    })
    reportServer()
    noteServerTime(response.headers.get('date'))
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Problem('unavailable', {
      detail: t`Lanyard cannot be reached. Nothing was lost. Check your connection and try again.`,
    })
  }
}

/** Has a change refused if the record is no longer the one that was seen. */
export function versionHeader(seen: Fields | null | undefined): Record<string, string> {
  return seen?.updatedAt ? { 'If-Match': `"${seen.updatedAt}"` } : {}
}

/** `?limit=50&q=rn`, or nothing. */
export function searchOf(query: Query = {}): string {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** The `Problem` in an error response; `unavailable` for a response that is not from Lanyard. */
export async function readProblem(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => null)
  if (typeof body?.code !== 'string') return problemOfProxy(response.status)
  const code = isProblemCode(body.code) ? body.code : 'unexpected'
  const detail = typeof body.detail === 'string' ? body.detail : undefined
  return new Problem(code, {
    ...(detail === undefined ? {} : { detail }),
    ...(Array.isArray(body.errors) ? { errors: body.errors } : {}),
    ...(typeof body.retryAfter === 'number' ? { retryAfter: body.retryAfter } : {}),
  })
}

/** A server that fails, or its proxy, answers with a page of its own. 511 means that a network wants its own sign-in. */
function problemOfProxy(status: number): Problem {
  return new Problem('unavailable', {
    detail:
      status >= 500 && status !== 511
        ? t`Lanyard has a problem right now. Try again in a minute.`
        : t`Something between this device and Lanyard, such as a company network, blocked this request (${status}). Try another network, or tell the people who run this one.`,
  })
}
