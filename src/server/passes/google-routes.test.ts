import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  clientEmail,
  googleWalletEnv,
  issuerId,
  publicKey,
  savedObject,
  startGoogleWallet,
} from '#testing/google-wallet.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { updatePasses } from './job.ts'

const env = { ...googleWalletEnv, PUBLIC_URL: 'https://vault.example', AUTH_SECRET: 'a'.repeat(40) }
const saved = z.object({
  genericClasses: z.array(z.object({ id: z.string() })),
  genericObjects: z.tuple([savedObject]),
})
let services: TestServices
let ann: Nurse
let google: Awaited<ReturnType<typeof startGoogleWallet>>

beforeAll(async () => {
  services = await openTestServices({ env })
  ann = await services.nurse('ann')
  google = await startGoogleWallet()
})
beforeEach(() => ann.signIn())
afterAll(async () => {
  google.close()
  await services.close()
})

async function addPass(license: string, showNumber = false, owner = ann) {
  const answer = await owner.json('PUT', `/api/passes/${license}/google`, { showNumber })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { url } = z.object({ url: z.string() }).parse(await answer.json())
  expect(url.length).toBeLessThanOrEqual(1800)
  const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w.-]+)$/.exec(url) ?? []
  const now = services.clock.now()
  const { payload } = await jwtVerify(token, publicKey, { audience: 'google', currentDate: now })
  const { genericClasses, genericObjects } = saved.parse(payload.payload)
  return { payload, classes: genericClasses, object: genericObjects[0], text: JSON.stringify(payload) }
}

/** The updates sent to Google in one run of the job. */
async function update(given = services): Promise<z.infer<typeof savedObject>[]> {
  google.patched.length = 0
  await updatePasses(given, { google: google.place })
  return google.patched.map(({ object }) => object)
}

test('the link is signed and short, and has the number only if the owner shows it', async () => {
  const license = await addLicense(ann, { number: 'RN-12345678', expiresAt: '2027-03-31' })
  const { payload, classes, object, text } = await addPass(license)
  expect(payload).toMatchObject({
    ...{ iss: clientEmail, typ: 'savetowallet', origins: ['https://vault.example'] },
    iat: Math.floor(services.clock.now().getTime() / 1000),
  })
  expect(classes).toEqual([{ id: `${issuerId}.lanyard` }])
  expect(object).toMatchObject({
    ...{ classId: `${issuerId}.lanyard`, state: 'ACTIVE' },
    subheader: { defaultValue: { value: 'CA · Expires: 2027-03-31' } },
    validTimeInterval: { end: { date: '2027-03-31T23:59:59-10:00' } },
    logo: { sourceUri: { uri: 'https://vault.example/icon-512.png' } },
  })
  expect(object.id).toMatch(new RegExp(`^${issuerId}\\.[\\w-]{24}$`))
  expect(text).toContain('•••• 5678')
  expect(text).not.toContain('12345678"')
  expect(text).not.toContain(license)

  const shown = await addPass(license, true)
  expect(shown.text).toContain('RN-12345678')
  // Whoever has the masked one does not get the number.
  expect(shown.object.id).not.toBe(object.id)
  const hidden = await addPass(license)
  expect(hidden.object.id).toBe(shown.object.id)
  expect(hidden.text).not.toContain('RN-12345678')
  services.clock.advance(11 * 60_000)
  for (const showNumber of [false, true])
    expect((await ann.json('PUT', `/api/passes/${license}/google`, { showNumber })).status).toBe(401)
})

test('long texts are shortened in the link, and an expired credential is marked as expired', async () => {
  const long = { issuer: '護'.repeat(200), number: '護'.repeat(50), expiresAt: '2020-01-31' }
  const { object, text } = await addPass(await addLicense(ann, long), true)
  expect(object.state).toBe('EXPIRED')
  expect(text).toContain('護…')
})

test('only its owner can make or read it', async () => {
  const license = await addLicense(ann)
  for (const [who, expected] of [
    [await services.nurse('bob'), 403],
    [services.stranger(), 401],
  ] as const) {
    expect((await who.fetch(`/api/passes/${license}`)).status).toBe(expected)
    const answer = await who.json('PUT', `/api/passes/${license}/google`, { showNumber: false })
    expect(answer.status).toBe(expected)
  }
  expect((await ann.json('PUT', `/api/passes/${license}/apple`, { showNumber: false })).status).toBe(404)
})

