import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reminder, ReminderSummary } from '#shared/reminders/reminder.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
beforeEach(async () => {
  await services.database.clear()
  services.mailer.mode = 'outbox'
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
  await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
  services.mailer.mode = 'smtp'
  services.mailer.outcome = { result: 'accepted' }
  services.mailer.messages.length = 0
})
afterAll(() => services.close())

const bls = {
  kind: 'certification',
  name: 'O’Brien’s <b>BLS</b>',
  issuer: 'AHA',
  number: 'XK-774455',
  tags: [],
}

async function enter(expiresAt: string, more: object = {}): Promise<string> {
  const answer = await ann.json('POST', '/api/credentials', { ...bls, expiresAt, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function sweepAt(iso: string): Promise<void> {
  services.clock.set(iso)
  await services.sweep()
}

async function mailState() {
  const { items } = (await (await ann.fetch('/api/reminders?state=sent')).json()) as { items: Reminder[] }
  return items.flatMap(({ channels }) =>
    channels.filter(({ channel }) => channel === 'email').map(({ state, error }) => [state, error]),
  )
}

const subjects = () => services.mailer.messages.map(({ subject }) => subject)
const choose = (settings: object) =>
  ann.json('PUT', '/api/reminders/settings', { ...defaultSettings, ...settings })

describe('a reminder mail', () => {
  it('says what expires and when, without a license number', async () => {
    const id = await enter('2026-04-09')
    await services.sweep()
    const [mail] = services.mailer.messages
    expect(mail).toMatchObject({ to: ann.email, subject: 'O’Brien’s <b>BLS</b> expires in 30 days' })
    expect(mail?.text).toContain('It expires on April 9, 2026.')
    expect(mail?.text).toContain(
      'Are you clear to work? Add your license to see whether you are clear to work.',
    )
    expect(mail?.text).toContain(`/credentials/${id}`)
    expect(mail?.html).toContain('&lt;b&gt;BLS')
    expect(JSON.stringify(mail)).not.toContain('774455')
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:\d+\/api\/unsubscribe\/[\w.-]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(await mailState()).toEqual([['sent', null]])
  })

  it('is in the language of the account at the time of sending, as is the unsubscribe page', async () => {
    await enter('2026-04-09')
    await enter('2026-03-31', { name: 'ACLS' })
    await choose({ digest: 'weekly' })
    await services.sweep()
    await ann.json('PUT', '/api/users/me', { settings: { locale: 'es-US' } })
    await sweepAt('2026-03-16T15:00:00.000Z')
    const [mail] = services.mailer.messages
    expect(mail?.subject).toBe('ACLS: vence dentro de 15 días, y 1 más')
    expect(mail?.text).toContain('O’Brien’s <b>BLS</b>: vence dentro de 24 días: 9 de abril de 2026.')
    expect(mail?.text).toContain('¿Puede trabajar?')
    expect(mail?.text).toContain('Abrir mi bóveda:')
    expect(mail?.html).toContain('No recibir más correos sobre certificaciones')
    const [, path = ''] = /<http:\/\/[^/]+([^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? []
    const page = await (await services.stranger().fetch(path)).text()
    expect(page).toContain('<html lang="es">')
    expect(page).toContain('¿Desactivar los correos sobre certificaciones?')
  })

  it('is retried after a temporary refusal with the same Message-ID, and arrives once', async () => {
    await enter('2026-04-09')
    services.mailer.outcome = { result: 'deferred', code: '451' }
    await services.sweep()
    expect(await mailState()).toEqual([['waiting', 'The mail server asked us to try later (451)']])
    services.mailer.outcome = { result: 'accepted' }
    await sweepAt('2026-03-10T15:00:59.000Z')
    expect(services.mailer.messages).toEqual([])
    await sweepAt('2026-03-10T15:01:00.000Z')
    await sweepAt('2026-03-10T16:30:00.000Z')
    expect(services.mailer.messages).toHaveLength(1)
    expect(services.mailer.messages[0]?.key).toMatch(/^reminder-[0-9a-f-]{36}$/)
    expect(await mailState()).toEqual([['sent', null]])
  })

  it('fails after a day of refusals, and the dashboard shows it', async () => {
    await enter('2026-04-09')
    services.mailer.outcome = { result: 'unreachable', code: 'ECONNREFUSED' }
    for (const minutes of [0, 1, 6, 36, 156, 876])
      await sweepAt(new Date(Date.parse('2026-03-10T15:00:00Z') + minutes * 60_000).toISOString())
    expect(await mailState()).toEqual([['failed', 'The mail server could not be reached (ECONNREFUSED)']])
    const { warnings } = (await (await ann.fetch('/api/reminders/summary')).json()) as ReminderSummary
    expect(warnings).toMatchObject([{ code: 'last_delivery_failed', channel: 'email' }])
  })

  it('is not retried after a permanent refusal', async () => {
    await enter('2026-04-09')
    services.mailer.outcome = { result: 'refused', code: '550' }
    await services.sweep()
    expect(await mailState()).toEqual([['failed', 'The mail server refused this address (550)']])
  })

  it('is not sent if the date changes while it is queued', async () => {
    const id = await enter('2026-04-09')
    services.mailer.outcome = { result: 'deferred', code: '451' }
    await services.sweep()
    await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2028-04-09' })
    services.mailer.outcome = { result: 'accepted' }
    await sweepAt('2026-03-10T15:05:00.000Z')
    expect(services.mailer.messages).toEqual([])
    expect(await mailState()).toEqual([['skipped', 'Its date has changed, or it was deleted']])
  })

  it('is sent again if the process died before it recorded the result', async () => {
    await enter('2026-04-09')
    await services.sweep()
    await services.database.pool.query(
      `update reminder_deliveries set state = 'waiting', lease_until = '2026-03-10T15:01:15Z' where channel = 'email'`,
    )
    await sweepAt('2026-03-10T15:01:00.000Z')
    expect(services.mailer.messages).toHaveLength(1)
    await sweepAt('2026-03-10T15:02:00.000Z')
    expect(new Set(services.mailer.messages.map(({ key }) => key)).size).toBe(1)
    expect(services.mailer.messages).toHaveLength(2)
  })
})

describe('a digest', () => {
  it('combines the reminders of one day into one mail', async () => {
    await choose({ digest: 'daily' })
    for (const name of ['BLS', 'ACLS', 'PALS']) await enter('2026-04-09', { name })
    await services.sweep()
    expect(subjects()).toEqual(['ACLS expires in 30 days, and 2 more'])
    for (const name of ['BLS', 'ACLS', 'PALS'])
      expect(services.mailer.messages[0]?.text).toContain(`${name} expires in 30 days: April 9, 2026.`)
    await enter('2026-03-20', { name: 'NRP' })
    await sweepAt('2026-03-11T13:59:00.000Z')
    expect(services.mailer.messages).toHaveLength(1)
    await sweepAt('2026-03-11T14:00:00.000Z')
    expect(subjects()).toHaveLength(2)
    expect(await mailState()).toEqual(Array(4).fill(['sent', null]))
  })

  it('of a week is sent on Monday at the owner’s hour', async () => {
    await choose({ digest: 'weekly' })
    await enter('2026-04-09', { name: 'BLS' })
    await enter('2026-04-11', { name: 'ACLS' })
    await sweepAt('2026-03-12T15:00:00.000Z')
    await sweepAt('2026-03-16T13:59:59.000Z')
    expect(services.mailer.messages).toEqual([])
    await sweepAt('2026-03-16T14:00:00.000Z')
    expect(subjects()).toEqual(['BLS expires in 24 days, and 1 more'])
  })
})

describe('unsubscribing', () => {
  it('turns one kind off with one click, without signing in', async () => {
    await enter('2026-04-09')
    await services.sweep()
    const url = /<(.+)>/.exec(services.mailer.messages[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const path = new URL(url).pathname
    const stranger = services.stranger()
    const page = await stranger.fetch(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Turn off email about your certifications?')
    expect(await (await ann.fetch('/api/reminders/settings')).json()).toEqual(defaultSettings)

    const body = 'List-Unsubscribe=One-Click'
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const done = await services.app.request(url, { method: 'POST', body, headers: type })
    expect(done.status).toBe(200)
    const { kinds } = (await (await ann.fetch('/api/reminders/settings')).json()) as typeof defaultSettings
    expect([kinds.certification.email, kinds.license.email]).toEqual([false, true])
    await sweepAt('2026-03-26T15:00:00.000Z')
    expect(services.mailer.messages).toHaveLength(1)
  })

  it('rejects a forged token, or one changed to another kind', async () => {
    await enter('2026-04-09')
    await services.sweep()
    const header = services.mailer.messages[0]?.headers?.['List-Unsubscribe'] ?? ''
    const path = new URL(/<(.+)>/.exec(header)?.[1] ?? '').pathname
    for (const other of [path.replace('certification', 'license'), `${path}x`, '/api/unsubscribe/a.b.c']) {
      expect((await services.stranger().fetch(other)).status).toBe(404)
      expect((await services.stranger().fetch(other, { method: 'POST' })).status).toBe(404)
    }
    expect(await (await ann.fetch('/api/reminders/settings')).json()).toEqual(defaultSettings)
  })
})

it('a test mail is really sent, and a failure is reported', async () => {
  const test = async () => (await ann.json('POST', '/api/reminders/test', { channel: 'email' })).json()
  expect(await test()).toEqual({ state: 'sent', error: null })
  expect(subjects()).toEqual(['This is a test: your reminders arrive here'])
  services.mailer.outcome = { result: 'refused', code: '550' }
  expect(await test()).toEqual({ state: 'failed', error: 'The mail server refused this address (550)' })
})
