import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedIn } from '#testing/auth-requests.ts'
import { type Browser, headersOf } from '#testing/browser.ts'
import { copyBrowser, openFileServices } from '#testing/file-services.ts'
import { openTestServices, testPassword } from '#testing/test-services.ts'
import { passwordCost } from './password-hash.ts'

const services = await openFileServices({ passwordCost })

const registration = { email: 'ann@nurses.example', password: testPassword, name: 'Ann Becker' }

const signIn = (browser: Browser, more: Record<string, unknown> = {}) =>
  browser.json('POST', '/api/auth/sign-in/email', {
    email: registration.email,
    password: testPassword,
    ...more,
  })

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await services.database.pool.query(`select * from ${table}`)).rows
}

async function actions(): Promise<unknown[]> {
  return (await rows('audit_records')).map(({ action }) => action).sort()
}

describe('a nurse registers', () => {
  test('and is signed in, with name, locale and time zone stored', async () => {
    const ann = services.stranger()
    const answer = await ann.json('POST', '/api/auth/sign-up/email', {
      ...registration,
      email: ' Ann@Nurses.Example ',
      firstName: 'Ann',
      lastName: "O'Becker",
      locale: 'en-US',
      timeZone: 'America/Chicago',
    })
    expect(answer.status).toBe(200)
    expect(await (await ann.fetch('/api/users/me')).json()).toMatchObject({
      email: 'ann@nurses.example',
      emailVerified: false,
      firstName: 'Ann',
      lastName: "O'Becker",
      settings: { locale: 'en-US', timeZone: 'America/Chicago' },
      createdAt: services.clock.now().toISOString(),
    })
    expect(await actions()).toEqual(['auth_login', 'auth_register'])
  })

  test('and records of actions without a session share a placeholder session', async () => {
    await services.nurse('ann')
    for (let time = 0; time < 2; time += 1)
      await signIn(services.stranger(), { email: registration.email, password: 'wrong horse 12' })
    const failed = (await rows('audit_records')).filter(({ action }) => action === 'auth_login_failed')
    const sessions = failed.map((row) => String(row.session_id))
    expect(sessions[0]).toMatch(/^signed-out-[0-9a-f]{32}$/)
    expect([sessions.length, new Set(sessions).size]).toEqual([2, 1])
  })

  test('with nothing but an address and a password', async () => {
    const ann = services.stranger()
    const { name: _name, ...least } = registration
    expect((await ann.json('POST', '/api/auth/sign-up/email', least)).status).toBe(200)
    const profile = { email: least.email, name: '', firstName: null, lastName: null }
    expect(await (await ann.fetch('/api/users/me')).json()).toMatchObject(profile)
    expect((await ann.json('PUT', '/api/users/me', { firstName: 'Ann' })).status).toBe(200)
    expect(await (await ann.fetch('/api/users/me')).json()).toMatchObject({ name: 'Ann', firstName: 'Ann' })
  })

  test('with the endpoints that the identity service lists', async () => {
    const answer = await services.stranger().fetch('/api/auth')
    expect(answer.status).toBe(200)
    const { endpoints } = (await answer.json()) as { endpoints: { method: string; path: string }[] }
    expect(endpoints).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/api/auth/sign-up/email' }),
    )
    const documented = (await (await services.stranger().fetch('/api/openapi.json')).json()) as {
      paths: Record<string, object>
    }
    const paths = Object.keys(documented.paths).filter((path) => path.startsWith('/api/auth'))
    expect([...new Set(endpoints.map(({ path }) => path))].sort()).toEqual(paths.sort())
    expect((await services.stranger().json('POST', '/api/auth', {})).status).toBe(405)
  })

  test('gets an error for every invalid field', async () => {
    const bad = { email: 'ann@', password: '', name: 'x'.repeat(102), admin: true, timeZone: 'Mars/Base' }
    const answer = await services.stranger().json('POST', '/api/auth/sign-up/email', bad)
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path).sort()).toEqual(['admin', 'email', 'name', 'password', 'timeZone'])
  })

  test.each(['image', 'callbackURL', 'role', 'emailVerified', 'id', 'organization'])(
    'cannot set %s',
    async (field) => {
      const body = { ...registration, [field]: 'https://evil.example' }
      expect((await services.stranger().json('POST', '/api/auth/sign-up/email', body)).status).toBe(422)
      expect(await rows('users')).toEqual([])
    },
  )

  test('with a weak password and sees what is wrong and how to fix it', async () => {
    const answer = await services
      .stranger()
      .json('POST', '/api/auth/sign-up/email', { ...registration, password: 'Becker-Ann-1987' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'PASSWORD_TOO_WEAK',
      message: expect.stringContaining('easy to guess'),
      errors: [{ path: 'password' }],
    })
  })

  test('twenty times concurrently, in any letter case, and gets one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const letters = [...registration.email].map((c, at) => ((i >> (at % 5)) & 1 ? c.toUpperCase() : c))
        return services
          .stranger()
          .json('POST', '/api/auth/sign-up/email', { ...registration, email: letters.join('') })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = await Promise.all(
      answers.filter(({ status }) => status !== 200).map((answer) => answer.text()),
    )
    expect(new Set(refused).size).toBe(1)
    expect(refused[0]).toContain('USER_ALREADY_EXISTS')
    expect(await rows('users')).toHaveLength(1)
    expect(await rows('accounts')).toHaveLength(1)
  })
})

