import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPassCertificates, passType } from '#testing/apple-pass.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { updatePasses } from './job.ts'

const made = createPassCertificates()
const passJson = z.looseObject({
  serialNumber: z.string(),
  authenticationToken: z.string(),
  voided: z.boolean().optional(),
})
let services: TestServices
let ann: Nurse
let apple: Http2SecureServer
let place: { origin: string; ca: string }
let status = 200
let answered = ''
const pushed: { path: string; topic: unknown; body: string }[] = []

beforeAll(async () => {
  services = await openTestServices({
    env: { ...made.env, PUBLIC_URL: 'https://vault.example', AUTH_SECRET: 'a'.repeat(40) },
  })
  ann = await services.nurse('ann')
  apple = createSecureServer({ ...made.server, ca: made.root, requestCert: true, rejectUnauthorized: true })
  apple.on('stream', (stream: ServerHttp2Stream, headers) => {
    let body = ''
    stream.on('data', (part) => {
      body += String(part)
    })
    stream.on('end', () => {
      pushed.push({ path: String(headers[':path']), topic: headers['apns-topic'], body })
      stream.respond({ ':status': status })
      stream.end(answered)
    })
  })
  await new Promise<void>((resolve) => apple.listen(0, 'localhost', resolve))
  const { port } = apple.address() as AddressInfo
  place = { origin: `https://localhost:${port}`, ca: made.root }
})
afterAll(async () => {
  apple.close()
  await services.close()
  rmSync(made.folder, { recursive: true })
})

async function openPass(answer: Response) {
  expect(answer.status, await answer.clone().text()).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = Buffer.from(files['pass.json'] ?? []).toString()
  return { files, text, pass: passJson.parse(JSON.parse(text)) }
}

async function addPass(license: string, showNumber = false) {
  const answer = await ann.json('PUT', `/api/passes/${license}/apple`, { showNumber })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { url } = z.object({ url: z.string() }).parse(await answer.json())
  return openPass(await ann.fetch(url))
}

/** A phone with the pass, as Apple Wallet calls the web service. */
function openPhone({ serialNumber, authenticationToken }: z.infer<typeof passJson>, device = 'phone1') {
  const headers = { Authorization: `ApplePass ${authenticationToken}` }
  const base = '/api/wallet/v1'
  const own = `${base}/devices/${device}/registrations/${passType}`
  const ask = (path: string, init: RequestInit = {}) =>
    services.app.request(`https://vault.example${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
  return {
    ask,
    register: (pushToken = 'ab'.repeat(32)) =>
      ask(`${own}/${serialNumber}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ pushToken }),
      }),
    unregister: () => ask(`${own}/${serialNumber}`, { method: 'DELETE' }),
    changed: (since = '') => ask(`${own}${since && `?passesUpdatedSince=${since}`}`),
    latest: (init?: RequestInit) => ask(`${base}/passes/${passType}/${serialNumber}`, init),
  }
}

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
  services.clock.advance(11 * 60_000)
  expect((await ann.json('PUT', `/api/passes/${license}/apple`, { showNumber: true })).status).toBe(401)
  expect((await addPass(license)).text).not.toContain('12345678')
})

test('only its owner can make or read it', async () => {
  const bob = await services.nurse('bob')
  const license = await addLicense(ann)
  await addPass(license)
  for (const [who, expected] of [
    [bob, 403],
    [services.stranger(), 401],
  ] as const) {
    expect((await who.fetch(`/api/passes/${license}`)).status).toBe(expected)
    expect((await who.fetch(`/api/passes/${license}/apple/file`)).status).toBe(expected)
    expect((await who.json('PUT', `/api/passes/${license}/apple`, { showNumber: false })).status).toBe(
      expected,
    )
  }
})

