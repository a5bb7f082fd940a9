import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Content = {
  description: string
  headers?: z.ZodObject
  content?: Record<string, { schema: z.ZodType | object }>
}
type Json<S extends z.ZodType> = { description: string; content: { 'application/json': { schema: S } } }

/** One endpoint: what it takes, what it answers by status, and with which problems it may refuse. */
export type Endpoint = {
  summary: string
  tags?: string[]
  params?: z.ZodObject
  query?: z.ZodObject | z.ZodPipe
  headers?: z.ZodObject
  /** JSON; anything else is described in `content`. */
  body?: z.ZodType
  /** JSON that may be left out. */
  optionalBody?: z.ZodType
  content?: Record<string, { schema: object }>
  answers: { readonly [status: number]: Content }
  /** Statuses of `application/problem+json` answers. */
  problems: readonly number[]
}

/** Endpoints by method and path: `'GET /api/credentials/{id}'`. The server's routes and the browser's client read it. */
export type Contract = { readonly [key: `${Method} /${string}`]: Endpoint }

/** A JSON answer. */
export function json<S extends z.ZodType>(schema: S, description: string): Json<S> {
  return { description, content: { 'application/json': { schema } } }
}

/** An answer without a body. */
export function noContent(description: string): { description: string } {
  return { description }
}

/** An answer of bytes or text, by media type. */
export function bytes(description: string, ...types: string[]) {
  const schema = { type: 'string', format: 'binary' } as const
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

type JsonOf<A> = A extends Json<infer S> ? z.output<S> : undefined

/** What a successful call resolves to; `undefined` for an answer without JSON. */
export type AnswerOf<E> = E extends { answers: infer A }
  ? A extends { 200: infer Ok }
    ? JsonOf<Ok>
    : A extends { 201: infer Created }
      ? JsonOf<Created>
      : A extends { 202: infer Accepted }
        ? JsonOf<Accepted>
        : undefined
  : never

/** On the wire a query is text: numbers and booleans are written out, `null` and `undefined` are left out. */
type QueryOf<I> = { [Name in keyof I]?: I[Name] | number | boolean | null }

/** What a call has to bring: path parameters, query and body, each where the endpoint takes it. */
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
