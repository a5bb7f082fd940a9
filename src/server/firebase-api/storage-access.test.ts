import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdTokens } from '#server/auth/sessions/id-token.ts'
import { type AnnsVault, watchOwnerRows } from '#testing/actors.ts'
import { aPdf } from '#testing/documents.ts'
import { testBucket } from '#testing/firebase-storage.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

// Every request to an object, from everyone who can send it.

let services: TestServices
let ann: Nurse
let bob: Nurse
let headersOf: Record<string, Record<string, string>>
let rowsOfAnn: () => Promise<Record<string, string>>
const canary = 'Canary of Ann'
const sql = (text: string, ...values: unknown[]) => services.database.pool.query(text, values)

beforeAll(async () => {
  services = await openTestServices()
  const nurse = (name: string) => services.nurse(name)
  ;[ann, bob] = [await nurse('ann'), await nurse('bob')]
  const tokenOf = async (who: Nurse) => (await idTokenFor(services, who)).idToken
  const by = (token: string) => ({ Authorization: `Firebase ${token}` })
  const changed = async (name: string, change: string) => {
    const who = await nurse(name)
    const { idToken, sessionId } = await idTokenFor(services, who)
    await sql(change.replace('$user', `'${who.id}'`).replace('$session', `'${sessionId}'`))
    return by(idToken)
  }
  const { sessionId } = await idTokenFor(services, ann)
  const now = services.clock.now()
  const claims = {
    ...{ userId: ann.id, sessionId, email: ann.email, emailVerified: true, name: '' },
    ...{ authenticatedAt: now, provider: 'password' },
  }
  const signedBy = (project: string, secret: string, at = now) =>
    createIdTokens(project, [secret]).sign(claims, at)
  const [, payload] = (await tokenOf(ann)).split('.')
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  headersOf = {
    'signed out': {},
    'a cookie without a token': {
      Cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    'an unsigned token': by(`${unsigned}.${payload}.`),
    'a token of another key': by(await signedBy('lanyard', 'x'.repeat(40))),
    'a token of another project': by(await signedBy('other', services.auth.secret)),
    'a token that has expired': by(
      await signedBy('lanyard', services.auth.secret, new Date(now.getTime() - 3_600_000)),
    ),
    'an ended session': await changed('cat', 'delete from sessions where id = $session'),
    'half signed in': await changed('dan', 'update sessions set is_half_open = true where id = $session'),
    'a disabled account': await changed('eve', 'update users set disabled_at = now() where id = $user'),
    'a deleted account': await changed('fay', 'delete from users where id = $user'),
    'another nurse': by(await tokenOf(bob)),
    owner: by(await tokenOf(ann)),
  }
  rowsOfAnn = await watchOwnerRows({ services, ann } as AnnsVault)
  for (const path of ['card.pdf', 'spent.pdf']) expect((await send('owner', 'POST', path)).status).toBe(200)
})
afterAll(() => services.close())

const kinds: Record<
  string,
  [method: string, query?: string, headers?: Record<string, string>, body?: string]
> = {
  'its metadata': ['GET'],
  'its bytes': ['GET', 'alt=media'],
  'its bytes, with a token in the address': ['GET', 'alt=media&token=x'],
  'to change its metadata': ['PATCH', '', {}, '{"metadata":{"side":"back"}}'],
  'to delete it': ['DELETE'],
}

function send(actor: string, method: string, path: string, query = '', owner = ann.id): Promise<Response> {
  const name = encodeURIComponent(`users/${owner}/${path}`)
  const bucket = `/v0/b/${testBucket}/o`
  const headers = headersOf[actor] ?? {}
  if (method === 'POST') {
    const body = Buffer.concat([aPdf(1000), Buffer.from(`% ${canary}`)])
    return Promise.resolve(services.app.request(`${bucket}?name=${name}&${query}`, { method, headers, body }))
  }
  const body = method === 'PATCH' ? '{"metadata":{"side":"back"}}' : null
  return Promise.resolve(services.app.request(`${bucket}/${name}?${query}`, { method, headers, body }))
}

const list = (actor: string, prefix: string) =>
  services.app.request(`/v0/b/${testBucket}/o?prefix=${encodeURIComponent(prefix)}`, {
    headers: headersOf[actor] ?? {},
  })

const actors = [
  ...['signed out', 'a cookie without a token', 'an unsigned token', 'a token of another key'],
  ...['a token of another project', 'a token that has expired', 'an ended session', 'half signed in'],
  ...['a disabled account', 'a deleted account', 'another nurse'],
]

describe.each(actors)('%s', (actor) => {
  const status = actor === 'another nurse' ? 403 : 401

  test.for(Object.entries(kinds))(
    'cannot get %s, or learn whether it exists',
    async ([, [method, query]]) => {
      const before = await rowsOfAnn()
      const answers = [
        await send(actor, method, 'card.pdf', query),
        await send(actor, method, 'none.pdf', query),
      ]
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      // A request whose only token is a bad one in the URL gets 403, not 401.
      const isByAddress = query?.includes('token=') && headersOf[actor]?.Authorization === undefined
      for (const answer of answers) expect(answer.status, texts[0]).toBe(isByAddress ? 403 : status)
      expect(texts[0]).toBe(texts[1])
      expect(texts[0]).not.toContain(canary)
      expect(await rowsOfAnn()).toEqual(before)
    },
  )

  test('stores nothing, and lists nothing', async () => {
    const before = await rowsOfAnn()
    for (const path of ['card.pdf', 'new.pdf']) {
      expect((await send(actor, 'POST', path)).status).toBe(status)
      expect((await send(actor, 'POST', path, 'uploadType=resumable')).status).toBe(status)
    }
    for (const prefix of [`users/${ann.id}/`, `users/${ann.id}`, 'users/', ''])
      expect((await list(actor, prefix)).status, prefix).toBe(status)
    expect(await rowsOfAnn()).toEqual(before)
  })
})

test('another nurse’s attempts are in that nurse’s own log', async () => {
  const { rows } = await sql(
    `select user_id, resource, metadata from audit_records where action = 'security_unauthorized_access'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toEqual({ user_id: bob.id, resource: 'file', metadata: {} })
})

test('the owner has full access', async () => {
  const seen = [
    await send('owner', 'GET', 'card.pdf'),
    await send('owner', 'GET', 'card.pdf', 'alt=media'),
    await send('owner', 'PATCH', 'card.pdf'),
    await send('owner', 'POST', 'new.pdf'),
    await list('owner', `users/${ann.id}/`),
    await send('owner', 'DELETE', 'spent.pdf'),
  ]
  expect(seen.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 204])
  for (const answer of seen) expect(answer.headers.get('cache-control')).toContain('no-store')
  expect((await list('owner', `users/${bob.id}/`)).status).toBe(403)
})

test('only the configured bucket exists, even for signed-in requests', async () => {
  const { owner: headers = {} } = headersOf
  for (const path of [
    '/v0/b/other/o',
    `/v0/b/${testBucket}`,
    `/v0/b/${testBucket}/x`,
    '/v0/b',
    '/v0/b/other/o/x',
  ])
    expect((await services.app.request(path, { headers })).status, path).toBe(404)
})

test.each([
  'prefix=$own%00',
  'prefix=$own&delimiter=-',
  'prefix=$own&maxResults=0',
  'prefix=$own&maxResults=x',
])('a list with %s is refused', async (query) => {
  const own = encodeURIComponent(`users/${ann.id}/`)
  const address = `/v0/b/${testBucket}/o?${query.replace('$own', own)}`
  expect((await services.app.request(address, { headers: headersOf.owner ?? {} })).status).toBe(400)
})

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    services.app.request(`/v0/b/${testBucket}/o`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-goog-upload-protocol',
      },
    })

  test('may send requests if their origin is in FIREBASE_ORIGINS', async () => {
    const { publicUrl } = services.config
    const answer = await preflight(publicUrl)
    expect(answer.headers.get('access-control-allow-origin')).toBe(publicUrl)
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-goog-upload-protocol')
    const read = await services.app.request(`/v0/b/${testBucket}/o?prefix=${`users/${ann.id}/`}`, {
      headers: { ...headersOf.owner, Origin: publicUrl },
    })
    expect(read.headers.get('access-control-expose-headers')).toContain('X-Goog-Upload-URL')
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('no bucket exists while FIREBASE_API is off', async () => {
  const off = await openTestServices({ env: { FIREBASE_API: '0' } })
  expect((await off.app.request(`/v0/b/${testBucket}/o`)).status).toBe(404)
  await off.close()
})
