import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '#server/mail/mailer.ts'
import { runAdmin } from '#server/ops/admin-service.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import type { SecondPerson } from '#shared/reminders/second-person.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { expectSuccess } from '#testing/actors.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { type MailServer, plainText, startMailServer } from '#testing/mail-server.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { tellSecondPeople } from './second-person-service.ts'

const path = '/api/reminders/second-person'
const maria = { name: 'Maria', email: 'maria@family.example' }

let services: TestServices
let mailServer: MailServer
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

/** Mails to a second person go through the real outbox to a real SMTP server; the owner's are captured. */
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  mailServer = await startMailServer()
  ann = await services.nurse('ann')
  await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
  const config = { ...services.config, SMTP_URL: mailServer.url }
  const { db, clock, log, mailer } = services
  const { enqueue, deliverDue } = createMailer({ config, db, clock, log })
  Object.assign(mailer, { mode: 'smtp', enqueue, deliverDue })
})
afterEach(() => mailServer.close())

const stateOf = (nurse: Nurse) => readJson<SecondPerson>(nurse.fetch(path))
const invite = (nurse = ann, person = maria) => nurse.json('PUT', path, person)

async function round(): Promise<void> {
  await services.sweep()
  await tellSecondPeople(services)
  await services.mailer.deliverDue()
}
async function roundAt(iso: string): Promise<void> {
  services.clock.set(iso)
  await round()
}

/** The emails to the second person, decoded. */
const toMaria = () =>
  mailServer.received
    .filter(({ to }) => to === maria.email)
    .map((mail) => ({ ...mail, text: Buffer.from(plainText(mail), 'latin1').toString() }))

/** The path of the newest link with this purpose in Maria's mailbox. */
function linkOf(purpose: 'confirm' | 'end'): string {
  const found = toMaria().flatMap(({ text }) => [
    ...text.matchAll(new RegExp(`/api/second-person/${purpose}\\.[\\w.-]+`, 'g')),
  ])
  return found.at(-1)?.[0] ?? ''
}
const open = (link: string) => services.stranger().fetch(link)
const press = (link: string) => services.stranger().fetch(link, { method: 'POST' })

async function confirmed(): Promise<void> {
  await expectSuccess(invite())
  await round()
  await expectSuccess(press(linkOf('confirm')))
  mailServer.received.length = 0
}

