import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '#server/ops/admin-service.ts'
import {
  addApplePass,
  createPassCertificates,
  openPassFile,
  openPhone,
  startApplePush,
} from '#testing/apple-pass.ts'
import { post } from '#testing/auth-requests.ts'
import { googleWalletEnv, startGoogleWallet } from '#testing/google-wallet.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { mailedCode } from '#testing/thief.ts'
import { updatePasses } from './job.ts'

const made = createPassCertificates()
const newPassword = 'amber kettle glacier 7'
const number = 'RN-13579246'

let services: TestServices
let ann: Nurse
let license: string
let apple: Awaited<ReturnType<typeof startApplePush>>
let google: Awaited<ReturnType<typeof startGoogleWallet>>

beforeAll(async () => {
  services = await openTestServices({
    env: {
      ...made.env,
      ...googleWalletEnv,
      PUBLIC_URL: 'https://vault.example',
      AUTH_SECRET: 'a'.repeat(40),
    },
  })
  apple = await startApplePush(made)
  google = await startGoogleWallet()
})
beforeEach(async () => {
  ann = await services.nurse('ann')
  license = await addLicense(ann, { number, expiresAt: '2027-03-31' })
})
afterEach(() => services.database.clear())
afterAll(async () => {
  apple.close()
  google.close()
  await services.close()
  rmSync(made.folder, { recursive: true })
})

const list = async (nurse = ann) =>
  ((await (await nurse.fetch('/api/passes')).json()) as { items: object[] }).items
const end = (path: string) => ann.fetch(`/api/passes${path}`, { method: 'DELETE' })
const addGooglePass = (showNumber: boolean, of = license) =>
  ann.json('PUT', `/api/passes/${of}/google`, { showNumber })
const update = async () => {
  apple.pushed.length = 0
  google.patched.length = 0
  await updatePasses(services, { apple: apple.place, google: google.place })
}
const admin = (command: 'disable' | 'enable') => runAdmin(services, { command, email: ann.email })

/** A phone with the pass of this license, and the object at Google, both with the number. */
async function addPasses() {
  await addGooglePass(true)
  const { pass } = await addApplePass(ann, license, true)
  const phone = openPhone(services, pass)
  await phone.register()
  await update()
  return { pass, phone }
}

test('an owner sees all passes with the phones that have them', async () => {
  const { pass } = await addPasses()
  services.clock.advance(60_000)
  await openPhone(services, pass, 'phone2').register()
  const items = await list()
  expect(items).toHaveLength(2)
  expect(items).toContainEqual({
    ...{ credentialId: license, title: 'California RN license', wallet: 'apple', showsNumber: true },
    createdAt: '2026-03-10T15:00:00.000Z',
    devices: [{ addedAt: '2026-03-10T15:01:00.000Z' }, { addedAt: '2026-03-10T15:00:00.000Z' }],
  })
  expect(items).toContainEqual(expect.objectContaining({ wallet: 'google', devices: [] }))
})

const endings: [string, () => Promise<unknown>][] = [
  ['the owner ends both', () => Promise.all([end(`/${license}/apple`), end(`/${license}/google`)])],
  ['the owner ends all passes', () => end('')],
  ['every other session is ended', () => ann.fetch('/api/users/me/sessions', { method: 'DELETE' })],
  [
    'the password is changed',
    () => post(ann, '/change-password', { currentPassword: testPassword, newPassword }),
  ],
  [
    'a password is set by a mailed link',
    async () => {
      await post(services.stranger(), '/request-password-reset', { email: ann.email })
      const token = mailedCode(services, ann.email, 'reset_password')
      expect((await post(services.stranger(), '/reset-password', { token, newPassword })).status).toBe(200)
    },
  ],
  [
    'the operator ends all sessions',
    () => runAdmin(services, { command: 'sessions', email: ann.email, isEnding: true }),
  ],
  ['the operator disables the account', () => admin('disable')],
]

describe.each(endings)('once %s,', (_name, endThem) => {
  test('a phone and Google learn that the pass is void, and nothing else', async () => {
    const { phone } = await addPasses()
    services.clock.advance(1000)
    await endThem()
    const expectVoid = async () => {
      const { pass, text } = await openPassFile(await phone.latest())
      expect(pass.voided).toBe(true)
      for (const secret of [number, '9246', 'California', '2027']) expect(text).not.toContain(secret)
    }
    await expectVoid()
    await update()
    expect(apple.pushed).toHaveLength(1)
    expect(google.patched).toMatchObject([{ object: { state: 'EXPIRED' } }])
    expect(JSON.stringify(google.patched)).not.toMatch(/9246|California|2027/)
    expect((await phone.changed()).status).toBe(200)
    await expectVoid()

    services.clock.advance(31 * 86_400_000)
    await update()
    expect((await phone.latest()).status).toBe(401)
    expect((await phone.changed()).status).toBe(204)
  })
})

test('a disabled account that is enabled again has no passes, and makes new ones with other serials', async () => {
  const { pass, phone } = await addPasses()
  await admin('disable')
  await admin('enable')
  await ann.signIn()
  expect(await list()).toEqual([])
  const { pass: next } = await addApplePass(ann, license)
  expect(next.serialNumber).not.toBe(pass.serialNumber)
  expect(await list()).toHaveLength(1)
  expect((await openPassFile(await phone.latest())).pass.voided).toBe(true)
})

test('ending one pass leaves the others, is in the log, and needs no password', async () => {
  await addPasses()
  const other = await addLicense(ann, { state: 'TX' })
  await addGooglePass(false, other)
  services.clock.advance(11 * 60_000)
  expect((await end(`/${license}/apple`)).status).toBe(204)
  expect((await end(`/${license}/apple`)).status).toBe(204)
  expect(await list()).toHaveLength(2)
  const log = await (await ann.fetch('/api/users/me/activity')).text()
  expect(log.match(/"credential_pass_ended"/g)).toHaveLength(1)
  expect((await end(`/${other}/nokia`)).status).toBe(422)
  expect((await end('/00000000-0000-4000-8000-000000000000/apple')).status).toBe(404)
})

test('a pass of a credential in the trash can be ended', async () => {
  const { phone } = await addPasses()
  await ann.json('DELETE', `/api/credentials/${license}`, {})
  expect(await list()).toHaveLength(2)
  expect((await end(`/${license}/apple`)).status).toBe(204)
  await ann.json('POST', `/api/credentials/${license}/restore`, {})
  expect((await openPassFile(await phone.latest())).pass.voided).toBe(true)
})

test('a copy of a pass without the number never shows it, and one with it no longer does once it is hidden', async () => {
  const { pass } = await addApplePass(ann, license)
  const copy = openPhone(services, pass, 'phone-of-a-thief')
  await copy.register()
  const shown = await addApplePass(ann, license, true)
  const phone = openPhone(services, shown.pass)
  await phone.register()
  const ofCopy = await openPassFile(await copy.latest())
  expect(ofCopy.text).not.toContain(number)
  expect(ofCopy.pass.voided).toBe(true)
  expect((await openPassFile(await phone.latest())).text).toContain(number)
  services.clock.advance(1000)
  await addApplePass(ann, license, false)
  expect((await openPassFile(await phone.latest())).text).not.toContain(number)
  await update()
  expect(apple.pushed).toHaveLength(2)
})
