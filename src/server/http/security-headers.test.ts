import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import type { AppEnv } from './route.ts'
import { secureHeaders } from './security-headers.ts'

let services: TestServices
let ann: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'American Heart Association' }

/** Sends a write like a browser on another site: with the cookie and a foreign origin. */
function write(headers: Record<string, string>) {
  return ann.json('POST', '/api/credentials', bls, headers)
}

async function countKept(): Promise<number> {
  const page = (await (await ann.fetch('/api/credentials')).json()) as { items: unknown[] }
  return page.items.length
}

describe('a write that another site causes', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8080.evil.example' },
    { origin: 'http://localhost:8081' },
    { origin: 'https://localhost:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: '' },
  ] as Record<string, string>[])('is refused and changes nothing: %o', async (headers) => {
    const before = await countKept()
    const answer = await write(headers)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'foreign_origin', status: 403 })
    expect(await countKept()).toBe(before)
  })

  it('is accepted from our own pages', async () => {
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    expect((await write({ origin: services.config.publicUrl })).status).toBe(201)
  })
})

describe('a sign-in without an Origin header', () => {
  const signIn = (headers: Record<string, string>) =>
    services.app.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: ann.email, password: ann.password }),
    })

  it.each(['https://evil.example/page', 'not an address'])(
    'is refused when it comes from %s',
    async (referer) => {
      expect((await signIn({ referer })).status).toBe(403)
    },
  )

  it('is accepted from a client that is not a browser', async () => {
    expect((await signIn({})).status).toBe(200)
  })
})

describe('every response', () => {
  it.each(['/healthz', '/api/credentials', '/api/nowhere', '/nowhere', '/api/openapi.json'])(
    'carries the security headers: %s',
    async (path) => {
      const { headers } = await ann.fetch(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toMatch(/'unsafe-inline'|'unsafe-eval'/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it('that a browser shows as a document also has headers for documents', async () => {
    const app = new Hono<AppEnv>().use('*', secureHeaders(services.config))
    app.get('/page', (c) => c.html('<p>Page</p>'))
    app.get('/script', (c) => c.body('0', 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
    const page = (await app.request('/page')).headers
    expect(page.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(page.get('permissions-policy')).toContain('camera=()')
    expect(page.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const script = (await app.request('/script')).headers
    expect(script.get('permissions-policy')).toBeNull()
    expect(script.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
    )
  })

  it('requires TLS for a year if the address is not loopback', async () => {
    const public_ = await openTestServices({
      env: {
        AUTH_SECRET: 'a secret of the installation, long enough',
        PUBLIC_URL: 'https://lanyard.example',
      },
    })
    const { headers } = await public_.app.request('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await public_.close()
  })

  it('of a signed-in nurse is not cached', async () => {
    expect((await ann.fetch('/api/credentials')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('a report of the content security policy', () => {
  it('is in the activity log of the page’s owner, and not logged there for a stranger', async () => {
    const report = JSON.stringify({
      'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'eval' },
    })
    const send = (who: { fetch: Nurse['fetch'] }) =>
      who.fetch('/api/csp-report', {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: report,
      })
    expect((await send(ann)).status).toBe(204)
    expect((await send(services.stranger())).status).toBe(204)
    const { items } = (await (await ann.fetch('/api/users/me/activity')).json()) as {
      items: { action: string }[]
    }
    const noted = items.filter(({ action }) => action === 'security_csp_violation')
    expect(noted).toHaveLength(1)
    expect(noted[0]).toMatchObject({ severity: 'medium', metadata: { directive: 'script-src' } })
  })
})

describe('the OpenAPI document', () => {
  it('is version 3.1 and names every feature’s paths', async () => {
    const answer = await services.stranger().fetch('/api/openapi.json')
    const document = (await answer.json()) as { openapi: string; paths: Record<string, unknown> }
    expect(document.openapi).toBe('3.1.0')
    for (const path of [
      '/api/credentials',
      '/api/credentials/{id}',
      '/api/credentials/expiring/{days}',
      '/api/credentials/renewal/{days}',
      '/api/users/me',
      '/api/upload',
      '/api/upload/{id}',
      '/api/upload/{id}/content',
      '/api/ceu-cycles',
      '/api/reminders',
      '/api/share',
    ]) {
      expect(Object.keys(document.paths)).toContain(path)
    }
  })
})
