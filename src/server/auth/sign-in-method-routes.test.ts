import { describe, expect, test } from 'vitest'
import { openFileServices } from '#testing/file-services.ts'
import { openPasskeyDevice } from '#testing/passkey-device.ts'
import { type Nurse, testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const waysIn = '/api/users/me/sign-in-methods'

const services = await openFileServices()

const show = async (nurse: Nurse) =>
  (await (await nurse.fetch(waysIn)).json()) as {
    hasPassword: boolean
    passkeys: { id: string; name: string }[]
    linkedAccounts: { id: string }[]
  }

async function addPasskey(nurse: Nurse, name = 'My phone'): Promise<string> {
  const options = await (await nurse.json('POST', '/api/auth/passkey/options-to-add', {})).json()
  const response = openPasskeyDevice().create(options as { challenge: string })
  const added = await nurse.json('POST', '/api/auth/passkey/add', { name, response })
  return ((await added.json()) as { id: string }).id
}

/** Acts as if they had signed in with a provider. */
async function link(nurse: Nurse, id: string): Promise<string> {
  const now = services.clock.now()
  await services.database.pool.query(
    'insert into accounts (id, user_id, account_id, provider_id, created_at, updated_at) values ($1, $2, $1, $3, $4, $4)',
    [id, nurse.id, 'hospital', now],
  )
  return id
}

const dropPassword = (nurse: Nurse) =>
  services.database.pool.query("delete from accounts where user_id = $1 and provider_id = 'credential'", [
    nurse.id,
  ])

describe('a nurse', () => {
  test('sees only their own sign-in methods', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const id = await addPasskey(ann)
    await link(bea, 'bea-1')
    expect(await show(ann)).toEqual({
      hasPassword: true,
      secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
      passkeys: [{ id, name: 'My phone', createdAt: services.clock.now().toISOString(), usedAt: null }],
      linkedAccounts: [],
    })
    const { linkedAccounts } = await show(bea)
    expect(linkedAccounts).toEqual([
      {
        ...{ id: 'bea-1', provider: 'hospital', providerName: 'hospital' },
        createdAt: services.clock.now().toISOString(),
      },
    ])
  })

  test('renames only their own passkey, up to the exact limits of its name', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const id = await addPasskey(ann)
    const put = (nurse: Nurse, of: string, body: object) =>
      nurse.json('PUT', `${waysIn}/passkeys/${of}`, body)
    expect(await (await put(ann, id, { name: ' Ward key ' })).json()).toMatchObject({ id, name: 'Ward key' })
    expect((await put(ann, id, { name: 'é'.repeat(60) })).status).toBe(200)
    for (const body of [{ name: 'é'.repeat(61) }, { name: '' }, {}, { name: 'x', userId: bea.id }]) {
      expect((await put(ann, id, body)).status).toBe(422)
    }
    expect((await put(bea, id, { name: 'Mine' })).status).toBe(403)
    expect((await put(ann, 'nothing', { name: 'Mine' })).status).toBe(404)
    expect((await show(ann)).passkeys[0]?.name).toBe('é'.repeat(60))
  })

  test('removes their own passkey, and is notified', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const id = await addPasskey(ann)
    const remove = (nurse: Nurse, of = id) => nurse.json('DELETE', `${waysIn}/passkeys/${of}`)
    expect((await remove(bea)).status).toBe(403)
    expect((await remove(ann, 'nothing')).status).toBe(404)
    services.clock.advance(10 * MINUTE)
    expect(await (await remove(ann)).json()).toMatchObject({ code: 'reauthentication_needed' })
    await ann.json('POST', '/api/auth/reauthenticate', { password: testPassword })
    expect((await remove(ann)).status).toBe(204)
    expect(services.outbox().at(-1)).toMatchObject({ to: ann.email, kind: 'way_in_passkey_removed' })
    expect((await remove(ann)).status).toBe(404)
    expect((await show(ann)).passkeys).toEqual([])
  })

  test('removes their own linked account, and is notified', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const id = await link(ann, 'ann-1')
    const remove = (nurse: Nurse, of = id) => nurse.json('DELETE', `${waysIn}/linked-accounts/${of}`)
    expect((await remove(bea)).status).toBe(403)
    expect((await remove(ann, 'nothing')).status).toBe(404)
    const { rows } = await services.database.pool.query('select id from accounts where provider_id = $1', [
      'credential',
    ])
    for (const { id: password } of rows) expect((await remove(ann, password)).status).toBe(404)
    expect((await remove(ann)).status).toBe(204)
    expect(services.outbox().at(-1)).toMatchObject({ to: ann.email, kind: 'way_in_account_unlinked' })
    expect((await show(ann)).hasPassword).toBe(true)
  })

  test('keeps the last sign-in method, even when two are removed concurrently', async () => {
    const ann = await services.nurse('ann')
    const ids = [await link(ann, 'ann-1'), await link(ann, 'ann-2')]
    const key = await addPasskey(ann)
    await dropPassword(ann)
    const answers = await Promise.all([
      ...ids.map((id) => ann.json('DELETE', `${waysIn}/linked-accounts/${id}`)),
      ann.json('DELETE', `${waysIn}/passkeys/${key}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(await refused?.json()).toMatchObject({ code: 'last_way_in' })
    const { passkeys, linkedAccounts } = await show(ann)
    expect(passkeys.length + linkedAccounts.length).toBe(1)
  })
})

describe('a stranger', () => {
  test.each([
    ['GET', waysIn],
    ['PUT', `${waysIn}/passkeys/abc`],
    ['DELETE', `${waysIn}/passkeys/abc`],
    ['DELETE', `${waysIn}/linked-accounts/abc`],
  ])('is signed out at %s %s', async (method, path) => {
    const body = method === 'PUT' ? { name: 'Mine' } : undefined
    expect((await services.stranger().json(method, path, body)).status).toBe(401)
  })
})
