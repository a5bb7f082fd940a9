import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSignedIn, post, problemCode } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import type { Browser } from '#testing/browser.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const annWithOidc = {
  sub: 'hospital-ann',
  email: 'Ann@Nurses.example',
  email_verified: true,
  name: 'Ann Becker',
}

let services: TestServices
let oidcProvider: OidcProvider
beforeAll(async () => {
  oidcProvider = await startOidcProvider(annWithOidc)
  const client = { clientId: 'lanyard', clientSecret: 'a secret of the operator' }
  const providers = [
    { id: 'hospital', name: 'St. Anne’s', issuer: oidcProvider.issuer, ...client },
    { id: 'directory', name: 'Directory', issuer: oidcProvider.issuer, ...client, trustEmail: true },
    { id: 'apple', name: 'Apple', issuer: oidcProvider.issuer, ...client, responseMode: 'form_post' },
    { id: 'gone', name: 'Gone', issuer: 'http://localhost:1', ...client },
  ]
  services = await openTestServices({
    env: { OIDC_PROVIDERS: JSON.stringify(providers), SMTP_URL: 'smtp://localhost:2525' },
  })
})
afterAll(async () => {
  await services.close()
  await oidcProvider.close()
})
afterEach(async () => {
  await services.database.clear()
  services.outbox().length = 0
  Object.assign(oidcProvider, { claims: annWithOidc, forge: null, refusal: null, asked: [], tokenBodies: [] })
})

const me = async (browser: Browser) =>
  (await browser.fetch('/api/users/me')).json() as Promise<{ id: string }>
const rows = async (table: string) => (await services.database.pool.query(`select * from ${table}`)).rows

/** Goes to the provider and back, and returns where the browser ends up. */
async function through(browser: Browser, path: string, body: object = {}): Promise<string> {
  const begun = await post(browser, path, { provider: 'hospital', ...body })
  expect(begun.status).toBe(200)
  const { url } = (await begun.json()) as { url: string }
  const back = await browser.fetch(await oidcProvider.signInAt(url))
  expect(back.status).toBe(303)
  return back.headers.get('location') ?? ''
}
const signIn = (browser: Browser, more: object = {}) => through(browser, '/sign-in/provider', more)

/** Confirmed and signed in, with a password. */
async function nurse(name: string): Promise<Browser & Pick<Nurse, 'email'>> {
  const browser = services.stranger()
  const email = `${name}@nurses.example`
  await post(browser, '/sign-up/email', { email, password: testPassword, name })
  const token = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
  expect((await post(browser, '/verify-email', { token, password: testPassword, name })).status).toBe(200)
  return { ...browser, email }
}

test('the response of one provider is not redeemed at another', async () => {
  const ann = services.stranger()
  const begun = await post(ann, '/sign-in/provider', { provider: 'hospital' })
  const { url } = (await begun.json()) as { url: string }
  const callback = await oidcProvider.signInAt(url)
  const back = await ann.fetch(callback.replace('/callback/hospital', '/callback/directory'))
  expect(back.headers.get('location')).toBe('/login?problem=provider_failed')
  expect(await isSignedIn(ann)).toBe(false)
  expect(oidcProvider.tokenBodies).toEqual([])
})

