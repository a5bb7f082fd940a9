import { initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword, initializeAuth, signInWithEmailAndPassword } from 'firebase/auth'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { defaultRateLimits } from '#server/rate-limits/store.ts'
import { openFirebaseClient, refusal } from '#testing/firebase-client.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { listen } from '#testing/listening.ts'
import { openTestServices, testPassword } from '#testing/test-services.ts'

const annsEmail = 'ann@nurses.example'
const appOrigin = 'https://app.nurses.example'
const secret = 'a secret of more than thirty-two characters'

const services = await openTestServices({
  env: {
    AUTH_SECRET: secret,
    FIREBASE_API: '1',
    FIREBASE_API_KEY: 'the-key',
    FIREBASE_ORIGINS: appOrigin,
    SMTP_URL: 'smtp://localhost:2525',
    SIGNUPS: 'domain:nurses.example',
  },
  rateLimits: { ...defaultRateLimits, signInAccount: { tries: 3, seconds: 3600 } },
})
const server = await listen(services)
const origin = `http://localhost:${server.port}`
afterAll(async () => {
  await server.close()
  await services.close()
})

/** Registers and confirms by mail, as in a browser. */
async function nurse(name: string) {
  const browser = services.stranger()
  const email = `${name}@nurses.example`
  await browser.json('POST', '/api/auth/sign-up/email', { email, password: testPassword, name })
  const token = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
  const body = { token, password: testPassword, name }
  const answer = await browser.json('POST', '/api/auth/verify-email', body)
  const { user } = (await answer.json()) as { user: { id: string } }
  return { ...browser, email, id: user.id }
}

describe('a server that sends mail', () => {
  test('creates no account for a client before the address is confirmed, and does not reveal who has one', async () => {
    await nurse('eve')
    const { auth, close } = openFirebaseClient(server, 'the-key')
    const register = (email: string) => refusal(createUserWithEmailAndPassword(auth, email, testPassword))
    expect(await register('eve@nurses.example')).toBe('auth/unverified-email')
    expect(await register('new@nurses.example')).toBe('auth/unverified-email')
    expect(await register('new@elsewhere.example')).toBe('auth/admin-restricted-operation')
    const mail = services.outbox().findLast(({ to }) => to === 'new@nurses.example')
    expect(mail?.text).toContain(`${services.config.publicUrl}/login?mode=verifyEmail`)
    await close()
  })

  test('returns identical bytes for a wrong password with and without an account', async () => {
    await nurse('fay')
    const body = (email: string) => JSON.stringify({ email, password: 'wrong', returnSecureToken: true })
    const ask = async (email: string) => {
      const url = `${origin}/v1/accounts:signInWithPassword?key=the-key`
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: body(email) })
      return [answer.status, await answer.text()]
    }
    expect(await ask('fay@nurses.example')).toEqual(await ask('nobody@nurses.example'))
  })
})

describe('a client', () => {
  test('can use the production URLs through a proxy', async () => {
    await nurse('gus')
    const app = initializeApp({ apiKey: 'the-key', authDomain: 'localhost' }, 'production')
    const auth = initializeAuth(app)
    Object.assign((auth as unknown as { config: object }).config, {
      ...{ apiScheme: 'http', apiHost: `localhost:${server.port}`, tokenApiHost: `localhost:${server.port}` },
    })
    const { user } = await signInWithEmailAndPassword(auth, 'gus@nurses.example', testPassword)
    expect(await user.getIdToken(true)).toMatch(/^ey/)
  })

  test('with another API key is refused', async () => {
    const { auth, close } = openFirebaseClient(server, 'other')
    expect(await refusal(signInWithEmailAndPassword(auth, annsEmail, testPassword))).toBe(
      'auth/invalid-api-key',
    )
    await close()
  })

  test('is refused after too many wrong passwords', async () => {
    await nurse('hal')
    const { auth, close } = openFirebaseClient(server, 'the-key')
    const tries = ['a', 'b', 'c', 'd'].map(
      (password) => () => refusal(signInWithEmailAndPassword(auth, 'hal@nurses.example', password)),
    )
    const answers: string[] = []
    for (const attempt of tries) answers.push(await attempt())
    expect(answers.at(-1)).toBe('auth/too-many-requests')
    await close()
  })

  test('treats a server error as a network error, and stays signed in', async () => {
    await nurse('ida')
    const { auth, close } = openFirebaseClient(server, 'the-key')
    const { user } = await signInWithEmailAndPassword(auth, 'ida@nurses.example', testPassword)
    const broken = vi.spyOn(services.auth, 'sessionOfIdToken').mockRejectedValue(new Error('broken'))
    expect(await refusal(user.reload())).toBe('auth/network-request-failed')
    expect(auth.currentUser).toBe(user)
    broken.mockRestore()
    await user.reload()
    await close()
  })

  test('gets the list of authorized domains', async () => {
    const answer = await fetch(`${origin}/v1/projects?key=the-key`)
    expect(await answer.json()).toEqual({
      ...{ projectId: 'lanyard', authorizedDomains: ['localhost', 'app.nurses.example'] },
    })
  })
})

