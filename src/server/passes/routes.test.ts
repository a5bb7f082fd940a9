import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ApplePass,
  addApplePass,
  createPassCertificates,
  makeApplePass,
  openPassFile,
  openPhone,
  passType,
  startApplePush,
} from '#testing/apple-pass.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { updatePasses } from './job.ts'

const made = createPassCertificates()
let services: TestServices
let ann: Nurse
let apple: Awaited<ReturnType<typeof startApplePush>>

beforeAll(async () => {
  services = await openTestServices({
    env: { ...made.env, PUBLIC_URL: 'https://vault.example', AUTH_SECRET: 'a'.repeat(40) },
  })
  ann = await services.nurse('ann')
  apple = await startApplePush(made)
})
beforeEach(() => ann.signIn())
afterAll(async () => {
  apple.close()
  await services.close()
  rmSync(made.folder, { recursive: true })
})

const addPass = (license: string, showNumber = false) => addApplePass(ann, license, showNumber)
const phoneWith = (pass: ApplePass, device?: string) => openPhone(services, pass, device)
const update = () => updatePasses(services, { apple: apple.place })

test('the file is complete and signed, and has the number only if the owner shows it', async () => {
  const license = await addLicense(ann, { number: 'RN-12345678', expiresAt: '2027-03-31' })
  const { files, text, pass } = await addPass(license)
  const { 'manifest.json': manifest, signature, ...others } = files
  const hashes = z.record(z.string(), z.string()).parse(JSON.parse(Buffer.from(manifest ?? []).toString()))
  const found = Object.entries(others).map(([name, bytes]) => [
    name,
    createHash('sha1').update(bytes).digest('hex'),
  ])
  expect(hashes).toEqual(Object.fromEntries(found))
  writeFileSync(join(made.folder, 'manifest.json'), manifest ?? '')
  writeFileSync(join(made.folder, 'signature'), signature ?? '')
  const signed = ['-inform', 'DER', '-in', 'signature', '-content', 'manifest.json', '-binary']
  const trust = ['-CAfile', 'root.pem', '-purpose', 'any', '-out', '/dev/null']
  execFileSync('openssl', ['cms', '-verify', ...signed, ...trust], { cwd: made.folder, stdio: 'pipe' })
  expect(pass).toMatchObject({
    passTypeIdentifier: passType,
    webServiceURL: 'https://vault.example/api/wallet',
  })
  expect(text).toContain('2027-03-31')
  expect(text).toContain('•••• 5678')
  expect(text).not.toContain('12345678')
  expect(text).not.toContain(license)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['icon.png', 'logo@2x.png']))

  expect((await addPass(license, true)).text).toContain('RN-12345678')
  expect((await addPass(license)).text).not.toContain('12345678')
})

test('only its owner can make, see, open or end it', async () => {
  const bob = await services.nurse('bob')
  const license = await addLicense(ann)
  const file = await makeApplePass(ann, license)
  for (const [who, expected] of [
    [bob, 403],
    [services.stranger(), 401],
  ] as const) {
    expect((await who.fetch(`/api/passes/${license}`)).status).toBe(expected)
    expect((await who.fetch(file)).status).toBe(expected)
    expect((await who.json('PUT', `/api/passes/${license}/apple`, { showNumber: false })).status).toBe(
      expected,
    )
    expect((await who.fetch(`/api/passes/${license}/apple`, { method: 'DELETE' })).status).toBe(expected)
  }
  expect((await services.stranger().fetch('/api/passes')).status).toBe(401)
  expect((await services.stranger().fetch('/api/passes', { method: 'DELETE' })).status).toBe(401)
  expect(await (await bob.fetch('/api/passes')).json()).toEqual({ items: [] })
  expect((await bob.fetch('/api/passes', { method: 'DELETE' })).status).toBe(204)
  expect((await ann.fetch(file)).status).toBe(200)
})

