import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SignUpPolicy } from '#shared/auth/sign-up-policy.ts'
import type { Browser } from '#testing/browser.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { createInvitation } from './invitation-store.ts'

const DAY_MS = 86_400_000
const invited = 'bea@nurses.example'
const byInvitation: SignUpPolicy = { kind: 'invite' }
const byDomain: SignUpPolicy = { kind: 'domain', domains: ['hospital.example', 'nurses.example'] }

let services: TestServices
let provider: OidcProvider
beforeAll(async () => {
  provider = await startOidcProvider({ sub: 'nobody' })
  const { issuer } = provider
  services = await openTestServices({
    env: {
      SMTP_URL: 'smtp://localhost:2525',
      OIDC_PROVIDERS: JSON.stringify([
        { id: 'hospital', name: 'Hospital', issuer, clientId: 'c', clientSecret: 's' },
      ]),
    },
  })
})
afterAll(async () => {
  await services.close()
  await provider.close()
})
afterEach(async () => {
  services.config.signUps = { kind: 'open' }
  await services.database.clear()
  services.outbox().length = 0
})

const accounts = async () => (await services.database.pool.query('select email from users')).rows

function register(email: string, more: object = {}): Promise<Response> {
  const body = { email, password: testPassword, name: 'Ann', ...more }
  return services.stranger().json('POST', '/api/auth/sign-up/email', body)
}

/** Follows the newest mailed link and chooses the password there. */
function confirm(more: object = {}): Promise<Response> {
  const token = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
  const body = { token, password: testPassword, name: 'Ann', ...more }
  return services.stranger().json('POST', '/api/auth/verify-email', body)
}

/** The page where the browser ends up after signing in at the provider with this address. */
async function signInAtProvider(email: string, browser: Browser = services.stranger()): Promise<string> {
  provider.claims = { sub: `sub of ${email}`, email, email_verified: true, name: 'Ann' }
  const begun = await browser.json('POST', '/api/auth/sign-in/provider', { provider: 'hospital' })
  const { url } = (await begun.json()) as { url: string }
  const back = await browser.fetch(await provider.signInAt(url))
  return back.headers.get('location') ?? ''
}

const invite = (email: string) => createInvitation(services.db, email, services.clock.now())

/** A refusal without the parts that differ between any two responses. */
async function said(response: Response): Promise<object> {
  const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
  return { status: response.status, ...body }
}

test('no account can be created while new accounts are closed, by any sign-in method', async () => {
  services.config.signUps = { kind: 'closed' }
  expect(await said(await register('ann@nurses.example'))).toMatchObject({
    status: 403,
    code: 'sign_ups_closed',
  })
  expect(await signInAtProvider('ann@nurses.example')).toContain('problem=sign_ups_closed')
  const link = { email: 'ann@nurses.example' }
  expect((await services.stranger().json('POST', '/api/auth/request-sign-in-link', link)).status).toBe(200)
  expect(services.outbox()).toEqual([])
  expect(await accounts()).toEqual([])
})

test('the owner of an account can sign in while new accounts are closed', async () => {
  const ann = await signInAtProvider('ann@nurses.example')
  expect(ann).not.toContain('problem')
  services.config.signUps = { kind: 'closed' }
  expect(await signInAtProvider('ann@nurses.example')).not.toContain('problem')
})

test.each<[string, SignUpPolicy]>([
  ['closed', { kind: 'closed' }],
  ['by invitation', byInvitation],
  ['for the domains of others', { kind: 'domain', domains: ['hospital.example'] }],
])('a refusal is the same for an address with an account and one without: %s', async (_name, policy) => {
  expect((await register('ann@nurses.example')).status).toBe(200)
  services.config.signUps = policy
  services.outbox().length = 0
  const known = await said(await register('ann@nurses.example'))
  expect(known).toMatchObject({ status: 403 })
  expect(known).toEqual(await said(await register('eve@nurses.example')))
  expect(services.outbox()).toEqual([])
})

test('an error names the allowed domains in the language of the page', async () => {
  services.config.signUps = byDomain
  const body = { email: 'ann@elsewhere.example', password: testPassword, name: 'Ann' }
  const refused = await services
    .stranger()
    .json('POST', '/api/auth/sign-up/email', body, { 'Accept-Language': 'es-MX' })
  expect(await refused.json()).toHaveProperty(
    'detail',
    'Aquí las cuentas nuevas son para correos electrónicos que terminan en @hospital.example o @nurses.example.',
  )
})

test('an address in an allowed domain can get an account, any other cannot', async () => {
  services.config.signUps = byDomain
  const refused = await said(await register('ann@elsewhere.example'))
  expect(refused).toMatchObject({ status: 403, code: 'email_domain_refused' })
  expect(JSON.stringify(refused)).toContain('@hospital.example or @nurses.example')
  expect(await signInAtProvider('ann@elsewhere.example')).toContain('problem=email_domain_refused')
  expect((await register('Ann@Nurses.example')).status).toBe(200)
  expect(await signInAtProvider('cai@hospital.example')).not.toContain('problem')
  expect((await accounts()).length).toBe(2)
})

test('an invitation creates one account, and ends when its address is confirmed', async () => {
  services.config.signUps = byInvitation
  const invitation = await invite(invited)
  expect((await register(invited, { invitation })).status).toBe(200)
  expect(await accounts()).toEqual([{ email: invited }])
  expect((await confirm({ password: 'password' })).status).toBe(422)
  expect((await register(invited, { invitation })).status).toBe(200)
  expect((await confirm()).status).toBe(200)
  expect(await said(await register(invited, { invitation }))).toMatchObject({ code: 'invitation_needed' })
  expect(await said(await register('cai@nurses.example', { invitation }))).toMatchObject({
    code: 'invitation_needed',
  })
})

test('an invitation is valid for its address, for seven days, until there is a newer one', async () => {
  services.config.signUps = byInvitation
  const first = await invite(invited)
  const second = await invite(invited)
  const refused = { status: 403, code: 'invitation_needed' }
  expect(await said(await register('eve@nurses.example', { invitation: second }))).toMatchObject(refused)
  expect(await said(await register(invited, { invitation: first }))).toMatchObject(refused)
  expect(await said(await register(invited))).toMatchObject(refused)
  const start = services.clock.now()
  services.clock.set(new Date(start.getTime() + 7 * DAY_MS).toISOString())
  expect(await said(await register(invited, { invitation: second }))).toMatchObject(refused)
  services.clock.set(new Date(start.getTime() + 7 * DAY_MS - 1000).toISOString())
  expect((await register(invited, { invitation: second })).status).toBe(200)
  services.clock.set(start.toISOString())
})
