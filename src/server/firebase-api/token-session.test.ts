import { expect, test } from 'vitest'
import { openFileServices } from '#testing/file-services.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { findTokenActor } from './token-session-service.ts'

const services = await openFileServices()

const requestWith = (headers: Record<string, string>) => new Request('http://localhost/', { headers })
const actorOf = (idToken: string, scheme = 'Firebase') =>
  findTokenActor(services, requestWith({ Authorization: `${scheme} ${idToken}` }))

test('an ID token identifies its owner, session and sign-in time', async () => {
  const ann = await services.nurse('ann')
  const { idToken, sessionId } = await idTokenFor(services, ann)
  for (const scheme of ['Firebase', 'Bearer'])
    expect(await actorOf(idToken, scheme)).toMatchObject({
      ...{ owner: ann.id, sessionId, authenticatedAt: services.clock.now() },
    })
})

test('it stops working as soon as its session ends, and does not work with another user’s session', async () => {
  const [ann, bob] = [await services.nurse('ann'), await services.nurse('bob')]
  const { idToken, sessionId } = await idTokenFor(services, ann)
  const claims = { ...{ userId: bob.id, sessionId, email: bob.email, emailVerified: true, name: '' } }
  const now = services.clock.now()
  const crossed = await services.auth.idTokens.sign(
    { ...claims, authenticatedAt: now, provider: 'password' },
    now,
  )
  expect(await actorOf(crossed)).toBeNull()
  await services.database.pool.query('delete from sessions where id = $1', [sessionId])
  expect(await actorOf(idToken)).toBeNull()
})

test.each([
  ['waits for its second factor', 'update sessions set is_half_open = true'],
  ['belongs to a browser', `update sessions set kind = 'remembered'`],
  ['belongs to a disabled account', 'update users set disabled_at = now()'],
])('it gives no access while its session %s', async (_name, statement) => {
  const { idToken } = await idTokenFor(services, await services.nurse('ann'))
  await services.database.pool.query(statement)
  expect(await actorOf(idToken)).toBeNull()
})

test('cookies are ignored, and on other routes an ID token takes precedence over them', async () => {
  const [ann, bob] = [await services.nurse('ann'), await services.nurse('bob')]
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await findTokenActor(services, requestWith({ Cookie: cookie }))).toBeNull()
  const { idToken } = await idTokenFor(services, bob)
  const both = await ann.fetch('/api/users/me', { headers: { Authorization: `Bearer ${idToken}` } })
  expect(await both.json()).toMatchObject({ email: bob.email })
  const ended = await ann.fetch('/api/users/me', { headers: { Authorization: `Bearer ${idToken}x` } })
  expect(ended.status).toBe(401)
})