test('a pass and each file of it need a recent sign-in, and are in the log, in the bell and in a mail', async () => {
  const license = await addLicense(ann)
  services.clock.advance(11 * 60_000)
  for (const showNumber of [false, true]) {
    const refused = await ann.json('PUT', `/api/passes/${license}/apple`, { showNumber })
    expect(await refused.json()).toMatchObject({ code: 'reauthentication_needed' })
  }
  expect(await (await ann.fetch('/api/passes')).text()).not.toContain(license)
  await ann.json('POST', '/api/auth/reauthenticate', { password: ann.password })
  services.outbox().length = 0
  await addPass(license)
  await addPass(license)
  expect(services.outbox()).toMatchObject([
    { kind: 'way_in_pass_made', to: ann.email, subject: 'A wallet pass was made in Lanyard' },
    { kind: 'way_in_pass_made' },
  ])
  const log = await (await ann.fetch('/api/users/me/activity')).text()
  expect(log.match(/"credential_pass_added"/g)?.length).toBeGreaterThanOrEqual(2)
  const other = services.stranger()
  await other.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
  expect(await (await other.fetch('/api/bell')).text()).toContain('credential_pass_added')
})

test('opening the file changes nothing, however often, and works for five minutes in the session that asked', async () => {
  const license = await addLicense(ann)
  const { pass } = await addPass(license)
  const phone = phoneWith(pass, 'phone7')
  await phone.register()
  const file = await makeApplePass(ann, license)
  for (let i = 0; i < 12; i += 1) {
    expect((await ann.fetch(`/api/passes/${license}/apple/file`)).status).toBe(422)
    expect((await ann.fetch(`/api/passes/${license}/apple/file?ticket=9e15.x`)).status).toBe(404)
    expect((await openPassFile(await ann.fetch(file))).pass.serialNumber).toBe(pass.serialNumber)
  }
  expect((await phone.latest()).status).toBe(200)
  const other = services.stranger()
  await other.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
  expect((await other.fetch(file)).status).toBe(404)
  services.clock.advance(5 * 60_000)
  expect((await ann.fetch(file)).status).toBe(404)
})