async function enter(nurse: Nurse, expiresAt: string, more: object = {}): Promise<string> {
  const bls = { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer: 'AHA', tags: [] }
  const answer = await nurse.json('POST', '/api/credentials', {
    ...bls,
    number: 'XK-774455',
    expiresAt,
    ...more,
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const sentReminders = async () =>
  (await readJson<{ items: Reminder[] }>(ann.fetch('/api/reminders?state=sent'))).items

/** The records about the second person in the owner's activity log. */
async function log(): Promise<object[]> {
  const { items } = await readJson<{ items: { action: string; metadata: object }[] }>(
    ann.fetch('/api/users/me/activity?limit=50'),
  )
  return items.flatMap(({ action, metadata }) =>
    action.startsWith('auth_second_person_')
      ? [{ what: action.slice('auth_second_person_'.length), ...metadata }]
      : [],
  )
}

describe('naming a second person', () => {
  test('asks them first, by a link that does nothing when it is opened', async () => {
    expect(await stateOf(ann)).toMatchObject({ state: 'none', isMailSetUp: true })
    await expectSuccess(invite())
    await round()
    const [mail] = toMaria()
    expect(mail?.subject).toBe(
      'Ann (ann@nurses.example) asks you to be the second person for their reminders',
    )
    expect(mail?.text).toContain('Hello Maria,')
    const page = await (await open(linkOf('confirm'))).text()
    expect(page).toContain('Be the second person for reminders?')
    expect(await stateOf(ann)).toMatchObject({ ...maria, state: 'invited' })
    expect(await (await press(linkOf('confirm'))).text()).toContain('You are the second person')
    expect(await stateOf(ann)).toMatchObject({ ...maria, state: 'confirmed' })
    expect(await log()).toEqual(
      expect.arrayContaining([
        { what: 'asked', ...maria },
        { what: 'confirmed', ...maria },
      ]),
    )
  })

  test('takes a recent sign-in, and the owner is told by mail', async () => {
    services.clock.advance(600_000)
    expect(await (await invite()).json()).toMatchObject({ status: 401, code: 'reauthentication_needed' })
    await ann.signIn()
    await expectSuccess(invite())
    await round()
    expect(mailServer.received.map(({ to, subject }) => [to, subject])).toContainEqual([
      ann.email,
      'A second person was named in Lanyard',
    ])
  })

  test('is not offered without a mail server', async () => {
    services.mailer.mode = 'outbox'
    expect(await (await invite()).json()).toMatchObject({ status: 409, code: 'mail_not_set_up' })
    expect(await stateOf(ann)).toMatchObject({ state: 'none', isMailSetUp: false })
  })

  test.each([
    [{ ...maria, email: 'ann@nurses.example' }, 'email'],
    [{ ...maria, email: 'maria@family.example, eve@evil.example' }, 'email'],
    [{ ...maria, name: ' ' }, 'name'],
  ])('refuses %j', async (person, field) => {
    const { errors } = (await (await invite(ann, person)).json()) as { errors: { path: string }[] }
    expect(errors.map((each) => each.path)).toEqual([field])
    expect(await stateOf(ann)).toMatchObject({ state: 'none' })
  })

  test('leaves a name out of the mail that a mail program would make a link of', async () => {
    await ann.json('PUT', '/api/users/me', { name: 'Win at www.evil.example' })
    await expectSuccess(invite(ann, { ...maria, name: 'Visit https://evil.example' }))
    await round()
    expect(toMaria()).toHaveLength(1)
    expect(JSON.stringify(toMaria())).not.toContain('evil')
  })

  test('does not flood an address, whoever asks', async () => {
    const bob = await services.nurse('bob')
    const answers = [
      await invite(),
      await ann.fetch(`${path}/invitation`, { method: 'POST' }),
      await invite(bob),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await invite(bob)).status).toBe(429)
    expect((await ann.fetch(`${path}/invitation`, { method: 'POST' })).status).toBe(429)
    await round()
    expect(toMaria()).toHaveLength(3)
  })

  test('does not let one owner write to many addresses', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1)
      statuses.push((await invite(ann, { name: 'M', email: `m${i}@family.example` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('ends after 7 days without a confirmation, and can be sent again', async () => {
    await expectSuccess(invite())
    await round()
    const old = linkOf('confirm')
    services.clock.advance(7 * 86_400_000)
    expect(await stateOf(ann)).toMatchObject({ state: 'expired' })
    expect(await (await open(old)).text()).toContain('This invitation has expired')
    expect(await (await press(old)).text()).toContain('This invitation has expired')
    await expectSuccess(ann.fetch(`${path}/invitation`, { method: 'POST' }))
    expect(await stateOf(ann)).toMatchObject({ state: 'invited' })
    await round()
    await expectSuccess(press(linkOf('confirm')))
    expect(await stateOf(ann)).toMatchObject({ state: 'confirmed' })
  })

  test('links of a person who was removed or replaced do nothing', async () => {
    await expectSuccess(invite())
    await round()
    await expectSuccess(invite(ann, { name: 'Luis', email: 'luis@family.example' }))
    expect(await (await press(linkOf('confirm'))).text()).toContain('These emails have ended')
    await press(linkOf('end'))
    expect(await stateOf(ann)).toMatchObject({ state: 'invited', name: 'Luis' })
    await expectSuccess(ann.fetch(path, { method: 'DELETE' }))
    expect(await stateOf(ann)).toMatchObject({ state: 'none', name: null })
  })

  test('can be declined after the owner removed the person, and then the owner cannot ask them again', async () => {
    await expectSuccess(invite())
    await round()
    await expectSuccess(ann.fetch(path, { method: 'DELETE' }))
    expect(await (await open(linkOf('end'))).text()).toContain('End these emails?')
    expect(await (await press(linkOf('end'))).text()).toContain('These emails have ended')
    expect(await (await open(linkOf('end'))).text()).toContain('These emails have ended')
    expect(await (await invite()).json()).toMatchObject({ status: 409, code: 'second_person_refused' })
    await expectSuccess(invite(ann, { name: 'Luis', email: 'luis@family.example' }))
  })

  test('a refused name does not use up the tries of the day', async () => {
    for (let index = 0; index < 7; index += 1)
      expect((await invite(ann, { name: 'Me', email: ann.email })).status).toBe(422)
    await expectSuccess(invite())
  })

  test('names the person in the notice to the owner, and no phone number of the owner in the mail', async () => {
    await ann.json('PUT', '/api/users/me', { firstName: 'Call', lastName: '1-800-555-0199' })
    await expectSuccess(invite())
    await round()
    expect(toMaria()[0]?.subject).toBe(
      'ann@nurses.example asks you to be the second person for their reminders',
    )
    const notice = mailServer.received.find(
      ({ subject }) => subject === 'A second person was named in Lanyard',
    )
    expect(notice && plainText(notice)).toContain('The address is maria@family.example.')
  })

  test('links that were changed are not found', async () => {
    await expectSuccess(invite())
    await round()
    const confirm = linkOf('confirm')
    const [, signature = ''] = /\.([\w-]+)$/.exec(confirm) ?? []
    for (const link of [confirm.replace('/confirm.', '/end.'), confirm.replace(signature, 'x'.repeat(43))])
      expect([(await open(link)).status, (await press(link)).status]).toEqual([404, 404])
    expect(await (await open(`${confirm}x`)).text()).toContain('This link does not work')
  })
})

describe('a second person', () => {
  test('is told once before and once after, with title and date only', async () => {
    await confirmed()
    await enter(ann, '2026-03-15', { notes: 'secret' })
    await round()
    expect(await sentReminders()).toHaveLength(1)
    expect(toMaria()).toEqual([])
    await roundAt('2026-03-11T13:59:00.000Z')
    expect(toMaria()).toEqual([])
    await roundAt('2026-03-11T14:00:00.000Z')
    const [mail] = toMaria()
    expect(mail?.text).toContain('BLS expires on March 15, 2026.')
    expect(mail?.text).not.toMatch(/774455|secret/)
    for (const day of ['12', '13', '14', '15']) await roundAt(`2026-03-${day}T14:30:00.000Z`)
    expect(toMaria()).toHaveLength(1)
    await roundAt('2026-03-16T14:30:00.000Z')
    expect(toMaria()).toHaveLength(2)
    expect(toMaria()[1]?.text).toContain('BLS expired on March 15, 2026.')
    for (const day of ['17', '22', '29']) await roundAt(`2026-03-${day}T14:30:00.000Z`)
    expect(toMaria()).toHaveLength(2)
    expect(await log()).toContainEqual({ what: 'told', ...maria, count: 1 })
  })

  test('gets one mail a day for all items, in the language of the owner', async () => {
    await ann.json('PUT', '/api/users/me', { settings: { locale: 'es-US', timeZone: 'America/Chicago' } })
    await confirmed()
    await enter(ann, '2026-03-15')
    await enter(ann, '2026-03-16', { name: 'Card 12 34 567', code: 'OTHER' })
    await enter(ann, '2026-03-16', { name: 'CEN 12a-34b', code: 'OTHER', number: '12A34B' })
    await round()
    await Promise.all([
      roundAt('2026-03-11T14:00:00.000Z'),
      tellSecondPeople(services),
      tellSecondPeople(services),
    ])
    await round()
    expect(toMaria()).toHaveLength(1)
    expect(toMaria()[0]?.text).toContain('BLS vence el 15 de marzo de 2026.')
    expect(toMaria()[0]?.text).toContain('Una certificación vence el 16 de marzo de 2026. (×2)')
  })

  test('is told of what comes up later on the next day, not on the same one', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    await roundAt('2026-03-11T14:00:00.000Z')
    await enter(ann, '2026-03-14', { name: 'ACLS', code: 'ACLS' })
    await roundAt('2026-03-11T14:05:00.000Z')
    await roundAt('2026-03-11T23:00:00.000Z')
    expect(toMaria()).toHaveLength(1)
    await roundAt('2026-03-12T14:00:00.000Z')
    expect(toMaria()).toHaveLength(2)
    expect(toMaria()[1]?.text).not.toContain('BLS')
  })

  test('is not told of a health record, of what is later than 7 days, or of what ended long ago', async () => {
    await confirmed()
    await addHealthRecord(ann, { dueOn: '2026-03-15' })
    await enter(ann, '2026-03-25')
    await enter(ann, '2026-01-10')
    await round()
    await roundAt('2026-03-11T14:30:00.000Z')
    await roundAt('2026-03-12T14:30:00.000Z')
    expect(toMaria()).toEqual([])
  })

  const reactions: [string, (id: string, reminder: string) => Promise<Response>][] = [
    [
      'read the reminder',
      (_id, reminder) => ann.json('PATCH', `/api/reminders/${reminder}`, { isRead: true }),
    ],
    [
      'snoozed it',
      (_id, reminder) => ann.json('PATCH', `/api/reminders/${reminder}`, { snoozedUntil: '2026-03-12' }),
    ],
    [
      'dismissed it',
      (_id, reminder) => ann.json('PATCH', `/api/reminders/${reminder}`, { state: 'dismissed' }),
    ],
    ['deleted it', (_id, reminder) => ann.fetch(`/api/reminders/${reminder}`, { method: 'DELETE' })],
    ['started the renewal', (id) => ann.json('POST', `/api/credentials/${id}/renewals`, {})],
    ['changed the record', (id) => ann.json('PATCH', `/api/credentials/${id}`, { notes: 'Booked' })],
    ['deleted the record', (id) => ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })],
  ]
  test.each(reactions)('is not told if the owner %s', async (_name, react) => {
    await confirmed()
    const id = await enter(ann, '2026-03-15')
    await round()
    const [reminder] = await sentReminders()
    services.clock.advance(60_000)
    await expectSuccess(react(id, reminder?.id ?? ''))
    await roundAt('2026-03-11T14:00:00.000Z')
    expect(toMaria()).toEqual([])
  })

  test('is told if the owner reacted to an earlier reminder and not to the last one', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    services.clock.advance(60_000)
    await ann.fetch('/api/reminders/read', { method: 'POST' })
    await roundAt('2026-03-14T14:00:00.000Z')
    expect(toMaria()).toEqual([])
    await roundAt('2026-03-15T14:00:00.000Z')
    expect(toMaria()).toHaveLength(1)
    expect(toMaria()[0]?.text).toContain('BLS expires on March 15, 2026.')
  })

  test('can end it with the link of each mail, and cannot be asked again by this owner', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    await roundAt('2026-03-11T14:00:00.000Z')
    const end = linkOf('end')
    expect(await (await open(end)).text()).toContain('End these emails?')
    expect(await stateOf(ann)).toMatchObject({ state: 'confirmed' })
    expect(await (await press(end)).text()).toContain('These emails have ended')
    expect(await (await press(end)).text()).toContain('These emails have ended')
    expect(await stateOf(ann)).toMatchObject({ state: 'ended' })
    await roundAt('2026-03-16T14:30:00.000Z')
    expect(toMaria()).toHaveLength(1)
    expect(await log()).toContainEqual({ what: 'ended', ...maria, by: 'person' })
    await expectSuccess(ann.fetch(path, { method: 'DELETE' }))
    await ann.signIn()
    expect(await (await invite()).json()).toMatchObject({ status: 409, code: 'second_person_refused' })
    const bob = await services.nurse('bob')
    await expectSuccess(invite(bob))
  })

  test('can decline an invitation', async () => {
    await expectSuccess(invite())
    await round()
    await press(linkOf('end'))
    expect(await (await press(linkOf('confirm'))).text()).toContain('These emails have ended')
    expect(await stateOf(ann)).toMatchObject({ state: 'ended' })
  })

  test('is not told while the account is disabled, and can end it then', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    await runAdmin(services, { command: 'disable', email: ann.email })
    await roundAt('2026-03-11T14:00:00.000Z')
    expect(toMaria()).toEqual([])
    await runAdmin(services, { command: 'enable', email: ann.email })
    await roundAt('2026-03-12T14:00:00.000Z')
    expect(toMaria()).toHaveLength(1)
    await runAdmin(services, { command: 'disable', email: ann.email })
    await expectSuccess(press(linkOf('end')))
    await runAdmin(services, { command: 'enable', email: ann.email })
    await ann.signIn()
    expect(await stateOf(ann)).toMatchObject({ state: 'ended' })
  })

  test('gets no mail that still waited when it ended', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    mailServer.answer(451)
    await roundAt('2026-03-11T14:00:00.000Z')
    await expectSuccess(ann.fetch(path, { method: 'DELETE' }))
    mailServer.answer('accept')
    await roundAt('2026-03-11T15:00:00.000Z')
    expect(toMaria()).toEqual([])
  })

  test('is told exactly once when the process dies before the transaction ends', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    services.clock.set('2026-03-11T14:00:00.000Z')
    await services.sweep()
    const { enqueue } = services.mailer
    services.mailer.enqueue = async (...message) => {
      await enqueue(...message)
      throw new Error('The process was killed')
    }
    await expect(tellSecondPeople(services)).rejects.toThrow('killed')
    services.mailer.enqueue = enqueue
    await round()
    await round()
    expect(toMaria()).toHaveLength(1)
  })

  test('is in the export without any link, and gone with the account', async () => {
    await confirmed()
    await enter(ann, '2026-03-15')
    await round()
    await roundAt('2026-03-11T14:00:00.000Z')
    await ann.signIn()
    const zip = await expectSuccess(ann.fetch('/api/users/me/export'))
    const members = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    const { secondPerson } = JSON.parse(strFromU8(members[exportPaths.signIn] ?? new Uint8Array()))
    expect(secondPerson).toEqual({
      ...maria,
      state: 'confirmed',
      invitedAt: '2026-03-10T15:00:00.000Z',
      confirmedAt: '2026-03-10T15:00:00.000Z',
      endedAt: null,
      lastToldAt: '2026-03-11T14:00:00.000Z',
    })
    await expectSuccess(ann.json('DELETE', '/api/users/me', { password: testPassword }))
    for (const table of ['second_people', 'second_person_tellings', 'second_person_refusals'])
      expect((await services.database.pool.query(`select 1 from ${table}`)).rows).toEqual([])
    const left = await services.database.pool.query('select 1 from mail_outbox where "to" = $1', [
      maria.email,
    ])
    expect(left.rows).toEqual([])
  })
})
