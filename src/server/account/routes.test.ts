import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => services.database.clear())

const me = '/api/users/me'

describe('the profile', () => {
  test('is visible only to its owner', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const seen = (await (await ann.fetch(me)).json()) as Record<string, unknown>
    expect(seen).toEqual({
      id: ann.id,
      email: 'ann@nurses.example',
      emailVerified: false,
      name: 'Ann',
      firstName: 'Ann',
      lastName: null,
      organization: null,
      jobTitle: null,
      birthMonth: null,
      settings: { locale: null, timeZone: null },
      createdAt: services.clock.now().toISOString(),
      updatedAt: services.clock.now().toISOString(),
    })
    expect(await (await bea.fetch(me)).json()).toMatchObject({ id: bea.id, email: bea.email })
  })

  test('changes the given fields and keeps the rest', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const put = async (body: unknown) => (await ann.json('PUT', me, body)).json()
    services.clock.set('2026-03-11T09:00:00.000Z')
    expect(
      await put({
        lastName: " O'Becker ",
        organization: 'St. Anne’s',
        jobTitle: 'ICU nurse',
        settings: { timeZone: 'America/Denver' },
      }),
    ).toMatchObject({
      name: "Ann O'Becker",
      firstName: 'Ann',
      lastName: "O'Becker",
      organization: 'St. Anne’s',
      jobTitle: 'ICU nurse',
      settings: { locale: null, timeZone: 'America/Denver' },
      updatedAt: '2026-03-11T09:00:00.000Z',
    })
    expect(await put({ settings: { locale: 'es-US' } })).toMatchObject({
      settings: { locale: 'es-US', timeZone: 'America/Denver' },
      jobTitle: 'ICU nurse',
      name: "Ann O'Becker",
    })
    expect(await put({ birthMonth: 2 })).toMatchObject({ birthMonth: 2, jobTitle: 'ICU nurse' })
    expect(await put({ birthMonth: null })).toMatchObject({ birthMonth: null })
    expect(await put({ jobTitle: null, organization: '' })).toMatchObject({
      jobTitle: null,
      organization: null,
    })
    expect(await put({})).toMatchObject({ lastName: "O'Becker" })
    expect(await (await bea.fetch(me)).json()).toMatchObject({ name: 'Bea', lastName: null })
  })

  test('keeps the registered name until another is given', async () => {
    const ann = await services.nurse('ann')
    const put = async (body: unknown) => (await ann.json('PUT', me, body)).json()
    expect(await put({ firstName: null })).toMatchObject({ firstName: null, name: 'Ann' })
    expect(await put({ firstName: 'Anna', lastName: 'Becker' })).toMatchObject({ name: 'Anna Becker' })
    expect(await put({ firstName: null, lastName: null })).toMatchObject({ name: 'Anna Becker' })
  })

  test('applies a new time zone to every request', async () => {
    const ann = await services.nurse('ann')
    await ann.json('PUT', me, { settings: { timeZone: 'Pacific/Auckland' } })
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request('http://localhost:8080/', { headers: { cookie } })
    expect(await services.auth.actorOf(request)).toMatchObject({
      owner: ann.id,
      timeZone: 'Pacific/Auckland',
    })
  })

  test.each([
    [{ email: 'eve@nurses.example' }, ['email']],
    [{ id: 'x', emailVerified: true }, ['id', 'emailVerified']],
    [{ firstName: 'x'.repeat(51) }, ['firstName']],
    [{ lastName: 'x'.repeat(51), organization: 'x'.repeat(101) }, ['lastName', 'organization']],
    [{ jobTitle: 'x'.repeat(51) }, ['jobTitle']],
    [{ birthMonth: 13 }, ['birthMonth']],
    [{ birthMonth: 0 }, ['birthMonth']],
    [{ birthMonth: '3' }, ['birthMonth']],
    [{ settings: { timeZone: 'Mars/Base' } }, ['settings.timeZone']],
    [{ settings: { locale: 'not a locale', theme: 'dark' } }, ['settings.locale', 'settings.theme']],
    [{ firstName: 'a\u0000b' }, ['firstName']],
  ])('names every invalid field in %j', async (body, paths) => {
    const ann = await services.nurse('ann')
    const answer = await ann.json('PUT', me, body)
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path).sort()).toEqual([...paths].sort())
    expect(await (await ann.fetch(me)).json()).toMatchObject({ firstName: 'Ann', email: ann.email })
  })

  test('accepts values at the exact bounds', async () => {
    const ann = await services.nurse('ann')
    const body = { firstName: 'x'.repeat(50), organization: 'é'.repeat(100), jobTitle: '🩺'.repeat(50) }
    expect(await (await ann.json('PUT', me, body)).json()).toMatchObject(body)
  })

  test('accepts only JSON', async () => {
    const ann = await services.nurse('ann')
    const put = (headers: Record<string, string>, body: string) =>
      ann.fetch(me, { method: 'PUT', headers, body })
    expect((await put({ 'Content-Type': 'application/json' }, '{')).status).toBe(400)
    expect((await put({ 'Content-Type': 'text/plain' }, '{}')).status).toBe(415)
  })
})

