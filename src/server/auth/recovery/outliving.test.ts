import { readFileSync, rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '#server/ops/admin-service.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import { addDevice, createCalendarFeed, expectSuccess, openShareLink } from '#testing/actors.ts'
import { addApplePass, createPassCertificates, openPassFile, openPhone } from '#testing/apple-pass.ts'
import { post } from '#testing/auth-requests.ts'
import { loopbackOutboundHttp } from '#testing/outbound-server.ts'
import { createMailAddress, isMailTaken, mailInEnv } from '#testing/received-mails.ts'
import { addLicense, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { mailedCode, registerConfirmedNurse, signInAsThief } from '#testing/thief.ts'

// Everything that a thief can leave behind, and every way for the owner to end it: "What outlives a session" in
// docs/threat-model.md.

const made = createPassCertificates()
const newPassword = 'amber kettle glacier 7'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({
    env: {
      ...made.env,
      ...mailInEnv,
      ...{
        PUBLIC_URL: 'https://vault.example',
        AUTH_SECRET: 'a'.repeat(40),
        SMTP_URL: 'smtp://localhost:2525',
      },
    },
    outboundHttp: loopbackOutboundHttp(),
  })
})
afterEach(async () => {
  await services.database.clear()
  services.outbox().length = 0
})
afterAll(async () => {
  await services.close()
  rmSync(made.folder, { recursive: true })
})

const isFound = async (answer: Promise<Response>) => (await answer).status < 400
const hasRow = (table: string) => async () =>
  (await services.database.pool.query(`select 1 from ${table}`)).rows.length > 0

/** Each makes one thing, and returns whether it still works. */
const things: Record<string, (thief: Nurse) => Promise<() => Promise<boolean>>> = {
  'access token': async (thief) => {
    const { token } = await addAccessToken(thief)
    return () => isFound(openProgram(services, token).fetch('/api/users/me'))
  },
  'wallet pass': async (thief) => {
    const { pass } = await addApplePass(thief, await addLicense(thief), true)
    const phone = openPhone(services, pass)
    await phone.register()
    return async () => (await openPassFile(await phone.latest())).pass.voided !== true
  },
  'share link': async (thief) => {
    const { token } = await createLink(thief, {
      resourceType: 'license',
      resourceId: await addLicense(thief),
    })
    return () => isFound(openShareLink(services.stranger(), token))
  },
  'calendar feed': async (thief) => {
    const feed = await createCalendarFeed(thief)
    return () => isFound(services.stranger().fetch(`/api/calendar/${feed}`))
  },
  'address for documents': async (thief) => {
    const address = await createMailAddress(thief)
    return () => isMailTaken(services, address)
  },
  webhook: async (thief) => {
    await expectSuccess(
      thief.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-a-thief' }),
    )
    return hasRow('webhooks')
  },
  'second person': async (thief) => {
    const person = { name: 'Eve', email: 'eve@evil.example' }
    await expectSuccess(thief.json('PUT', '/api/reminders/second-person', person))
    return hasRow('second_people')
  },
  'push subscription': async (thief) => {
    await addDevice(thief, 'of-a-thief')
    return hasRow('push_subscriptions')
  },
  'known browser': async () => hasRow('known_devices'),
  'export under way': async (thief) => {
    await addLicense(thief)
    const answer = await thief.fetch('/api/users/me/export')
    return async () => (await answer.clone().arrayBuffer()).byteLength > 0
  },
}

/** Mails that tell of a thing; the others are told in other ways. */
const mails: Record<string, string> = {
  'access token': 'way_in_access_token_made',
  'wallet pass': 'way_in_pass_made',
  'calendar feed': 'way_in_calendar_made',
  'address for documents': 'way_in_mail_address_made',
  webhook: 'way_in_webhook_set',
  'second person': 'way_in_second_person_named',
  'push subscription': 'way_in_push_added',
  'known browser': 'new_device',
}

const ends: Record<string, (ann: Nurse) => Promise<unknown>> = {
  'new password': (ann) =>
    expectSuccess(post(ann, '/change-password', { currentPassword: testPassword, newPassword })),
  'other sessions ended': (ann) => expectSuccess(ann.fetch('/api/users/me/sessions', { method: 'DELETE' })),
  'account taken back': async (ann) => {
    await expectSuccess(post(ann, '/change-email', { newEmail: 'eve@evil.example' }))
    const token = mailedCode(services, ann.email, 'email_change_asked')
    await expectSuccess(post(services.stranger(), '/recover-email', { token }))
  },
  'account disabled': (ann) => runAdmin(services, { command: 'disable', email: ann.email }),
}

/** The rows of the table by name, and their cells by column. */
function readTable(): Map<string, Record<string, string>> {
  const text = readFileSync('docs/threat-model.md', 'utf8').split('## What outlives a session')[1] ?? ''
  const rows = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  const [columns = [], , ...body] = cells
  return new Map(
    body.map((row) => [row[0] ?? '', Object.fromEntries(columns.map((name, i) => [name, row[i] ?? '']))]),
  )
}
const table = readTable()

test('the table has a row for each thing', () => {
  expect([...table.keys()].sort()).toEqual([...Object.keys(things), 'offline copy'].sort())
})

describe.each(Object.keys(things))('%s', (name) => {
  test.each(Object.keys(ends))('at: %s', async (end) => {
    const ann = await registerConfirmedNurse(services, 'Ann')
    const thief = await signInAsThief(services, ann)
    const works = await things[name]?.(thief)
    if (!works) throw new Error(`No ${name}`)
    expect(await works()).toBe(true)
    const told = services.outbox().map(({ kind, to }) => `${kind} ${to}`)
    if (mails[name]) expect(told).toContain(`${mails[name]} ${ann.email}`)
    expect(table.get(name)?.['who is told']?.startsWith('mail')).toBe(name in mails || name === 'share link')

    services.clock.advance(1000)
    await ends[end]?.(ann)
    const expected = table.get(name)?.[end]
    if (expected === 'pauses' && /link|feed/.test(name)) expect(await works()).toBe(false)
    if (end === 'account disabled') await runAdmin(services, { command: 'enable', email: ann.email })
    expect(await works(), String(expected)).toBe(expected !== 'ends')
    expect(['ends', 'stays', 'pauses']).toContain(expected)
  })
})
