import { describe, expect, test } from 'vitest'
import { createIdTokens } from '#server/auth/sessions/id-token.ts'
import { openFileServices } from '#testing/file-services.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { type Nurse, testPassword } from '#testing/test-services.ts'

const services = await openFileServices()

/** Every request that a client sends with an ID token, and whether it needs a recent sign-in. */
const requests: [path: string, body: object, isRecent: boolean][] = [
  ['/v1/accounts:lookup', {}, false],
  ['/v1/accounts:update', { displayName: 'Eve' }, false],
  ['/v1/accounts:update', { password: 'amber kettle glacier 7' }, true],
  ['/v1/accounts:update', { deleteProvider: ['google.com'] }, true],
  ['/v1/accounts:delete', {}, true],
  ['/v1/accounts:signUp', { email: 'ann@nurses.example', password: testPassword }, true],
  ['/v1/accounts:signInWithIdp', { postBody: 'providerId=oidc.none&id_token=a.b.c' }, true],
  ['/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }, false],
  [
    '/v1/accounts:sendOobCode',
    { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'eve@evil.example' },
    true,
  ],
  ['/v2/accounts/mfaEnrollment:start', {}, true],
  ['/v2/accounts/mfaEnrollment:finalize', { totpVerificationInfo: { verificationCode: '000000' } }, true],
  ['/v2/accounts/mfaEnrollment:withdraw', { mfaEnrollmentId: 'totp' }, true],
]

async function send(path: string, body: object): Promise<{ status: number; text: string }> {
  const headers = { 'Content-Type': 'application/json' }
  const address = `/identitytoolkit.googleapis.com${path}?key=any`
  const answer = await services.app.request(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

const rows = (statement: string) => services.database.pool.query(statement)
/** The state that a stranger must not change. */
const state = async () =>
  Promise.all(
    ['users', 'accounts', 'sessions', 'second_factors', 'verifications'].map(
      async (table) => (await rows(`select * from ${table} order by 1`)).rows,
    ),
  )

/** Invalid ID tokens of Ann, by their fault. */
async function hostileTokens(ann: Nurse): Promise<Record<string, string>> {
  const now = services.clock.now()
  const { idToken, sessionId } = await idTokenFor(services, ann)
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  const bob = await services.nurse('bob')
  const about = { sessionId, email: ann.email, emailVerified: true, name: '', authenticatedAt: now }
  const claims = { ...about, userId: ann.id, provider: 'password' }
  const alone = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return {
    'alg none': `${alone}.${payload}.`,
    'alg none with a signature': `${alone}.${payload}.${signature}`,
    'another payload': `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
    'another key': await createIdTokens('lanyard', ['x'.repeat(32)]).sign(claims, now),
    'another project': await createIdTokens('other', services.auth.secrets).sign(claims, now),
    'the session of somebody else': await services.auth.idTokens.sign({ ...claims, userId: bob.id }, now),
    'no such session': await services.auth.idTokens.sign({ ...claims, sessionId: 'none' }, now),
    expired: await services.auth.idTokens.sign(claims, new Date(now.getTime() - 3_600_000)),
    'a refresh token': `password~${'a'.repeat(43)}`,
    'no token': '',
  }
}

describe('an ID token', () => {
  test('without a live session changes nothing and reveals nothing, at any endpoint', async () => {
    const ann = await services.nurse('ann')
    const tokens = await hostileTokens(ann)
    const before = await state()
    for (const [name, idToken] of Object.entries(tokens))
      for (const [path, body] of requests) {
        // Without an ID token, this is an ordinary registration.
        if (idToken === '' && path.endsWith('signUp')) continue
        if (idToken === '' && path.endsWith('Idp')) continue
        const { status, text } = await send(path, { ...body, idToken })
        expect(status, `${name} ${path} ${text}`).toBe(400)
        expect(text, `${name} ${path}`).toMatch(/INVALID_ID_TOKEN|TOKEN_EXPIRED|OPERATION_NOT_ALLOWED/)
        expect(text).not.toContain(ann.email)
      }
    expect(await state()).toEqual(before)
  })

  test.each([
    ['whose session ended', 'delete from sessions'],
    ['that waits for its second factor', 'update sessions set is_half_open = true'],
    ['of a disabled account', 'update users set disabled_at = now()'],
    ['of a deleted account', 'delete from users'],
  ])('%s is refused at every endpoint', async (_name, statement) => {
    const { idToken } = await idTokenFor(services, await services.nurse('ann'))
    await rows(statement)
    for (const [path, body] of requests)
      expect((await send(path, { ...body, idToken })).text, path).toContain('TOKEN_EXPIRED')
  })

  test('cannot be used eleven minutes after the sign-in for actions that could take over the account', async () => {
    const { idToken } = await idTokenFor(services, await services.nurse('ann'))
    services.clock.advance(11 * 60_000)
    for (const [path, body, isRecent] of requests) {
      const { text } = await send(path, { ...body, idToken })
      if (isRecent) expect(text, path).toContain('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
      else expect(text, path).not.toContain('error')
    }
  })
})

test('a NUL in the name of a provider or in the claims of its token is refused', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (sub: string) => `${part({ alg: 'none' })}.${part({ sub })}.x`
  for (const [providerId, sub] of [
    ['oidc.none', 'a\0b'],
    ['oidc.a\0b', 'ann'],
    ['a\0b', 'ann'],
  ] as const)
    for (const autoCreate of [true, false]) {
      const postBody = new URLSearchParams({ providerId, id_token: token(sub) }).toString()
      const { status, text } = await send('/v1/accounts:signInWithIdp', { postBody, autoCreate })
      expect(status, `${providerId} ${autoCreate} ${text}`).toBe(400)
    }
})

describe('a body', () => {
  test.each([
    ['is no JSON', '{'],
    ['is a list', '[]'],
    ['is text', '"x"'],
    ['is too deep', '['.repeat(100) + ']'.repeat(100)],
    ['is too large', JSON.stringify({ idToken: 'x'.repeat(30_000) })],
  ])('that %s is refused with an error that a client can read', async (_name, body) => {
    const headers = { 'Content-Type': 'application/json' }
    for (const [path] of requests) {
      const answer = await services.app.request(`${path}?key=any`, { method: 'POST', headers, body })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
    }
  })
})
