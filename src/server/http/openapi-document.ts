import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from './route.ts'

type DocumentConfig = Parameters<OpenAPIHono<AppEnv>['getOpenAPI31Document']>[0]

/**
 * Serves the OpenAPI document of `app` at `path`. It is built at the first request, which takes a fifth of a second.
 */
export function serveOpenApiDocument(app: OpenAPIHono<AppEnv>, path: string, config: DocumentConfig): void {
  let built: { text: string; etag: string } | undefined
  app.get(path, (c) => {
    built ??= build(app, config)
    c.header('ETag', built.etag)
    if (c.req.header('If-None-Match') === built.etag) return c.body(null, 304)
    return c.body(built.text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })
}

function build(app: OpenAPIHono<AppEnv>, config: DocumentConfig): { text: string; etag: string } {
  const text = JSON.stringify(app.getOpenAPI31Document(config))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
