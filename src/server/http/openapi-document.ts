import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from './route.ts'

type DocumentConfig = Parameters<OpenAPIHono<AppEnv>['getOpenAPI31Document']>[0]

/** Examples by endpoint, such as `GET /api/credentials/{id}`. */
type Examples = Readonly<Record<string, { request?: object; answer?: object }>>

/**
 * Serves the OpenAPI document of `app` at `path`, with these examples. The document is built at the first request,
 * which takes a fifth of a second.
 */
export function serveOpenApiDocument(
  app: OpenAPIHono<AppEnv>,
  path: string,
  config: DocumentConfig,
  examples: Examples = {},
): void {
  let built: { text: string; etag: string } | undefined
  app.get(path, (c) => {
    built ??= build(app, config, examples)
    c.header('ETag', built.etag)
    if (c.req.header('If-None-Match') === built.etag) return c.body(null, 304)
    return c.body(built.text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })
}

function build(app: OpenAPIHono<AppEnv>, config: DocumentConfig, examples: Examples) {
  const document: Document = app.getOpenAPI31Document(config)
  for (const [key, example] of Object.entries(examples)) addExample(document, key, example)
  const text = JSON.stringify(document)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

type Media = { content?: Record<string, { example?: unknown }> }
type Described = { requestBody?: Media; responses?: Record<string, Media> }
type Document = { paths?: Record<string, object> }

function addExample({ paths = {} }: Document, key: string, { request, answer }: Examples[string]): void {
  const [method = '', path = ''] = key.split(' ')
  const methods = (paths[path] ?? {}) as Record<string, Described>
  const { requestBody, responses = {} } = methods[method.toLowerCase()] ?? {}
  const success = Object.keys(responses).find((status) => status < '300') ?? ''
  const sent = requestBody?.content?.['application/json']
  const answered = responses[success]?.content?.['application/json']
  if (sent && request) sent.example = request
  if (answered && answer) answered.example = answer
}