describe('a page of another origin', () => {
  const preflight = (path: string, Origin: string) => {
    const asked = { 'Access-Control-Request-Method': 'POST' }
    const headers = { ...asked, Origin, 'Access-Control-Request-Headers': 'authorization,content-type' }
    return fetch(origin + path, { method: 'OPTIONS', headers })
  }
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')

  test.each([
    '/v1/accounts:lookup',
    '/identitytoolkit.googleapis.com/v1/accounts:lookup',
    '/api/credentials',
  ])('may call %s without cookies if the operator lists it', async (path) => {
    const answer = await preflight(path, appOrigin)
    expect([answer.status, allowed(answer)]).toEqual([204, appOrigin])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    for (const other of ['https://evil.example', 'null', 'http://localhost:5173'])
      expect(allowed(await preflight(path, other))).toBeNull()
  })

  test('reads and writes the vault with an ID token, regardless of cookies', async () => {
    const [ann, bob] = [await nurse('jan'), await nurse('kim')]
    const { idToken } = await idTokenFor(services, ann)
    const Cookie = [...bob.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const site = { Origin: appOrigin, 'Sec-Fetch-Site': 'cross-site' }
    const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      fetch(origin + path, {
        ...{ method, headers: { ...site, 'Content-Type': 'application/json', ...headers } },
        ...(body && { body: JSON.stringify(body) }),
      })
    const bearer = { Authorization: `Bearer ${idToken}` }
    const read = await send('GET', '/api/users/me', { ...bearer, Cookie })
    expect([allowed(read), await read.json()]).toMatchObject([appOrigin, { email: ann.email }])
    const change = { firstName: 'Jan' }
    expect((await send('PUT', '/api/users/me', { ...bearer, Cookie }, change)).status).toBe(200)
    // Without the token the request has only a cookie and comes from another site.
    expect((await send('PUT', '/api/users/me', { Cookie }, change)).status).toBe(403)
    const foreign = { ...bearer, Origin: 'https://evil.example' }
    expect((await send('PUT', '/api/users/me', foreign, change)).status).toBe(403)
    const broken = { Authorization: `Bearer ${idToken.slice(0, -4)}AAAA`, Cookie }
    expect((await send('PUT', '/api/users/me', broken, change)).status).toBe(401)
    expect((await send('POST', '/api/auth/sign-out', { ...bearer, Cookie }, {})).status).toBe(403)
  })

  test('needs a recent sign-in for the same actions as a browser', async () => {
    const ann = await nurse('lea')
    const { idToken, sessionId } = await idTokenFor(services, ann)
    const headers = { Authorization: `Bearer ${idToken}` }
    services.clock.advance(11 * 60_000)
    const answer = await fetch(`${origin}/api/users/me/sessions`, { headers })
    const { items } = (await answer.json()) as { items: { id: string }[] }
    const current = items.find(({ id }) => id === sessionId)
    expect(current).toMatchObject({ isCurrent: true, kind: 'app' })
    const ended = await fetch(`${origin}/api/users/me/sessions`, { method: 'DELETE', headers })
    expect(await ended.json()).toMatchObject({ code: 'reauthentication_needed' })
  })
})

test('serves nothing while the API is turned off', async () => {
  const off = await openTestServices({ env: { AUTH_SECRET: secret } })
  const { idToken } = await idTokenFor(off, await off.nurse('ann'))
  for (const path of [
    '/v1/accounts:lookup',
    '/identitytoolkit.googleapis.com/v1/accounts:lookup',
    '/v1/token',
  ])
    expect((await off.app.request(path, { method: 'POST' })).status, path).toBe(404)
  const headers = { Authorization: `Bearer ${idToken}`, Origin: appOrigin }
  expect((await off.app.request('/api/users/me', { headers })).status).toBe(401)
  await off.close()
})