describe('when signed out', () => {
  test.each([
    ['GET', me],
    ['PUT', me],
    ['DELETE', me],
    ['GET', `${me}/activity`],
    ['GET', `${me}/activity/export?format=csv`],
  ])('returns 401 for %s %s, whatever the body', async (method, path) => {
    await services.nurse('ann')
    for (const body of [undefined, {}, { password: testPassword }]) {
      const answer = await services.stranger().json(method, path, method === 'GET' ? undefined : body)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        code: 'not_authenticated',
        detail: 'User not authenticated - please log in and try again.',
      })
    }
  })
})

describe('deleting the account', () => {
  test('requires the password', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    for (const body of [undefined, {}, { password: 'not the password' }, { password: '' }]) {
      const answer = await ann.json('DELETE', me, body)
      expect([401, 422]).toContain(answer.status)
      if (answer.status === 401)
        expect(await answer.json()).toMatchObject({ code: 'reauthentication_needed' })
    }
    await bea.json('PUT', me, { firstName: 'Bea' })
    expect((await ann.fetch(me)).status).toBe(200)
    const broken = { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: '{' }
    expect((await ann.fetch(me, broken)).status).toBe(400)
    expect((await ann.json('DELETE', me, { password: testPassword, also: bea.id })).status).toBe(422)
    expect((await ann.fetch(me)).status).toBe(200)
  })

  test('deletes everything of the owner and nothing of another owner', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const phone = services.stranger()
    await phone.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: testPassword })
    await ann.json('PUT', me, { organization: 'Canary Hospital' })
    await services.stranger().json('POST', '/api/auth/request-password-reset', { email: ann.email })
    expect((await ann.json('DELETE', me, { password: testPassword })).status).toBe(204)
    expect((await ann.fetch(me)).status).toBe(401)
    expect((await phone.fetch(me)).status).toBe(401)
    expect((await ann.signIn()).status).toBe(401)
    const everything = await dump()
    expect(everything).toContain(bea.id)
    expect(everything).toContain('bea@nurses.example')
    for (const trace of [ann.id, ann.email, 'Canary']) expect(everything).not.toContain(trace)
    expect((await bea.fetch(me)).status).toBe(200)
  })

  test('allows registering again, with an empty vault', async () => {
    const before = await services.nurse('ann')
    await before.json('PUT', me, { organization: 'Canary Hospital' })
    await before.json('DELETE', me, { password: testPassword })
    const after = await services.nurse('ann')
    expect(after.id).not.toBe(before.id)
    expect(await (await after.fetch(me)).json()).toMatchObject({ organization: null })
  })

  /** The whole database as text. */
  async function dump(): Promise<string> {
    const { pool } = services.database
    const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'")
    const tables = await Promise.all(rows.map(({ tablename }) => pool.query(`select * from "${tablename}"`)))
    return JSON.stringify(tables.map((table) => table.rows))
  }
})

test('the list of users contains only the requesting user', async () => {
  const ann = await services.nurse('ann')
  await services.nurse('bea')
  const answer = await ann.fetch('/api/users')
  expect([answer.status, await answer.json()]).toEqual([200, { items: [await (await ann.fetch(me)).json()] }])
  expect((await services.stranger().fetch('/api/users')).status).toBe(401)
})