test('Google is notified when the credential is changed, archived or deleted', async () => {
  const license = await addLicense(ann, { expiresAt: '2027-03-31', number: 'RN-77665544' })
  const { object } = await addPass(license)
  await update()
  expect(await update()).toEqual([])
  services.clock.advance(60_000)
  await ann.json('PATCH', `/api/credentials/${license}`, { expiresAt: '2029-03-31' })
  google.grants.length = 0
  expect(await update()).toMatchObject([
    { id: object.id, state: 'ACTIVE', validTimeInterval: { end: { date: '2029-03-31T23:59:59-10:00' } } },
  ])
  const [{ path, authorization } = { path: '', authorization: '' }] = google.patched
  expect(path).toBe(`PATCH /walletobjects/v1/genericObject/${object.id}`)
  expect(authorization).toBe('Bearer bearer-1')
  const [grant] = google.grants
  expect(grant?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(grant?.get('assertion') ?? '', publicKey, {
    ...{ issuer: clientEmail, audience: google.place.tokenUrl, currentDate: services.clock.now() },
  })
  expect(payload.scope).toBe('https://www.googleapis.com/auth/wallet_object.issuer')

  await ann.json('POST', `/api/credentials/${license}/archive`, {})
  expect(await update()).toMatchObject([{ state: 'INACTIVE' }])
  await ann.json('POST', `/api/credentials/${license}/unarchive`, {})
  expect(await update()).toMatchObject([{ state: 'ACTIVE' }])
  await ann.json('DELETE', `/api/credentials/${license}`, {})
  const gone = await update()
  expect(gone).toMatchObject([{ state: 'INACTIVE', validTimeInterval: null }])
  expect(JSON.stringify(gone)).not.toMatch(/5544|2029/)
})

test('a failed update is retried later, except for a pass that was never saved', async () => {
  await addPass(await addLicense(ann))
  google.status.wallet = 404
  expect(await update()).toHaveLength(1)
  services.clock.advance(61_000)
  expect(await update()).toEqual([])

  await addPass(await addLicense(ann))
  google.status.wallet = 503
  expect(await update()).toHaveLength(1)
  google.status.wallet = 200
  expect(await update()).toEqual([])
  services.clock.advance(61_000)
  google.status.token = 400
  expect(await update()).toEqual([])
  google.status.token = 200
  services.clock.advance(121_000)
  expect(await update()).toHaveLength(1)
})

test('nothing is sent to a server that the operator does not allow', async () => {
  await addPass(await addLicense(ann))
  const config = { ...services.config, OUTBOUND_HOSTS: ['hooks.example.org'] }
  google.grants.length = 0
  expect(await update({ ...services, config })).toEqual([])
  expect(google.grants).toEqual([])
  services.clock.advance(61_000)
  const allowed = { ...services.config, OUTBOUND_HOSTS: ['127.0.0.1'] }
  expect(await update({ ...services, config: allowed })).toHaveLength(1)
})

test('the pass of a deleted account is emptied', async () => {
  const eve = await services.nurse('eve')
  const license = await addLicense(eve, { number: 'EV-998877' })
  await eve.json('PUT', `/api/passes/${license}/google`, { showNumber: true })
  await update()
  await services.database.pool.query('delete from users where id = $1', [eve.id])
  const gone = await update()
  expect(gone).toMatchObject([{ state: 'EXPIRED' }])
  expect(JSON.stringify(gone)).not.toContain('998877')
})

test('a pass is in the language of the account, including later updates to Google', async () => {
  const sol = await services.nurse('sol')
  await services.database.pool.query("update users set locale = 'es-US' where id = $1", [sol.id])
  const license = await addLicense(sol, { state: 'TX', number: 'RN-12345678', expiresAt: null })
  const { object } = await addPass(license, false, sol)
  expect(object).toMatchObject({
    subheader: { defaultValue: { language: 'es', value: 'TX · Vence: Sin indicar' } },
  })
  expect(JSON.stringify(object)).toContain('No es una verificación de fuente primaria.')
  await update()
  services.clock.advance(60_000)
  await sol.json('DELETE', `/api/credentials/${license}`, {})
  expect(await update()).toMatchObject([
    { header: { defaultValue: { value: 'Ya no está en Lanyard' } }, state: 'INACTIVE' },
  ])
})
