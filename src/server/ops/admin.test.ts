import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config.ts'
import { defaultRateLimits, type RateLimits } from '#server/rate-limits/store.ts'
import type { Services } from '#server/services.ts'
import type { Browser } from '#testing/browser.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { openPasskeyDevice, type PasskeyDevice } from '#testing/passkey-device.ts'
import { addLicense, addPicture, createLink, licenseNumber } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { requestOf } from './admin-command.ts'
import { answerAdminRequests, askServer } from './admin-requests.ts'
import { type AdminRequest, runAdmin } from './admin-service.ts'

const endless = Object.fromEntries(
  Object.keys(defaultRateLimits).map((name) => [name, { tries: 1_000_000, seconds: 3600 }]),
) as RateLimits

let services: TestServices
let provider: OidcProvider
beforeAll(async () => {
  provider = await startOidcProvider({ sub: 'nobody' })
  const { issuer } = provider
  services = await openTestServices({
    env: {
      OIDC_PROVIDERS: JSON.stringify([
        { id: 'hospital', name: 'Hospital', issuer, clientId: 'c', clientSecret: 's' },
      ]),
    },
    rateLimits: endless,
  })
})
afterAll(async () => {
  await services.close()
  await provider.close()
})
afterEach(async () => {
  services.config.signUps = { kind: 'open' }
  services.mailer.mode = 'outbox'
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.database.clear()
  services.outbox().length = 0
})

const admin = (request: AdminRequest) => runAdmin(services, request)
const disable = (email: string) => admin({ command: 'disable', email })
const enable = (email: string) => admin({ command: 'enable', email })
const isSignedIn = async (browser: Browser) => (await browser.fetch('/api/users/me')).status === 200
const post = (browser: Browser, path: string, body: object = {}) =>
  browser.json('POST', `/api/auth${path}`, body)
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code ?? 'done'

const actionsOf = async (nurse: Nurse) => {
  const query =
    "select action, metadata from audit_records where user_id = $1 and session_id like 'signed-out-%' and user_agent is null"
  const { rows } = await services.database.pool.query(query, [nurse.id])
  return rows as { action: string; metadata: object }[]
}

async function addPasskey(nurse: Nurse): Promise<PasskeyDevice> {
  const device = openPasskeyDevice()
  const options = (await (await post(nurse, '/passkey/options-to-add')).json()) as { challenge: string }
  expect(
    (await post(nurse, '/passkey/add', { name: 'Phone', response: device.create(options) })).status,
  ).toBe(200)
  return device
}

async function linkProvider(nurse: Nurse): Promise<void> {
  provider.claims = { sub: nurse.id, email: nurse.email, email_verified: true, name: 'Ann' }
  const begun = await post(nurse, '/link-provider', { provider: 'hospital', next: '/settings' })
  const { url } = (await begun.json()) as { url: string }
  await nurse.fetch(await provider.signInAt(url))
}

/** The result of each sign-in method: `done`, or the error code. */
async function tryAllMethods(nurse: Nurse, device: PasskeyDevice): Promise<string[]> {
  const password = await post(services.stranger(), '/sign-in/email', {
    email: nurse.email,
    password: testPassword,
  })
  const phone = services.stranger()
  const options = (await (await post(phone, '/passkey/options-to-sign-in')).json()) as { challenge: string }
  const passkey = await post(phone, '/sign-in/passkey', { response: device.get(options) })
  await post(services.stranger(), '/request-sign-in-link', { email: nurse.email })
  const token = /oobCode=([\w-]+)/.exec(
    services.outbox().findLast(({ kind }) => kind === 'sign_in_link')?.text ?? '',
  )?.[1]
  const link = await post(services.stranger(), '/sign-in/link', { token })
  const browser = services.stranger()
  const begun = await post(browser, '/sign-in/provider', { provider: 'hospital' })
  const { url } = (await begun.json()) as { url: string }
  const back = await browser.fetch(await provider.signInAt(url))
  const problem = new URL(back.headers.get('location') ?? '', 'http://localhost').searchParams.get('problem')
  return [await codeOf(password), await codeOf(passkey), await codeOf(link), problem ?? 'done']
}

