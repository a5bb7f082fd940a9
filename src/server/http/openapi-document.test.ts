import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test, vi } from 'vitest'
import { serveOpenApiDocument } from './openapi-document.ts'
import type { AppEnv } from './route.ts'

test('the document is built once and not sent again to a client that has it', async () => {
  const app = new OpenAPIHono<AppEnv>()
  const build = vi.spyOn(app, 'getOpenAPI31Document')
  serveOpenApiDocument(app, '/openapi.json', { openapi: '3.1.0', info: { title: 'Lanyard', version: '1' } })
  const first = await app.request('/openapi.json')
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await first.text()
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', info: { title: 'Lanyard' } })
  expect(await (await app.request('/openapi.json')).text()).toBe(text)
  expect(build).toHaveBeenCalledTimes(1)

  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  const unchanged = await app.request('/openapi.json', { headers })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
})
