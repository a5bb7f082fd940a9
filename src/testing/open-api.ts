import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import { z } from 'zod'

export type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Content = Record<string, { schema: Schema }>
type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema }
type Described = {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

/** One operation of the OpenAPI document: `name` is `GET /api/credentials/{id}`. */
export type Operation = Required<Pick<Described, 'parameters' | 'responses'>> & {
  name: string
  method: string
  path: string
  body: Content
}

/** Every operation that the document describes, as the app serves it. */
export async function readOperations(app: Hono): Promise<Operation[]> {
  const answer = await app.request('/api/openapi.json')
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters = [], requestBody, responses }]) => {
      const method = verb.toUpperCase()
      const body = requestBody?.content ?? {}
      return { name: `${method} ${path}`, method, path, parameters, body, responses }
    }),
  )
}

/** Every route and middleware of the app, once, in the document's notation. `ALL` is any method. */
export function routesOf(app: OpenAPIHono | Hono): string[] {
  const spelled = app.routes.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
  )
  return [...new Set(spelled)]
}

/**
 * The undocumented parts of a response, in words; empty if the response matches the document. An undocumented key of an
 * object counts, because it may leak data. Reads the body.
 */
export async function findUndocumented({ responses }: Operation, answer: Response): Promise<string[]> {
  const { status } = answer
  const described = responses[status]
  if (!described) return [`${status} is not among ${Object.keys(responses)}: ${await answer.text()}`]
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const { content } = described
  if (!content) return (await answer.text()) === '' ? [] : [`${status} has a body`]
  const media = content[type] ?? content['*/*']
  if (!media) return [`${status} is ${type}, not ${Object.keys(content)}`]
  if (!/^application\/(problem\+)?json$/.test(type)) return []
  const parsed = parserOf(media.schema).safeParse(await answer.json())
  const problems = parsed.error?.issues.map(({ path, message }) => `${status} ${path.join('.')}: ${message}`)
  return problems ?? []
}

const parsers = new WeakMap<object, z.ZodType>()

function parserOf(schema: Schema): z.ZodType {
  if (typeof schema === 'boolean') return z.fromJSONSchema(schema)
  const known = parsers.get(schema) ?? z.fromJSONSchema(closed(schema) as Schema)
  parsers.set(schema, known)
  return known
}

/** The same schema with `additionalProperties` set to false on each object. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isOpen = 'properties' in inner && !('additionalProperties' in inner)
  return isOpen ? { ...inner, additionalProperties: false } : inner
}