describe('a disabled account', () => {
  test('loses every session immediately, and no sign-in method works until it is enabled', async () => {
    const ann = await services.nurse('ann')
    const device = await addPasskey(ann)
    await linkProvider(ann)
    expect(await tryAllMethods(ann, device)).toEqual(['done', 'done', 'done', 'done'])
    const [line] = await disable(ann.email)
    expect(line).toMatch(/^Disabled ann@nurses\.example and ended its sessions \(5\)/)
    expect(await isSignedIn(ann)).toBe(false)
    const refused = 'account_disabled'
    expect(await tryAllMethods(ann, device)).toEqual([refused, refused, refused, refused])
    const { rows } = await services.database.pool.query('select 1 from sessions')
    expect(rows).toEqual([])
    await enable(ann.email)
    expect(await isSignedIn(ann)).toBe(false)
    expect(await tryAllMethods(ann, device)).toEqual(['done', 'done', 'done', 'done'])
  })

  test('is not revealed to anyone without the password', async () => {
    const ann = await services.nurse('ann')
    await disable(ann.email)
    const guess = (email: string) =>
      post(services.stranger(), '/sign-in/email', { email, password: 'amber kettle glacier 7' })
    const known = await guess(ann.email)
    expect(known.status).toBe(401)
    expect(await known.text()).toBe(await (await guess('eve@nurses.example')).text())
  })

  test('gives no access, then or later, to a session created by a concurrent sign-in', async () => {
    const ann = await services.nurse('ann')
    const { rows } = await services.database.pool.query('select * from sessions')
    await disable(ann.email)
    const columns = Object.keys(rows[0])
    const places = columns.map((_, index) => `$${index + 1}`)
    await services.database.pool.query(
      `insert into sessions (${columns}) values (${places})`,
      Object.values(rows[0]),
    )
    expect(await isSignedIn(ann)).toBe(false)
    await enable(ann.email)
    expect(await isSignedIn(ann)).toBe(false)
  })

  test('hides its calendar and share links, and shows them again afterwards', async () => {
    const ann = await services.nurse('ann')
    const bob = await services.nurse('bob')
    const { token } = await createLink(ann)
    const other = await createLink(bob)
    const { url } = await readJson<{ url: string }>(ann.json('POST', '/api/reminders/calendar', {}))
    const visit = async () => {
      const stranger = services.stranger()
      const feed = await stranger.fetch(new URL(url).pathname)
      const share = await stranger.fetch(`/api/share/${token}`)
      const open = await stranger.json('POST', `/api/share/${token}`, {})
      return [feed.status, share.status, open.status]
    }
    expect(await visit()).toEqual([200, 200, 200])
    await disable(ann.email)
    expect(await visit()).toEqual([404, 404, 404])
    expect((await services.stranger().fetch(`/api/share/${other.token}`)).status).toBe(200)
    await enable(ann.email)
    expect(await visit()).toEqual([200, 200, 200])
  })

  test('gets no reminder, whether it is pending or becomes due later', async () => {
    const ann = await services.nurse('ann')
    const bob = await services.nurse('bob')
    services.mailer.mode = 'smtp'
    for (const nurse of [ann, bob]) await addLicense(nurse, { expiresAt: '2026-06-08' })
    await disable(ann.email)
    services.outbox().length = 0
    services.clock.set('2026-03-10T15:05:00.000Z')
    await services.sweep()
    services.clock.set('2026-05-09T15:00:00.000Z')
    await services.sweep()
    const receivers = services.outbox().map(({ to }) => to)
    expect(receivers).toContain(bob.email)
    expect(receivers).not.toContain(ann.email)
  })

  test('keeps its data, and its activity log records the operator’s actions', async () => {
    const ann = await services.nurse('ann')
    const id = await addLicense(ann)
    await disable(ann.email)
    expect(await disable(ann.email)).toEqual([
      'ann@nurses.example has been disabled since 2026-03-10 15:00 UTC: nothing was changed.',
    ])
    await enable(ann.email)
    expect(await enable(ann.email)).toEqual(['ann@nurses.example is not disabled: nothing was changed.'])
    await ann.signIn()
    expect((await ann.fetch(`/api/credentials/${id}`)).status).toBe(200)
    expect(await actionsOf(ann)).toEqual(
      expect.arrayContaining([
        { action: 'auth_account_disabled', metadata: { sessions: 1 } },
        { action: 'auth_account_enabled', metadata: {} },
      ]),
    )
    const log = await (await ann.fetch('/api/users/me/activity')).text()
    expect(log).toContain('auth_account_disabled')
  })
})

