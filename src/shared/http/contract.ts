import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Content = {
  description: string
  headers?: z.ZodObject
  content?: Record<string, { schema: z.ZodType | object }>
}
type Json<S extends z.ZodType> = { description: string; content: { 'application/json': { schema: S } } }

/** One endpoint: its input, its responses by status, and the problems that do not follow from these. */
export type Endpoint = {
  summary: string
  tags?: string[]
  params?: z.ZodObject
  query?: z.ZodObject | z.ZodPipe
  headers?: z.ZodObject
  /** JSON. `content` describes other types. */
  body?: z.ZodType
  /** Optional JSON. */
  optionalBody?: z.ZodType
  content?: Record<string, { schema: object }>
  answers: { readonly [status: number]: Content }
  /** Of an endpoint that is not `isForOwner`. */
  security?: Record<string, string[]>[]
  /** Statuses of `application/problem+json` responses in addition to those of `problemsOf`. */
  problems?: readonly number[]
}

/** Endpoints by method and path: `'GET /api/credentials/{id}'`. Used by the server's routes and the web client. */
export type Contract = { readonly [key: `${Method} /${string}`]: Endpoint }

/** Problems of a rejected session, of a token without the scope, and of too many requests. */
const OWNER_PROBLEMS = [401, 403, 429]
/** The problems of JSON that is broken, too large, of another type or invalid. */
const JSON_PROBLEMS = [400, 413, 415, 422]

/** The statuses of all problems that an endpoint may return. */
export function problemsOf(key: string, endpoint: Endpoint): number[] {
  const { params, query, body, optionalBody, answers, problems = [] } = endpoint
  const isOwners = isForOwner(key)
  const statuses = [
    ...(isOwners ? OWNER_PROBLEMS : []),
    ...(isOwners && /\{(id|\w+Id)\}/.test(key) ? [404] : []),
    ...(body || optionalBody ? JSON_PROBLEMS : []),
    ...((params ?? query) && !(422 in answers) ? [422] : []),
    // A large body is refused before any route runs, even if the route expects no body.
    ...(key.startsWith('GET ') ? [] : [413]),
    ...problems,
  ]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** For visitors, employers who check a file, phones, the operator's programs, mails, and people who are signing in. */
const others =
  /^GET \/api\/debug\/outbox$|^(GET|POST) \/api\/share\/\{id\}(\/(cover|files|packet)|$)| \/api\/(auth|calendar|check|csp-report|second-person|unsubscribe|wallet)(\/|$)/

/** Whether only the owner of a vault can reach the endpoint: a signed-in person, or a program with an access token. */
export function isForOwner(key: string): boolean {
  return key.includes(' /api/') && !others.test(key)
}

/** A JSON response. */
export function json<S extends z.ZodType>(schema: S, description: string): Json<S> {
  return { description, content: { 'application/json': { schema } } }
}

/** A response without a body. */
export function noContent(description: string): { description: string } {
  return { description }
}

/** A response of bytes or text, by media type. */
export function bytes(description: string, ...types: string[]) {
  const schema = { type: 'string', format: 'binary' } as const
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

type JsonOf<A> = A extends Json<infer S> ? z.output<S> : undefined

/** The result of a successful call; `undefined` for a response without JSON. */
export type AnswerOf<E> = E extends { answers: infer A }
  ? A extends { 200: infer Ok }
    ? JsonOf<Ok>
    : A extends { 201: infer Created }
      ? JsonOf<Created>
      : A extends { 202: infer Accepted }
        ? JsonOf<Accepted>
        : undefined
  : never

/** A query is text. Numbers and booleans are converted, and `null` and `undefined` are left out. */
type QueryOf<I> = { [Name in keyof I]?: I[Name] | number | boolean | null }

/** The arguments of a call: path parameters, query and body, if the endpoint takes them. */
export type CallOf<K extends string, E> = ([PathParams<K>] extends [never]
  ? unknown
  : { params: Record<PathParams<K>, string | number> }) &
  (E extends { query: infer S extends z.ZodType } ? { query?: QueryOf<z.input<S>> } : unknown) &
  (E extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : unknown) &
  (E extends { optionalBody: infer S extends z.ZodType } ? { body?: z.input<S> } : unknown)

/** The names in braces: `'id'` of `'GET /api/credentials/{id}'`. */
export type PathParams<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never