describe('a nurse signs in with a provider that the operator configured', () => {
  test('and is registered with the address that the provider confirmed', async () => {
    const ann = services.stranger()
    expect(await signIn(ann, { next: '/credentials?tag=icu' })).toBe('/credentials?tag=icu')
    expect(await me(ann)).toMatchObject({
      email: 'ann@nurses.example',
      emailVerified: true,
      name: 'Ann Becker',
    })
    const [account] = await rows('accounts')
    expect(account).toMatchObject({
      provider_id: 'hospital',
      account_id: 'hospital-ann',
    })
    expect([account?.access_token, account?.refresh_token, account?.id_token]).toEqual([null, null, null])
    const again = services.stranger()
    expect(await signIn(again)).toBe('/')
    expect(await me(again)).toMatchObject({ id: (await me(ann)).id })
    expect(await rows('users')).toHaveLength(1)
    const mail = services.outbox().map(({ kind }) => kind)
    expect(mail).toEqual(['new_device'])
  })

  test('with PKCE, a state, a nonce, and only the scopes it needs', async () => {
    await signIn(services.stranger())
    const [asked] = oidcProvider.asked
    const query = Object.fromEntries(asked?.searchParams ?? [])
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'lanyard',
      redirect_uri: 'http://localhost:8080/api/auth/callback/hospital',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    expect(query.state?.length).toBeGreaterThanOrEqual(32)
    expect(query.nonce?.length).toBeGreaterThanOrEqual(32)
    expect(query.code_challenge?.length).toBeGreaterThanOrEqual(43)
    expect(oidcProvider.tokenBodies[0]).toMatchObject({ grant_type: 'authorization_code' })
    expect(String(oidcProvider.tokenBodies[0]?.code_verifier).length).toBeGreaterThanOrEqual(43)
  })

  test('and stays signed in for as long as they chose', async () => {
    const ward = services.stranger()
    const begun = await post(ward, '/sign-in/provider', { provider: 'hospital', isShared: true })
    const { url } = (await begun.json()) as { url: string }
    const back = await ward.fetch(await oidcProvider.signInAt(url))
    const line = back.headers.getSetCookie().find((cookie) => cookie.startsWith('lanyard.session='))
    expect(line).not.toMatch(/max-age|expires/i)
    expect(ward.cookies.has('lanyard.device')).toBe(false)
    expect(await rows('sessions')).toMatchObject([{ kind: 'shared' }])
  })

  test('and then needs a two-factor code', async () => {
    const ann = services.stranger()
    await signIn(ann)
    const { secret } = (await (await post(ann, '/second-factor/start')).json()) as { secret: string }
    await post(ann, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
    services.clock.advance(MINUTE)
    const phone = services.stranger()
    expect(await signIn(phone, { next: '/credentials' })).toBe('/login?mode=secondFactor&next=%2Fcredentials')
    const popup = '0d9f2a53-6f0e-4a3f-9d0e-3a5f8a4d2c11'
    expect(await signIn(services.stranger(), { popup })).toBe(
      `/login?mode=providerWindow&oobCode=${popup}&next=%2F&problem=second_factor_needed`,
    )
    expect(await isSignedIn(phone)).toBe(false)
    const code = codeAt(secret, services.clock.now())
    expect((await post(phone, '/sign-in/second-factor', { code })).status).toBe(200)
    expect(await isSignedIn(phone)).toBe(true)
  })

  test('can return once: of twenty returns with one state one signs in', async () => {
    const ann = services.stranger()
    const { url } = (await (await post(ann, '/sign-in/provider', { provider: 'hospital' })).json()) as {
      url: string
    }
    const back = await oidcProvider.signInAt(url)
    const copies = Array.from({ length: 20 }, () => {
      const copy = services.stranger()
      for (const [name, value] of ann.cookies) copy.cookies.set(name, value)
      return copy
    })
    await Promise.all(copies.map((copy) => copy.fetch(back)))
    expect((await Promise.all(copies.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
  })

  test('not in another browser, nor after ten minutes, nor with a forged state', async () => {
    const begin = async (browser: Browser) =>
      (
        (await (await post(browser, '/sign-in/provider', { provider: 'hospital' })).json()) as {
          url: string
        }
      ).url
    const lured = services.stranger()
    const answer = await lured.fetch(await oidcProvider.signInAt(await begin(services.stranger())))
    expect(answer.headers.get('location')).toBe('/login?problem=provider_failed&next=%2F')
    expect(await isSignedIn(lured)).toBe(false)
    const slow = services.stranger()
    const back = await oidcProvider.signInAt(await begin(slow))
    services.clock.advance(10 * MINUTE)
    expect((await slow.fetch(back)).headers.get('location')).toBe('/login?problem=provider_failed')
    for (const query of ['', '?code=x', '?code=x&state=y', '?state=%00', '?error=access_denied']) {
      const made = await slow.fetch(`/api/auth/callback/hospital${query}`)
      expect(made.headers.get('location')).toBe('/login?problem=provider_failed')
    }
    expect(await isSignedIn(slow)).toBe(false)
  })

  test.each([
    ['another nonce', { nonce: 'forged' }],
    ['none', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end that has passed', { exp: 1 }],
  ])('not with a token that has %s', async (_name, forged) => {
    oidcProvider.forge = (payload) => Object.assign(payload, forged)
    const browser = services.stranger()
    expect(await signIn(browser)).toBe('/login?problem=provider_failed&next=%2F')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await rows('users')).toEqual([])
  })

  test('and the reason for a refusal is logged without anything that could be a secret', async () => {
    const error = vi.spyOn(services.log, 'error')
    oidcProvider.refusal = { error: 'invalid_client', error_description: 'The secret expired', code: 'x9f3' }
    expect(await signIn(services.stranger())).toBe('/login?problem=provider_failed&next=%2F')
    const lines = error.mock.calls.map(([line]) => line)
    error.mockRestore()
    expect(lines).toContainEqual({
      from: 'better-auth',
      answer: expect.objectContaining({ error: 'invalid_client', error_description: 'The secret expired' }),
    })
    expect(JSON.stringify(lines)).not.toContain('x9f3')
  })

  test('not with an unconfirmed address, unless the operator trusts the provider’s addresses', async () => {
    oidcProvider.claims = { ...annWithOidc, email_verified: false }
    const browser = services.stranger()
    expect(await signIn(browser)).toBe('/login?problem=provider_email_unconfirmed&next=%2F')
    oidcProvider.claims = { sub: 'hospital-ann', name: 'Ann' }
    expect(await signIn(browser)).toBe('/login?problem=provider_email_unconfirmed&next=%2F')
    expect(await rows('users')).toEqual([])
    oidcProvider.claims = { ...annWithOidc, email_verified: false }
    expect(await signIn(browser, { provider: 'directory' })).toBe('/')
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('and sees a message after canceling at the provider', async () => {
    const browser = services.stranger()
    const { url } = (await (await post(browser, '/sign-in/provider', { provider: 'hospital' })).json()) as {
      url: string
    }
    const state = new URL(url).searchParams.get('state')
    const back = await browser.fetch(`/api/auth/callback/hospital?error=access_denied&state=${state}`)
    expect(back.headers.get('location')).toBe('/login?problem=provider_cancelled&next=%2F')
  })

  test('in a separate window, whose last page reports the result to the page that opened it', async () => {
    const popup = '0d9f2a53-6f0e-4a3f-9d0e-3a5f8a4d2c11'
    const browser = services.stranger()
    const last = `/login?mode=providerWindow&oobCode=${popup}&next=%2Fcredentials`
    expect(await signIn(browser, { next: '/credentials', popup })).toBe(last)
    expect(await isSignedIn(browser)).toBe(true)
    oidcProvider.claims = { ...annWithOidc, sub: 'another', email_verified: true }
    const other = services.stranger()
    expect(await signIn(other, { next: '/credentials', popup })).toBe(`${last}&problem=account_exists`)
    expect(await isSignedIn(other)).toBe(false)
    const chosen = await post(other, '/sign-in/provider', { provider: 'hospital', popup: '&next=//evil' })
    expect(chosen.status).toBe(422)
  })

  test('with a form post, as Apple sends it, with the same result', async () => {
    const browser = services.stranger()
    const begun = await post(browser, '/sign-in/provider', { provider: 'apple' })
    const { url } = (await begun.json()) as { url: string }
    expect(new URL(url).searchParams.get('response_mode')).toBe('form_post')
    const [path = '', query = ''] = (await oidcProvider.signInAt(url)).split('?')
    const form = new Request(`http://localhost:8080${path}`, {
      method: 'POST',
      headers: { Origin: oidcProvider.issuer, 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams(`${query}&evil=1`),
    })
    const led = await services.app.fetch(form)
    expect(led.status).toBe(303)
    expect(led.headers.getSetCookie()).toEqual([])
    const location = led.headers.get('location') ?? ''
    expect(location).toMatch(/^\/api\/auth\/callback\/apple\?/)
    expect(location).not.toContain('evil')
    oidcProvider.claims = { ...annWithOidc, email_verified: 'true' }
    expect((await browser.fetch(location)).headers.get('location')).toBe('/')
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('and other sign-in methods work while a provider does not respond', async () => {
    const ann = await nurse('ann')
    expect(await problemCode(post(services.stranger(), '/sign-in/provider', { provider: 'gone' }))).toBe(
      'provider_failed',
    )
    expect(await problemCode(post(services.stranger(), '/sign-in/provider', { provider: 'none' }))).toBe(
      'provider_unknown',
    )
    expect((await post(ann, '/sign-in/email', { email: ann.email, password: testPassword })).status).toBe(200)
  })

  test('only with a listed provider, and returns only to our own pages', async () => {
    const { items } = (await (await services.stranger().fetch('/api/auth/providers')).json()) as {
      items: object[]
    }
    expect(items[0]).toEqual({ id: 'hospital', name: 'St. Anne’s' })
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'evil',
      '/a b',
      '/\n/evil',
    ]) {
      expect(
        (await post(services.stranger(), '/sign-in/provider', { provider: 'hospital', next })).status,
      ).toBe(422)
    }
  })
})

describe('a nurse who already has a vault', () => {
  test('must sign in before linking; nothing is linked silently', async () => {
    const ann = await nurse('ann')
    const browser = services.stranger()
    expect(await signIn(browser)).toBe('/login?problem=account_exists&next=%2F')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await rows('accounts')).toHaveLength(1)
    expect(await through(ann, '/link-provider', { next: '/settings' })).toBe('/settings')
    expect(services.outbox().at(-1)).toMatchObject({ to: ann.email, kind: 'way_in_account_linked' })
    expect(await signIn(browser)).toBe('/')
    expect(await me(browser)).toMatchObject({ id: (await me(ann)).id })
    const ways = (await (await ann.fetch('/api/users/me/sign-in-methods')).json()) as {
      linkedAccounts: object[]
    }
    expect(ways.linkedAccounts).toMatchObject([{ provider: 'hospital', providerName: 'St. Anne’s' }])
    expect((await rows('accounts')).map(({ id_token }) => id_token)).toEqual([null, null])
  })

  test('can link an account with another address if that is confirmed', async () => {
    const ann = await nurse('ann')
    oidcProvider.claims = { sub: 'a.becker', email: 'a.becker@hospital.example', email_verified: false }
    expect(await through(ann, '/link-provider', { next: '/settings' })).toBe(
      '/settings?problem=provider_email_unconfirmed',
    )
    oidcProvider.claims = { ...oidcProvider.claims, email_verified: true }
    expect(await through(ann, '/link-provider', { next: '/settings?tab=security' })).toBe(
      '/settings?tab=security',
    )
    expect(await me(ann)).toMatchObject({ email: ann.email })
  })

  test('cannot link an account that is linked to another vault', async () => {
    const bea = services.stranger()
    await signIn(bea)
    const ann = await nurse('cleo')
    expect(await through(ann, '/link-provider', { next: '/settings' })).toBe(
      '/settings?problem=already_linked',
    )
  })

  test('links only when they reauthenticated in the last ten minutes, and only their own session', async () => {
    const ann = await nurse('ann')
    const link = () => post(ann, '/link-provider', { provider: 'hospital', next: '/settings' })
    const { url } = (await (await link()).json()) as { url: string }
    const back = await oidcProvider.signInAt(url)
    await post(ann, '/sign-out')
    const answer = await ann.fetch(back)
    expect(answer.headers.get('location')).toBe('/settings?problem=user_mismatch')
    expect(await rows('accounts')).toHaveLength(1)
    await post(ann, '/sign-in/email', { email: ann.email, password: testPassword })
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(link())).toBe('reauthentication_needed')
    expect(await problemCode(post(services.stranger(), '/link-provider', { provider: 'hospital' }))).toBe(
      'not_authenticated',
    )
  })

  test('can reauthenticate there, but not with someone else’s account', async () => {
    const ann = services.stranger()
    await signIn(ann)
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(ann, '/second-factor/start'))).toBe('reauthentication_needed')
    oidcProvider.claims = { ...annWithOidc, sub: 'hospital-eve', email: 'eve@nurses.example' }
    const settings = { next: '/settings' }
    expect(await through(ann, '/reauthenticate/provider', settings)).toBe('/settings?problem=user_mismatch')
    expect(await problemCode(post(ann, '/second-factor/start'))).toBe('reauthentication_needed')
    expect(await rows('users')).toHaveLength(1)
    expect(await rows('accounts')).toHaveLength(1)
    oidcProvider.claims = annWithOidc
    expect(await through(ann, '/reauthenticate/provider', settings)).toBe('/settings')
    expect(oidcProvider.asked.at(-1)?.searchParams.get('prompt')).toBe('login')
    expect((await post(ann, '/second-factor/start')).status).toBe(200)
    expect(
      await problemCode(post(services.stranger(), '/reauthenticate/provider', { provider: 'hospital' })),
    ).toBe('not_authenticated')
  })

  test('must sign in again at the provider to reauthenticate', async () => {
    const ann = services.stranger()
    await signIn(ann)
    services.clock.advance(10 * MINUTE)
    const settings = { next: '/settings' }
    const now = Math.floor(Date.now() / 1000)
    oidcProvider.claims = { ...annWithOidc, auth_time: now - 3600 }
    expect(await through(ann, '/reauthenticate/provider', settings)).toMatch(/^\/settings\?problem=/)
    expect(await problemCode(post(ann, '/second-factor/start'))).toBe('reauthentication_needed')
    oidcProvider.claims = { ...annWithOidc, auth_time: now }
    expect(await through(ann, '/reauthenticate/provider', settings)).toBe('/settings')
    expect((await post(ann, '/second-factor/start')).status).toBe(200)
    oidcProvider.claims = annWithOidc
  })

  test('who uses only a provider can delete the account after reauthenticating', async () => {
    const ann = services.stranger()
    await signIn(ann)
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(ann.json('DELETE', '/api/users/me', {}))).toBe('reauthentication_needed')
    await through(ann, '/reauthenticate/provider')
    expect((await ann.json('DELETE', '/api/users/me', {})).status).toBe(204)
    expect(JSON.stringify(await rows('verifications'))).not.toContain('ann@nurses')
  })
})