test('the list of accounts shows how much each one stores, but none of the content', async () => {
  const ann = await services.nurse('ann')
  await addLicense(ann)
  await addPicture(ann, 'card front.png')
  const bob = await services.nurse('bob')
  await disable(bob.email)
  const lines = await admin({ command: 'users' })
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^ann@nurses\.example +2026-03-10 +no +2026-03-10 15:00 UTC +no +1 +0\.0 MB$/)
  expect(lines[2]).toMatch(
    /^bob@nurses\.example +2026-03-10 +no +2026-03-10 15:00 UTC +since 2026-03-10 +0 +0\.0 MB$/,
  )
  expect(lines.join('\n')).not.toMatch(new RegExp(`${licenseNumber}|card front|RN|CA`))
})

test('lists an account’s sessions, and ends all of them', async () => {
  const ann = await services.nurse('ann')
  const phone = services.stranger()
  await post(phone, '/sign-in/email', { email: ann.email, password: testPassword, isShared: true })
  const listed = await admin({ command: 'sessions', email: ann.email, isEnding: false })
  expect(listed).toHaveLength(3)
  expect(listed.join('\n')).toMatch(/shared +2026-03-10 15:00 UTC/)
  expect(await isSignedIn(ann)).toBe(true)
  expect(await admin({ command: 'sessions', email: ann.email, isEnding: true })).toEqual([
    'Ended the sessions of ann@nurses.example (2).',
  ])
  expect([await isSignedIn(ann), await isSignedIn(phone)]).toEqual([false, false])
  expect(await actionsOf(ann)).toContainEqual({ action: 'auth_sessions_ended', metadata: { sessions: 2 } })
  expect(await admin({ command: 'sessions', email: ann.email, isEnding: false })).toEqual([
    'ann@nurses.example has no open session.',
  ])
})

describe('an invitation', () => {
  const invite = () => admin({ command: 'invite', email: 'bea@nurses.example' })
  const invitationIn = (text = '') => /mode=register&oobCode=([\w-]+)/.exec(text)?.[1]

  test('is printed, and its link registers the invited address', async () => {
    services.config.signUps = { kind: 'invite' }
    const [line, url] = await invite()
    expect(line).toMatch(/^Invited bea@nurses\.example: send them this link\. It works once, for 7 days/)
    expect(services.outbox()).toEqual([])
    const registration = { email: 'bea@nurses.example', password: testPassword, name: 'Bea' }
    const invitation = invitationIn(url)
    expect((await post(services.stranger(), '/sign-up/email', { ...registration, invitation })).status).toBe(
      200,
    )
    await expect(invite()).rejects.toThrow('bea@nurses.example already has an account.')
  })

  test('is also mailed if there is a mail server', async () => {
    services.config.signUps = { kind: 'invite' }
    services.mailer.mode = 'smtp'
    const [line, url] = await invite()
    expect(line).toContain('by mail')
    const [mail] = services.outbox()
    expect(mail).toMatchObject({ to: 'bea@nurses.example', kind: 'invitation' })
    expect(invitationIn(mail?.text)).toBe(invitationIn(url))
  })

  test('is refused if nobody needs one', async () => {
    await expect(invite()).rejects.toThrow(/^Set SIGNUPS=invite first/)
  })
})

