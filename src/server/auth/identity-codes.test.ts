import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileRoutes } from '#server/files/routes.ts'
import { onError } from '#server/http/problem.ts'
import type { AppEnv } from '#server/http/route.ts'
import { identityCodes } from '#shared/auth/identity-codes.ts'
import { Problem } from '#shared/http/errors.ts'
import { post } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import type { Browser } from '#testing/browser.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { openPasskeyDevice } from '#testing/passkey-device.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

let services: TestServices
let oidcProvider: OidcProvider
let ann: Nurse
let bea: Nurse
beforeAll(async () => {
  oidcProvider = await startOidcProvider({ sub: 'ann' })
  const providers = [{ id: 'hospital', name: 'Hospital', issuer: oidcProvider.issuer, clientId: 'lanyard' }]
  services = await openTestServices({ env: { OIDC_PROVIDERS: JSON.stringify(providers) } })
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})
afterAll(async () => {
  await services.close()
  await oidcProvider.close()
})

const upload = async (nurse: Browser) => {
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body: formOf(aPdf(), 'card.pdf') })
  return ((await answer.json()) as { id: string }).id
}

/** The table is renamed while `work` runs. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await services.database.pool.query(`alter table ${table} rename to ${table}_away`)
  try {
    return await work()
  } finally {
    await services.database.pool.query(`alter table ${table}_away rename to ${table}`)
  }
}

async function secondFactorNeeded(): Promise<Response> {
  const cleo = await services.nurse('cleo')
  const { secret } = (await (await post(cleo, '/second-factor/start')).json()) as { secret: string }
  await post(cleo, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
  return post(services.stranger(), '/sign-in/email', { email: cleo.email, password: testPassword })
}

/** Ann reauthenticates with the passkey of Bea. */
async function mismatch(): Promise<Response> {
  const device = openPasskeyDevice()
  const adding = (await (await post(bea, '/passkey/options-to-add')).json()) as { challenge: string }
  await post(bea, '/passkey/add', { name: 'Key', response: device.create(adding) })
  const asking = (await (await post(ann, '/passkey/options-to-sign-in')).json()) as { challenge: string }
  return post(ann, '/reauthenticate/passkey', { response: device.get(asking) })
}

async function overQuota(): Promise<Response> {
  const tight = new Hono<AppEnv>()
  tight.onError(onError(services.log))
  tight.route('/api/upload', fileRoutes(services, 10))
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = formOf(aPdf(), 'card.pdf')
  return tight.request('/api/upload', { method: 'POST', body, headers: { cookie } })
}

async function bytesGone(): Promise<Response> {
  const id = await upload(ann)
  rmSync(join(services.dataDir, 'files'), { recursive: true })
  return ann.fetch(`/api/upload/${id}/content`)
}

const provoked: Record<string, () => Promise<Response>> = {
  'auth/multi-factor-auth-required': secondFactorNeeded,
  'auth/password-does-not-meet-requirements': () =>
    post(services.stranger(), '/sign-up/email', {
      email: 'x@nurses.example',
      name: 'X',
      password: 'nurse1234',
    }),
  'auth/user-mismatch': mismatch,
  'auth/unauthorized-domain': () =>
    ann.json('POST', '/api/auth/sign-out', {}, { Origin: 'https://evil.example' }),
  'auth/internal-error': () =>
    without('accounts', () =>
      post(services.stranger(), '/sign-in/email', { email: ann.email, password: testPassword }),
    ),
  'auth/argument-error': () => post(services.stranger(), '/sign-in/email', { email: 7 }),
  'auth/auth-domain-config-required': () =>
    post(services.stranger(), '/sign-in/provider', { provider: 'nobody' }),
  'storage/unknown': async () => {
    const id = await upload(ann)
    return without('files', () => ann.fetch(`/api/upload/${id}`))
  },
  'storage/object-not-found': () => ann.fetch('/api/upload/00000000-0000-4000-8000-000000000000'),
  'storage/quota-exceeded': overQuota,
  'storage/unauthenticated': () => services.stranger().fetch('/api/upload'),
  'storage/unauthorized': async () => bea.fetch(`/api/upload/${await upload(ann)}`),
  'storage/invalid-url': () => ann.fetch('/api/upload/a/b/c'),
  'storage/invalid-argument': () => ann.json('POST', '/api/upload', {}),
  'storage/bucket-not-found': bytesGone,
}

const fromServer = Object.entries(identityCodes).flatMap(([name, found]) =>
  found.by === 'server' ? [[name, found.code] as const] : [],
)

test.each(fromServer)('%s becomes %s, with a sentence', async (name, code) => {
  const answer = await provoked[name]?.()
  const body = (await answer?.json()) as { code: string; detail: string }
  expect(body.code).toBe(code)
  if (code === 'PASSWORD_TOO_WEAK') expect(body.detail).toMatch(/easy to guess|too short|too easy to guess/)
  else expect(body.detail).toBe(new Problem(code).message)
})

test('the password policy can be requested again', async () => {
  const policy = await services.stranger().fetch('/api/auth/password-policy')
  expect(await policy.json()).toEqual({ minLength: 10, maxLength: 128, minScore: 3 })
})