describe('a phone', () => {
  test('is notified of a change, requests the pass, and unregisters', async () => {
    const license = await addLicense(ann, { expiresAt: '2027-03-31' })
    const phone = openPhone((await addPass(license)).pass, 'phone2')
    expect((await phone.register()).status).toBe(201)
    expect((await phone.register()).status).toBe(200)
    await updatePasses(services, { apple: place })
    pushed.length = 0
    await updatePasses(services, { apple: place })
    expect(pushed).toEqual([])

    services.clock.advance(60_000)
    await ann.json('PATCH', `/api/credentials/${license}`, { expiresAt: '2029-03-31' })
    await updatePasses(services, { apple: place })
    expect(pushed).toMatchObject([{ path: `/3/device/${'ab'.repeat(32)}`, topic: passType, body: '{}' }])
    const list = await phone.changed()
    const { lastUpdated } = z.object({ lastUpdated: z.string() }).parse(await list.json())
    expect((await phone.changed(lastUpdated)).status).toBe(204)
    const latest = await phone.latest()
    const modified = latest.headers.get('last-modified') ?? ''
    expect((await openPass(latest)).text).toContain('2029-03-31')
    expect((await phone.latest({ headers: { 'If-Modified-Since': modified } })).status).toBe(304)
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.changed()).status).toBe(204)
  })

  test('is notified again later if Apple is unreachable, but not if it no longer has the pass', async () => {
    const license = await addLicense(ann)
    const phone = openPhone((await addPass(license)).pass, 'phone3')
    await phone.register('cd'.repeat(32))
    pushed.length = 0
    await updatePasses(services, { apple: { origin: 'https://localhost:1' } })
    await updatePasses(services, { apple: place })
    expect(pushed).toEqual([])
    services.clock.advance(61_000)
    status = 410
    await updatePasses(services, { apple: place })
    status = 200
    expect(pushed).toHaveLength(1)
    expect((await phone.changed()).status).toBe(204)
  })

  test('is removed when Apple does not know its token', async () => {
    const phone = openPhone((await addPass(await addLicense(ann))).pass, 'phone6')
    await phone.register()
    status = 400
    answered = '{"reason":"BadTopic"}'
    await updatePasses(services, { apple: place })
    expect((await phone.changed()).status).toBe(200)
    services.clock.advance(61_000)
    answered = '{"reason":"BadDeviceToken"}'
    await updatePasses(services, { apple: place })
    status = 200
    answered = ''
    expect((await phone.changed()).status).toBe(204)
  })

  test('gets a void pass once the credential is archived or deleted', async () => {
    const license = await addLicense(ann)
    const phone = openPhone((await addPass(license)).pass, 'phone4')
    await phone.register()
    await updatePasses(services, { apple: place })
    const isVoid = async () => (await openPass(await phone.latest())).pass.voided
    expect(await isVoid()).toBeFalsy()
    await ann.json('POST', `/api/credentials/${license}/archive`, {})
    await updatePasses(services, { apple: place })
    expect(await isVoid()).toBe(true)
    await ann.json('POST', `/api/credentials/${license}/unarchive`, {})
    await updatePasses(services, { apple: place })
    expect(await isVoid()).toBeFalsy()
    await ann.json('DELETE', `/api/credentials/${license}`, {})
    pushed.length = 0
    await updatePasses(services, { apple: place })
    expect(pushed).toHaveLength(1)
    expect(await isVoid()).toBe(true)
    await ann.json('POST', `/api/credentials/${license}/restore`, {})
    await updatePasses(services, { apple: place })
    expect(await isVoid()).toBeFalsy()
  })

  test('gets an empty void pass for 30 days after the account is deleted', async () => {
    const eve = await services.nurse('eve')
    const license = await addLicense(eve, { number: 'EV-998877' })
    await eve.json('PUT', `/api/passes/${license}/apple`, { showNumber: true })
    const { pass } = await openPass(await eve.fetch(`/api/passes/${license}/apple/file`))
    const phone = openPhone(pass, 'phone5')
    await phone.register()
    await services.database.pool.query('delete from users where id = $1', [eve.id])
    await updatePasses(services, { apple: place })
    const last = await openPass(await phone.latest())
    expect(last.pass.voided).toBe(true)
    expect(last.text).not.toContain('998877')
    services.clock.advance(31 * 86_400_000)
    await updatePasses(services, { apple: place })
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
    const thief = openPhone({ ...pass, authenticationToken: otherPass.authenticationToken })
    expect((await thief.register()).status).toBe(401)
    expect((await thief.latest()).status).toBe(401)
    const phone = openPhone(pass)
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