describe('a phone', () => {
  test('is notified of a change, requests the pass, and unregisters', async () => {
    const license = await addLicense(ann, { expiresAt: '2027-03-31' })
    const phone = phoneWith((await addPass(license)).pass, 'phone2')
    expect((await phone.register()).status).toBe(201)
    expect((await phone.register()).status).toBe(200)
    await update()
    apple.pushed.length = 0
    await update()
    expect(apple.pushed).toEqual([])

    services.clock.advance(60_000)
    await ann.json('PATCH', `/api/credentials/${license}`, { expiresAt: '2029-03-31' })
    await update()
    expect(apple.pushed).toMatchObject([
      { path: `/3/device/${'ab'.repeat(32)}`, topic: passType, body: '{}' },
    ])
    const list = await phone.changed()
    const { lastUpdated } = z.object({ lastUpdated: z.string() }).parse(await list.json())
    expect((await phone.changed(lastUpdated)).status).toBe(204)
    const latest = await phone.latest()
    const modified = latest.headers.get('last-modified') ?? ''
    expect((await openPassFile(latest)).text).toContain('2029-03-31')
    const since = (time: string) => phone.latest({ headers: { 'If-Modified-Since': time } })
    // In the second of the change another one may follow, which the header could not tell apart.
    expect((await since(modified)).status).toBe(200)
    services.clock.advance(1000)
    const settled = (await phone.latest()).headers.get('last-modified') ?? ''
    expect((await since(settled)).status).toBe(304)
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.changed()).status).toBe(204)
  })

  test('is notified again later if Apple is unreachable, but not if it no longer has the pass', async () => {
    const license = await addLicense(ann)
    const phone = phoneWith((await addPass(license)).pass, 'phone3')
    await phone.register('cd'.repeat(32))
    apple.pushed.length = 0
    await updatePasses(services, { apple: { origin: 'https://localhost:1' } })
    await update()
    expect(apple.pushed).toEqual([])
    services.clock.advance(61_000)
    apple.answer.status = 410
    await update()
    apple.answer.status = 200
    expect(apple.pushed).toHaveLength(1)
    expect((await phone.changed()).status).toBe(204)
  })

  test('is removed when Apple does not know its token', async () => {
    const phone = phoneWith((await addPass(await addLicense(ann))).pass, 'phone6')
    await phone.register()
    apple.answer.status = 400
    apple.answer.body = '{"reason":"BadTopic"}'
    await update()
    expect((await phone.changed()).status).toBe(200)
    services.clock.advance(61_000)
    apple.answer.body = '{"reason":"BadDeviceToken"}'
    await update()
    apple.answer.status = 200
    apple.answer.body = ''
    expect((await phone.changed()).status).toBe(204)
  })

  test('gets a void pass once the credential is archived or deleted', async () => {
    const license = await addLicense(ann)
    const phone = phoneWith((await addPass(license)).pass, 'phone4')
    await phone.register()
    await update()
    const isVoid = async () => (await openPassFile(await phone.latest())).pass.voided
    expect(await isVoid()).toBeFalsy()
    await ann.json('POST', `/api/credentials/${license}/archive`, {})
    await update()
    expect(await isVoid()).toBe(true)
    await ann.json('POST', `/api/credentials/${license}/unarchive`, {})
    await update()
    expect(await isVoid()).toBeFalsy()
    await ann.json('DELETE', `/api/credentials/${license}`, {})
    apple.pushed.length = 0
    await update()
    expect(apple.pushed).toHaveLength(1)
    expect(await isVoid()).toBe(true)
    await ann.json('POST', `/api/credentials/${license}/restore`, {})
    await update()
    expect(await isVoid()).toBeFalsy()
  })

  test('gets an empty void pass for 30 days after the account is deleted', async () => {
    const eve = await services.nurse('eve')
    const license = await addLicense(eve, { number: 'EV-998877' })
    const { pass } = await addApplePass(eve, license, true)
    const phone = phoneWith(pass, 'phone5')
    await phone.register()
    await services.database.pool.query('delete from users where id = $1', [eve.id])
    await update()
    const last = await openPassFile(await phone.latest())
    expect(last.pass.voided).toBe(true)
    expect(last.text).not.toContain('998877')
    services.clock.advance(31 * 86_400_000)
    await update()
    expect((await phone.latest()).status).toBe(401)
    const left = await services.database.pool.query('select 1 from pass_devices where device = $1', [
      'phone5',
    ])
    expect(left.rows).toEqual([])
  })

  test('needs the token of that pass, and cannot send invalid values', async () => {
    await ann.signIn()
    const license = await addLicense(ann)
    const other = await addLicense(ann)
    const { pass } = await addPass(license)
    const { pass: otherPass } = await addPass(other)
    const thief = phoneWith({ ...pass, authenticationToken: otherPass.authenticationToken })
    expect((await thief.register()).status).toBe(401)
    expect((await thief.latest()).status).toBe(401)
    const phone = phoneWith(pass)
    expect((await phone.register('../../x')).status).toBe(422)
    expect((await phone.changed('not-a-number')).status).toBe(204)
    for (const odd of ['%00', 'a%00b', '%FF', '%C3%28', '%ED%A0%80', '..%2f..', '%', '%u0000']) {
      const asked = [
        phone.ask(`/api/wallet/v1/passes/${passType}/${odd}`),
        phone.ask(`/api/wallet/v1/devices/${odd}/registrations/${passType}`),
        phone.ask(`/api/wallet/v1/devices/phone1/registrations/${odd}`),
        ...['POST', 'DELETE'].map((method) =>
          phone.ask(`/api/wallet/v1/devices/${odd}/registrations/${passType}/${pass.serialNumber}`, {
            method,
            headers: { 'Content-Type': 'application/json' },
            ...(method === 'POST' && { body: JSON.stringify({ pushToken: 'ab'.repeat(32) }) }),
          }),
        ),
      ]
      for (const answer of await Promise.all(asked)) expect(answer.status, odd).toBeLessThan(500)
    }
    expect((await phone.ask(`/api/wallet/v1/passes/pass.other/${pass.serialNumber}`)).status).toBe(404)
    const { rows } = await services.database.pool.query('select * from passes')
    expect(JSON.stringify(rows)).not.toContain(pass.authenticationToken)
  })
})