describe('a nurse signs in', () => {
  test('with their address in any letter case, and signs out again', async () => {
    await services.nurse('ann')
    const browser = services.stranger()
    expect((await signIn(browser, { email: 'ANN@nurses.EXAMPLE' })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    const thief = copyBrowser(services, browser)
    const out = await browser.json('POST', '/api/auth/sign-out')
    expect(out.status).toBe(200)
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(browser.cookies.has('lanyard.session')).toBe(false)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await (await thief.fetch('/api/auth/get-session')).json()).toBeNull()
    expect(await actions()).toContain('auth_logout')
  })

  test('and the token is only in the cookie, never in a body', async () => {
    const ann = await services.nurse('ann')
    const token = decodeURIComponent(ann.cookies.get('lanyard.session') ?? '').split('.')[0] ?? 'missing'
    expect(token.length).toBeGreaterThanOrEqual(32)
    const session = await ann.fetch('/api/auth/get-session')
    expect(session.headers.get('Cache-Control')).toBe('no-store')
    const texts = [await (await signIn(copyBrowser(services, ann))).text(), await session.text()]
    for (const text of texts) expect(text).not.toMatch(/token/)
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ user: { id: ann.id, email: ann.email } })
    const kept = await rows('sessions')
    expect(JSON.stringify(kept)).not.toContain(token)
    const digests = kept.map((row) => row.token)
    expect(digests).not.toContain(token)
    expect(digests).toHaveLength(1)
  })

  test('and the database stores only a digest of the token', async () => {
    const ann = await services.nurse('ann')
    const token = decodeURIComponent(ann.cookies.get('lanyard.session') ?? '').split('.')[0] ?? ''
    const [row] = await rows('sessions')
    expect(row?.token).toBe(createHash('sha256').update(token).digest('base64url'))
  })

  test('again and gets a new session, and the previous one no longer works', async () => {
    const ann = await services.nurse('ann')
    const before = copyBrowser(services, ann)
    await signIn(ann)
    expect(ann.cookies.get('lanyard.session')).not.toBe(before.cookies.get('lanyard.session'))
    expect(await isSignedIn(ann)).toBe(true)
    expect(await isSignedIn(before)).toBe(false)
    expect(await rows('sessions')).toHaveLength(1)
  })

  test('with a cookie that someone else planted, and gets a new one', async () => {
    await services.nurse('ann')
    const attacker = await services.nurse('eve')
    const planted = attacker.cookies.get('lanyard.session') ?? ''
    const victim = services.stranger()
    victim.cookies.set('lanyard.session', planted)
    await signIn(victim)
    expect(victim.cookies.get('lanyard.session')).not.toBe(planted)
    const own = services.stranger()
    own.cookies.set('lanyard.session', 'a'.repeat(32))
    await signIn(own)
    expect(own.cookies.get('lanyard.session')).not.toContain('a'.repeat(32))
  })

  test('only with a cookie that the server signed', async () => {
    const ann = await services.nurse('ann')
    const value = ann.cookies.get('lanyard.session') ?? ''
    const token = decodeURIComponent(value).split('.')[0]
    const [kept] = await rows('sessions')
    for (const forged of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      `${kept?.token}`,
      `%E0%A4%A`,
      '',
      `x${value}`,
    ]) {
      const browser = services.stranger()
      browser.cookies.set('lanyard.session', forged ?? '')
      expect(await isSignedIn(browser)).toBe(false)
    }
    expect(await isSignedIn(ann)).toBe(true)
  })

  test('with the same error for a wrong password and an unknown address', async () => {
    await services.nurse('ann')
    const wrong = await signIn(services.stranger(), { password: 'not the password' })
    const unknown = await signIn(services.stranger(), { email: 'nobody@nurses.example' })
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    const text = await wrong.text()
    expect(text).toContain('That email and password do not match.')
    expect(await unknown.text()).toBe(text)
    expect(headersOf(unknown)).toEqual(headersOf(wrong))
    expect(await actions()).toContain('auth_login_failed')
  })

  test('not with an empty body', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      services.stranger().fetch('/api/auth/sign-in/email', { method: 'POST', headers, body })
    const json = { 'Content-Type': 'application/json' }
    expect((await post(json, '{')).status).toBe(400)
    expect((await post({ 'Content-Type': 'text/plain' }, '{}')).status).toBe(415)
    expect((await post(json, JSON.stringify({ email: 'x'.repeat(30_000) }))).status).toBe(413)
    for (const body of ['[]', 'null', '1', '{}', '{"email":{"$ne":null},"password":[]}']) {
      expect((await post(json, body)).status).toBe(422)
    }
  })
})

