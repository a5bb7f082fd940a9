import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdTokens, idTokenOf } from './id-token.ts'

const now = new Date('2026-03-10T15:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const secret = 'a secret of more than thirty-two characters'
const tokens = createIdTokens('lanyard', [secret])
const claims = {
  userId: 'ann',
  sessionId: 'session-1',
  email: 'ann@nurses.example',
  emailVerified: true,
  name: 'Ann',
  authenticatedAt: later(-60),
  provider: 'password',
}
const parts = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('an ID token has the claims that a Firebase client reads, and names its session', async () => {
  const token = await tokens.sign(claims, now)
  const [header, payload] = parts(token)
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(payload).toEqual({
    jti: expect.any(String),
    ...{ iss: 'lanyard', aud: 'lanyard', sub: 'ann', user_id: 'ann', sid: 'session-1', name: 'Ann' },
    ...{ email: 'ann@nurses.example', email_verified: true },
    ...{ iat: 1_773_154_800, exp: 1_773_158_400, auth_time: 1_773_154_740 },
    firebase: { identities: { email: ['ann@nurses.example'] }, sign_in_provider: 'password' },
  })
  expect(await tokens.verify(token, now)).toEqual({
    ...{ userId: 'ann', sessionId: 'session-1', provider: 'password' },
  })
})

test('it is accepted for an hour', async () => {
  const token = await tokens.sign(claims, now)
  expect(await tokens.verify(token, later(3599))).toMatchObject({ userId: 'ann' })
  expect(await tokens.verify(token, later(3600))).toBe('expired')
})

test('an earlier secret still verifies tokens, but signs none', async () => {
  const rotated = createIdTokens('lanyard', ['another secret of thirty-two characters', secret])
  expect(await rotated.verify(await tokens.sign(claims, now), now)).toMatchObject({ userId: 'ann' })
  expect(await tokens.verify(await rotated.sign(claims, now), now)).toBe('invalid')
})

test('refuses a token of another key, a token of another project, and a changed token', async () => {
  const token = await tokens.sign(claims, now)
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, payload] = parts(token)
  const unsigned = `${encode({ ...header, alg: 'none' })}.${body}.`
  const direct = `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`
  const hostile = [
    unsigned,
    direct,
    `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    `${head}.${encode({ ...payload, sub: 'bob' })}.${signature}`,
    `${head}.${encode({ ...payload, exp: payload.exp + 1 })}.${signature}`,
    `${encode({ ...header, alg: 'HS512' })}.${body}.${signature}`,
    `${encode({ ...header, alg: 'RS256' })}.${body}.${signature}`,
    `${head}.${body}.`,
    await createIdTokens('another', [secret]).sign(claims, now),
    await createIdTokens('lanyard', ['some other secret of 32 characters!']).sign(claims, now),
    'a.b.c',
    '',
  ]
  for (const each of hostile) expect(await tokens.verify(each, now), each).toBe('invalid')
})

test('only a JWT in the Authorization header counts as an ID token', async () => {
  const token = await tokens.sign(claims, now)
  const given = (Authorization: string) =>
    idTokenOf(new Request('http://localhost', { headers: { Authorization } }))
  expect(given(`Bearer ${token}`)).toBe(token)
  expect(given(`bearer ${token}`)).toBe(token)
  expect(given(`Firebase ${token}`)).toBe(token)
  for (const other of [
    '',
    `Basic ${token}`,
    token,
    'Bearer',
    'Bearer ann',
    'Bearer a.b.c',
    `Bearer ${token} x`,
  ])
    expect(given(other), other).toBeNull()
})
