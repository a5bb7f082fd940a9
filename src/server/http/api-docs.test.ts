import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { serveApiDocs } from './api-docs.ts'
import type { AppEnv } from './route.ts'

test('the API page allows only its own origin, and styles with a nonce of this response', async () => {
  const app = new OpenAPIHono<AppEnv>()
  serveApiDocs(app, '/docs')
  const nonces = []
  for (let i = 0; i < 2; i += 1) {
    const answer = await app.request('/docs')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /csp-nonce" content="([^"]+)"/.exec(await answer.text()) ?? []
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*|blob:/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    nonces.push(nonce)
  }
  expect(new Set(nonces).size).toBe(2)
  expect(nonces[0]?.length).toBe(24)
})
