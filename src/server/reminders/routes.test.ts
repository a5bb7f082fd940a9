import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reminder, ReminderSummary } from '#shared/reminders/reminder.ts'
import { longerLeadDays } from '#shared/reminders/reminder-schedule.ts'
import { defaultSettings, earlierDefaultSettings } from '#shared/reminders/settings.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bea: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  services.mailer.messages.length = 0
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
  await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
})
afterAll(() => services.close())

const license = { kind: 'license', type: 'RN', state: 'TX', number: 'RN 774455' }

async function enter(nurse: Nurse, body: object, path = '/api/credentials'): Promise<string> {
  const answer = await nurse.json('POST', path, body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function listed(nurse: Nurse, query = ''): Promise<Reminder[]> {
  const answer = await nurse.fetch(`/api/reminders${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { items: Reminder[] }).items
}

const brief = (list: Reminder[]) =>
  list.map(({ state, leadDays, remindOn }) => `${state} ${leadDays} ${remindOn}`)

async function sweepAt(iso: string): Promise<void> {
  services.clock.set(iso)
  await services.sweep()
}

async function change(nurse: Nurse, id: string, patch: object): Promise<Reminder> {
  const answer = await nurse.json('PATCH', `/api/reminders/${id}`, patch)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Reminder
}

async function summaryOf(nurse: Nurse): Promise<ReminderSummary> {
  const answer = await nurse.fetch('/api/reminders/summary')
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as ReminderSummary
}

it('are reported as planned only once the last change has been processed', async () => {
  expect(await summaryOf(ann)).toMatchObject({ next: null, isPlanned: true })
  const id = await enter(ann, { ...license, expiresAt: '2026-04-24' })
  expect(await summaryOf(ann)).toMatchObject({ next: null, isPlanned: false })
  expect(await summaryOf(bea)).toMatchObject({ next: null, isPlanned: true })
  await services.sweep()
  expect(await summaryOf(ann)).toMatchObject({ next: { resourceId: id }, isPlanned: true })
  await ann.json('DELETE', `/api/credentials/${id}`)
  expect(await summaryOf(ann)).toMatchObject({ next: null, isPlanned: true })
})

it('of a license follow its date at once, without waiting for the job', async () => {
  const id = await enter(ann, { ...license, expiresAt: '2026-04-24' })
  expect(brief(await listed(ann))).toEqual(['scheduled 30 2026-03-25'])
  await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2028-04-30' })
  expect(brief(await listed(bea))).toEqual([])
  expect(brief(await listed(ann))).toEqual(['scheduled 30 2028-03-31'])
  const { id: renewal } = (await (await ann.json('POST', `/api/credentials/${id}/renewals`, {})).json()) as {
    id: string
  }
  const card = { issuedAt: null, expiresAt: '2030-04-30', neverExpires: false, number: null, fileIds: [] }
  expect((await ann.json('POST', `/api/renewals/${renewal}/finish`, card)).status).toBe(200)
  expect(brief(await listed(ann))).toEqual(['scheduled 30 2030-03-31'])
  await services.sweep()
  expect(brief(await listed(ann))).toEqual(['scheduled 30 2030-03-31'])
  expect(await summaryOf(ann)).toMatchObject({ isPlanned: true })
})

describe('a license that expires in 45 days', () => {
  let id: string
  beforeEach(async () => {
    id = await enter(ann, { ...license, expiresAt: '2026-04-24' })
    await services.sweep()
  })

  it('shows its next reminder to its owner only', async () => {
    const items = await listed(ann)
    expect(brief(items)).toEqual(['scheduled 30 2026-03-25'])
    expect(items[0]).toMatchObject({
      ...{ resourceType: 'license', resourceId: id, title: 'Texas RN', step: 'renew', channels: [] },
    })
    expect(await listed(bea)).toEqual([])
    const reminderId = items[0]?.id ?? ''
    expect((await bea.json('PATCH', `/api/reminders/${reminderId}`, { isRead: true })).status).toBe(403)
    expect((await bea.json('DELETE', `/api/reminders/${reminderId}`)).status).toBe(403)
    expect((await ann.json('DELETE', '/api/reminders/no-such')).status).toBe(404)
    expect((await ann.json('PATCH', `/api/reminders/${reminderId}`, { title: 'x' })).status).toBe(422)
    for (const path of ['', '/summary', '/settings'])
      expect((await services.stranger().fetch(`/api/reminders${path}`)).status).toBe(401)
  })

  it('has a reminder at nine in the morning of that day, once', async () => {
    await sweepAt('2026-03-25T13:59:59.000Z')
    expect(brief(await listed(ann))).toEqual(['scheduled 30 2026-03-25'])
    await sweepAt('2026-03-25T14:00:00.000Z')
    await Promise.all(Array.from({ length: 20 }, () => services.sweep()))
    const items = await listed(ann)
    expect(brief(items)).toEqual(['scheduled 14 2026-04-10', 'sent 30 2026-03-25'])
    expect(items[1]).toMatchObject({ sentAt: '2026-03-25T14:00:00.000Z', isRead: false })
    expect(items[1]?.channels).toMatchObject([
      { channel: 'email', state: 'skipped', error: 'Email is not set up' },
      { channel: 'inApp', state: 'sent' },
    ])
    const mails = services.mailer.messages.filter(({ kind }) => kind === 'reminder')
    expect(mails).toHaveLength(1)
  })

  it('has one reminder for everything missed while the server was down for 40 days', async () => {
    await sweepAt('2026-05-04T20:00:00.000Z')
    expect(brief(await listed(ann))).toEqual(['scheduled -14 2026-05-08', 'sent -7 2026-05-01'])
  })

  it('has no more reminders once it is renewed', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2028-04-24' })
    await sweepAt('2026-04-30T14:00:00.000Z')
    expect(brief(await listed(ann))).toEqual(['scheduled 30 2028-03-25', 'sent 30 2026-03-25'])
  })

  it('has none while it is deleted, and repeats no step after it is restored', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    await ann.json('DELETE', `/api/credentials/${id}`)
    await sweepAt('2026-04-10T15:00:00.000Z')
    expect(await listed(ann)).toEqual([])
    await ann.json('POST', `/api/credentials/${id}/restore`)
    await services.sweep()
    expect(brief(await listed(ann))).toEqual([
      'scheduled 7 2026-04-17',
      'sent 14 2026-04-10',
      'sent 30 2026-03-25',
    ])
  })

  it('has none while it is archived, and repeats no step after it is unarchived', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    await ann.json('POST', `/api/credentials/${id}/archive`)
    await sweepAt('2026-04-10T15:00:00.000Z')
    expect(await listed(ann)).toEqual([])
    await ann.json('POST', `/api/credentials/${id}/unarchive`)
    await services.sweep()
    expect(brief(await listed(ann))).toEqual([
      'scheduled 7 2026-04-17',
      'sent 14 2026-04-10',
      'sent 30 2026-03-25',
    ])
  })

  it('has none once dismissed, which can be undone', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    const [, sent] = await listed(ann)
    expect(await change(ann, sent?.id ?? '', { state: 'dismissed' })).toMatchObject({ state: 'dismissed' })
    await sweepAt('2026-04-17T14:00:00.000Z')
    expect(brief(await listed(ann))).toEqual(['dismissed 30 2026-03-25'])
    await change(ann, sent?.id ?? '', { state: 'sent' })
    expect(brief(await listed(ann))).toEqual(['scheduled 7 2026-04-17', 'sent 30 2026-03-25'])
  })

  it('ignores undoing a dismissal after the date has moved', async () => {
    const [next] = await listed(ann)
    await change(ann, next?.id ?? '', { state: 'dismissed' })
    expect(brief(await listed(ann))).toEqual(['dismissed 30 2026-03-25'])
    await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2026-05-24' })
    await services.sweep()
    await change(ann, next?.id ?? '', { state: 'scheduled' })
    expect(brief(await listed(ann))).toEqual(['scheduled 30 2026-04-24', 'dismissed 30 2026-03-25'])
  })

  it('has a snoozed reminder again on that day, and not before', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    const [, sent] = await listed(ann)
    const refused = await ann.json('PATCH', `/api/reminders/${sent?.id}`, { snoozedUntil: '2026-03-25' })
    expect(refused.status).toBe(422)
    await change(ann, sent?.id ?? '', { snoozedUntil: '2026-04-13' })
    await sweepAt('2026-04-12T20:00:00.000Z')
    expect(brief(await listed(ann))).toEqual(['scheduled 11 2026-04-13', 'sent 30 2026-03-25'])
    await sweepAt('2026-04-13T14:00:00.000Z')
    expect(brief(await listed(ann))).toEqual([
      'scheduled 7 2026-04-17',
      'sent 11 2026-04-13',
      'sent 30 2026-03-25',
    ])
    expect((await listed(ann)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([null, null, null])
  })

  it('has the following reminder after the next one is deleted', async () => {
    const [next] = await listed(ann)
    expect((await ann.json('DELETE', `/api/reminders/${next?.id}`)).status).toBe(204)
    expect(brief(await listed(ann))).toEqual(['scheduled 14 2026-04-10'])
    await sweepAt('2026-04-10T14:00:00.000Z')
    expect(brief(await listed(ann, '?state=sent'))).toEqual(['sent 14 2026-04-10'])
  })

  it('counts unread reminders until they are read', async () => {
    await sweepAt('2026-03-25T14:00:00.000Z')
    expect(await summaryOf(ann)).toMatchObject({ unread: 1, next: { leadDays: 14 } })
    expect((await ann.json('POST', '/api/reminders/read', {})).status).toBe(204)
    expect(await summaryOf(ann)).toMatchObject({ unread: 0 })
  })

  it('follows a changed hour, schedule and time zone', async () => {
    const settings = { ...defaultSettings, hour: 18, leads: [20, 5] }
    expect((await ann.json('PUT', '/api/reminders/settings', settings)).status).toBe(200)
    expect(await (await ann.fetch('/api/reminders/settings')).json()).toEqual(settings)
    await services.sweep()
    expect(brief(await listed(ann))).toEqual(['scheduled 20 2026-04-04'])
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'Pacific/Honolulu' } })
    await sweepAt('2026-04-05T03:59:59.000Z')
    expect(await listed(ann, '?state=sent')).toEqual([])
    await sweepAt('2026-04-05T04:00:00.000Z')
    expect(brief(await listed(ann, '?state=sent'))).toEqual(['sent 20 2026-04-04'])
  })

  it('lists its reminders page by page', async () => {
    await enter(ann, { ...license, state: 'CA', expiresAt: '2026-03-20' })
    await sweepAt('2026-03-25T14:00:00.000Z')
    const all = (await listed(ann)).map((one) => one.id)
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await ann.fetch(`/api/reminders?limit=1${cursor && `&cursor=${cursor}`}`)
      const page = (await answer.json()) as { items: Reminder[]; nextCursor: string | null }
      walked.push(...page.items.map((one) => one.id))
      cursor = page.nextCursor
    }
    expect(walked).toEqual(all)
    expect(all.length).toBeGreaterThan(2)
  })
})

it('sends reminders about a cycle only while hours are missing', async () => {
  const cycle = { state: 'TX', cycleStart: '2025-01-01', cycleEnd: '2026-04-24', requiredHours: 20 }
  const cycleId = await enter(ann, cycle, '/api/ceu-cycles')
  await services.sweep()
  expect(brief(await listed(ann))).toEqual(['scheduled 30 2026-03-25'])
  const entry = { cycleId, title: 'Pain', provider: 'ANA', hours: 20, completedAt: '2026-03-01' }
  const entryId = await enter(ann, entry, '/api/ceu-entries')
  await sweepAt('2026-03-25T14:00:00.000Z')
  expect(await listed(ann)).toEqual([])
  await ann.json('DELETE', `/api/ceu-entries/${entryId}`)
  await services.sweep()
  const [, said] = await listed(ann)
  expect(said).toMatchObject({ title: 'CE for TX', state: 'sent', leadDays: 30 })
})

it('sends one immediately for a card that expires soon, and an early one for a life-support card so that the class can be booked', async () => {
  await enter(ann, { ...license, expiresAt: '2026-03-20' })
  const bls = { kind: 'certification', name: 'BLS', code: 'BLS', issuer: 'AHA', expiresAt: '2026-12-31' }
  await enter(ann, bls)
  await services.sweep()
  expect(brief(await listed(ann))).toEqual([
    'scheduled 7 2026-03-13',
    'scheduled 60 2026-11-01',
    'sent 14 2026-03-10',
  ])
})

describe('the longer schedule', () => {
  const nextDays = async (nurse: Nurse) => {
    await services.sweep()
    return brief(await listed(nurse, '?state=scheduled'))
  }

  it('is off for a new account, and can be turned on and off in the settings', async () => {
    await enter(ann, { ...license, expiresAt: '2027-03-31' })
    expect(await nextDays(ann)).toEqual(['scheduled 30 2027-03-01'])
    const longer = { ...defaultSettings, leads: longerLeadDays }
    await ann.json('PUT', '/api/reminders/settings', longer)
    expect(await nextDays(ann)).toEqual(['scheduled 120 2026-12-01'])
    await ann.json('PUT', '/api/reminders/settings', defaultSettings)
    expect(await nextDays(ann)).toEqual(['scheduled 30 2027-03-01'])
  })

  it('is kept for existing accounts unless they chose their own', async () => {
    const own = { ...defaultSettings, leads: [10] }
    await bea.json('PUT', '/api/reminders/settings', own)
    await enter(ann, { ...license, expiresAt: '2027-03-31' })
    await services.database.pool.query(readFileSync('drizzle/0024_keep_reminder_schedules.sql', 'utf8'))
    const settingsOf = async (nurse: Nurse) => (await nurse.fetch('/api/reminders/settings')).json()
    expect(await settingsOf(ann)).toEqual(earlierDefaultSettings)
    expect(await settingsOf(bea)).toEqual(own)
    expect(await nextDays(ann)).toEqual(['scheduled 120 2026-12-01'])
    const cleo = await services.nurse('cleo')
    expect(await settingsOf(cleo)).toEqual(defaultSettings)
  })

  it('applies to a credential without its own lead time, but not to one with 30 days', async () => {
    await ann.json('PUT', '/api/reminders/settings', earlierDefaultSettings)
    const id = await enter(ann, { ...license, expiresAt: '2027-03-31' })
    const path = `/api/credentials/${id}`
    expect(await (await ann.fetch(path)).json()).toMatchObject({ reminderDays: 30, followsSchedule: true })
    expect(await nextDays(ann)).toEqual(['scheduled 120 2026-12-01'])
    await ann.json('PATCH', path, { reminderDays: 30 })
    expect(await (await ann.fetch(path)).json()).toMatchObject({ reminderDays: 30, followsSchedule: false })
    expect(await nextDays(ann)).toEqual(['scheduled 30 2027-03-01'])
    await ann.json('PATCH', path, { reminderDays: null })
    expect(await nextDays(ann)).toEqual(['scheduled 120 2026-12-01'])
  })
})

it('sends at the nurse’s own nine o’clock, on either side of the date line', async () => {
  const zones = ['Pacific/Honolulu', 'America/Chicago', 'Pacific/Auckland', 'Pacific/Kiritimati']
  const expected = [
    '2026-03-25T19:00:00Z',
    '2026-03-25T14:00:00Z',
    '2026-03-24T20:00:00Z',
    '2026-03-24T19:00:00Z',
  ]
  const nurses = await Promise.all(zones.map((_, at) => services.nurse(`nurse${at}`)))
  for (const [at, nurse] of nurses.entries()) {
    await nurse.json('PUT', '/api/users/me', { settings: { timeZone: zones[at] } })
    await enter(nurse, { ...license, expiresAt: '2026-04-24' })
  }
  await services.sweep()
  for (const [at, nurse] of nurses.entries()) {
    const { rows } = await services.database.pool.query(
      'select remind_at from reminders where owner_id = $1',
      [nurse.id],
    )
    expect(rows).toEqual([{ remind_at: new Date(expected[at] ?? '') }])
  }
})

it('warns when email is not set up, and when the job has not run for an hour', async () => {
  expect((await summaryOf(ann)).warnings.map(({ code }) => code)).toEqual(['mail_not_set_up'])
  await enter(ann, { ...license, expiresAt: '2026-04-24' })
  await services.sweep()
  services.clock.set('2026-03-25T15:00:01.000Z')
  expect((await summaryOf(ann)).warnings.map(({ code }) => code)).toEqual([
    'mail_not_set_up',
    'scheduler_late',
  ])
  // As for a card that was added after the time of its reminder.
  await services.database.pool.query("update reminders set created_at = '2026-03-25T14:30:00.000Z'")
  expect((await summaryOf(ann)).warnings.map(({ code }) => code)).toEqual(['mail_not_set_up'])
})

it('deletes all reminders with the account', async () => {
  await enter(ann, { ...license, expiresAt: '2026-03-20' })
  await services.sweep()
  const gone = await ann.json('DELETE', '/api/users/me', { password: ann.password })
  expect(gone.status).toBe(204)
  await services.sweep()
  for (const table of ['reminders', 'reminder_deliveries', 'reminder_settings', 'reminder_changes'])
    expect((await services.database.pool.query(`select * from ${table}`)).rows).toEqual([])
})
