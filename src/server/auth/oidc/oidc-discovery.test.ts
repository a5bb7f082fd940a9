import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { discoverProvider } from './oidc-discovery.ts'

let issuer: string
let answer: { status: number; headers?: Record<string, string>; body?: object }
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? documentOf()))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 200 }
})
afterAll(() => void server.close())

const documentOf = (more: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  ...more,
})

async function discover(hosts?: string[]) {
  const warn = vi.fn<(line: object) => void>()
  const provider = { id: 'hospital', name: 'St. Anne’s', issuer, clientId: 'lanyard' }
  const config = { ...provider, scopes: ['openid'], trustEmail: false }
  const found = await discoverProvider({ OUTBOUND_HOSTS: hosts }, { warn }, config).catch(
    (error) => error.code,
  )
  return { found, reasons: warn.mock.calls.map(([line]) => line) }
}

test('reads the discovery document of a provider', async () => {
  expect((await discover()).found).toEqual(documentOf())
  expect((await discover([])).found).toEqual(documentOf())
})

test('a redirect is not followed', async () => {
  answer = { status: 302, headers: { location: `${issuer}/elsewhere` } }
  expect(await discover()).toMatchObject({ found: 'provider_failed', reasons: [{ provider: 'hospital' }] })
  expect(asked).toEqual(['/.well-known/openid-configuration'])
})

test.each([
  ['a token endpoint on another server', { token_endpoint: 'https://evil.example/token' }],
  ['keys on another server', { jwks_uri: 'https://evil.example/jwks' }],
])('with a list of hosts, %s is refused', async (_name, more) => {
  answer = { status: 200, body: documentOf(more) }
  expect(await discover(['login.example'])).toMatchObject({
    found: 'provider_failed',
    reasons: [{ reason: 'evil.example is not in OUTBOUND_HOSTS' }],
  })
  expect((await discover(['evil.example'])).found).toEqual(documentOf(more))
  expect((await discover()).found).toEqual(documentOf(more))
})

test.each([
  ['no token endpoint', { token_endpoint: undefined }],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ['an invalid address', { authorization_endpoint: 'x' }],
])('%s is refused', async (_name, more) => {
  answer = { status: 200, body: documentOf(more) }
  expect((await discover()).found).toBe('provider_failed')
})