describe('the identity service', () => {
  test.each([
    ['POST', '/update-user'],
    ['POST', '/delete-user'],
    ['POST', '/sign-in/magic-link'],
    ['GET', '/magic-link/verify?token=abc'],
    ['POST', '/link-social'],
    ['GET', '/passkey/generate-register-options'],
    ['GET', '/passkey/list-user-passkeys'],
    ['POST', '/passkey/verify-registration'],
    ['POST', '/passkey/verify-authentication'],
    ['POST', '/passkey/delete-passkey'],
    ['POST', '/passkey/update-passkey'],
    ['GET', '/callback'],
    ['GET', '/list-sessions'],
    ['POST', '/revoke-session'],
    ['POST', '/sign-in/social'],
    ['POST', '/update-session'],
    ['GET', '/reset-password/abc'],
    ['GET', '/list-accounts'],
    ['POST', '/unlink-account'],
    ['POST', '/set-password'],
    ['POST', '/sign-in/email/'],
    ['POST', '//sign-in/email'],
    ['GET', '/'],
  ])('has no %s %s', async (method, path) => {
    const ann = await services.nurse('ann')
    expect((await ann.json(method, `/api/auth${path}`, method === 'POST' ? {} : undefined)).status).toBe(404)
  })

  test('changes nothing on a GET', async () => {
    const ann = await services.nurse('ann')
    for (const path of ['/sign-out', '/verify-email?token=abc', '/sign-in/email', '/change-password']) {
      expect((await ann.fetch(`/api/auth${path}`)).status).toBe(405)
    }
    expect(await isSignedIn(ann)).toBe(true)
  })

  test('refuses requests from another site', async () => {
    const ann = await services.nurse('ann')
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8080.evil.example']) {
      const refused = await ann.json('POST', '/api/auth/sign-out', {}, { Origin: origin })
      expect(refused.status).toBe(403)
      const login = await services
        .stranger()
        .json('POST', '/api/auth/sign-in/email', registration, { Origin: origin })
      expect(login.status).toBe(403)
    }
    expect(await isSignedIn(ann)).toBe(true)
  })

  test('sets HttpOnly and SameSite cookies', async () => {
    await services.nurse('ann')
    for (const line of (await signIn(services.stranger(), { rememberMe: false })).headers.getSetCookie()) {
      expect(line).toMatch(/^lanyard\.[a-z-]+=/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).toMatch(/; Path=\//)
      expect(line).not.toMatch(/domain|secure/i)
    }
  })

  test('uses __Host- cookies over TLS', async () => {
    const tls = await openTestServices({
      env: {
        AUTH_SECRET: 'a secret of the installation, long enough',
        PUBLIC_URL: 'https://lanyard.example',
      },
    })
    const ann = await tls.nurse('ann')
    expect([...ann.cookies.keys()].sort()).toEqual(['__Host-lanyard.device', '__Host-lanyard.session'])
    expect((await ann.fetch('/api/users/me')).status).toBe(200)
    const answer = await ann.signIn()
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toMatch(/domain/i)
    }
    await tls.close()
  })

  test('replaces a hash with weaker parameters at the next sign-in', async () => {
    const ann = await services.nurse('ann')
    const [account] = await rows('accounts')
    const { argon2Sync } = await import('node:crypto')
    const nonce = Buffer.alloc(16, 1)
    const weak = { message: testPassword, nonce, parallelism: 1, tagLength: 32, memory: 8192, passes: 1 }
    const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${bare(nonce)}$${bare(argon2Sync('argon2id', weak))}`
    await services.database.pool.query('update accounts set password = $1', [old])
    expect((await ann.signIn()).status).toBe(200)
    const [renewed] = await rows('accounts')
    expect(renewed?.password).toMatch(/m=19456,t=2,p=1/)
    expect(renewed?.password).not.toBe(account?.password)
    expect((await ann.signIn()).status).toBe(200)
  })

  test('keeps sessions over a restart', async () => {
    const ann = await services.nurse('ann')
    const { createAuth } = await import('./auth.ts')
    const restarted = createAuth(services)
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request('http://localhost:8080/api/users/me', { headers: { cookie } })
    expect(await restarted.actorOf(request)).toMatchObject({ owner: ann.id })
  })
})