test.each<AdminRequest>([
  { command: 'disable', email: 'eve@nurses.example' },
  { command: 'enable', email: 'eve@nurses.example' },
  { command: 'sessions', email: 'eve@nurses.example', isEnding: false },
  { command: 'sessions', email: 'eve@nurses.example', isEnding: true },
])('the error names an unknown address: %o', async (request) => {
  await expect(admin(request)).rejects.toThrow(StartError)
  await expect(admin(request)).rejects.toThrow(/^No account has the address eve@nurses\.example/)
})

test.each<[string[], AdminRequest]>([
  [['users'], { command: 'users' }],
  [['disable', ' Ann@Nurses.example '], { command: 'disable', email: 'ann@nurses.example' }],
  [['enable', 'ann@nurses.example'], { command: 'enable', email: 'ann@nurses.example' }],
  [['invite', 'ann@nurses.example'], { command: 'invite', email: 'ann@nurses.example' }],
  [['sessions', 'ann@nurses.example'], { command: 'sessions', email: 'ann@nurses.example', isEnding: false }],
  [
    ['sessions', 'ann@nurses.example', '--end'],
    { command: 'sessions', email: 'ann@nurses.example', isEnding: true },
  ],
])('the arguments %j are understood', (args, request) => expect(requestOf(args)).toEqual(request))

test.each([
  [[]],
  [['destroy', 'ann@nurses.example']],
  [['users', 'ann@nurses.example']],
  [['users', '--end']],
  [['disable']],
  [['disable', 'ann@nurses.example', 'bob@nurses.example']],
  [['disable', 'ann@nurses.example', '--end']],
  [['sessions', '--end']],
  [['sessions', 'ann@nurses.example', '--all']],
])('the arguments %j print the usage', (args) => expect(() => requestOf(args)).toThrow(/^Usage: /))

test('the error names an invalid address', () => {
  expect(() => requestOf(['disable', 'ann'])).toThrow('ann is not an email address: nothing was changed.')
})

describe('the server on an embedded database', () => {
  const embedded = (): Services => ({ ...services, database: { ...services.database, kind: 'embedded' } })

  test('runs a command, or returns the reason why not', async () => {
    const ann = await services.nurse('ann')
    const requests = answerAdminRequests(embedded())
    const ask = (email: string) => askServer(services.dataDir, { command: 'disable', email })
    expect((await ask(ann.email))[0]).toMatch(/^Disabled ann@nurses\.example/)
    await expect(ask('eve@nurses.example')).rejects.toThrow(/^No account has the address/)
    expect(await isSignedIn(ann)).toBe(false)
    await requests.stop()
  })

  test('goes on where another user made the folder of requests', async () => {
    const folder = join(services.dataDir, 'admin-requests')
    const requests = answerAdminRequests(embedded())
    // Root can read every folder, but no folder that is a file.
    writeFileSync(folder, '')
    await pause(600)
    rmSync(folder)
    expect((await askServer(services.dataDir, { command: 'users' }))[0]).toMatch(/^EMAIL/)
    await requests.stop()
  })

  test('ignores requests from before its start, and an unanswered command fails with an explanation', async () => {
    const ann = await services.nurse('ann')
    const folder = join(services.dataDir, 'admin-requests')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'old.wanted'), JSON.stringify({ command: 'disable', email: ann.email }))
    const requests = answerAdminRequests(embedded())
    await askServer(services.dataDir, { command: 'users' })
    await requests.stop()
    expect(await isSignedIn(ann)).toBe(true)
    await expect(askServer(services.dataDir, { command: 'users' }, 100)).rejects.toThrow(/stop Lanyard first/)
  })
})
