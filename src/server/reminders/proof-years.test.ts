import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#shared/kernel/dates.ts'
import { longerSchedule } from '#shared/reminders/reminder-schedule.ts'
import { earlierDefaultSettings } from '#shared/reminders/settings.ts'
import {
  type ExpectedReminder,
  remindersWithoutChanges,
  type WatchedItem,
} from '#testing/reference-schedule.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

const start = '2026-01-01T12:00:00.000Z'
const end = new Date('2028-12-31T23:59:59.000Z')
const hour = 9

/** Each nurse's license expires on the day of a clock change, around a leap day, or at the end of a year. */
const nurses = [
  { name: 'hana', zone: 'Pacific/Honolulu', ends: '2027-02-28' },
  { name: 'alma', zone: 'America/Anchorage', ends: '2027-03-14' },
  { name: 'cora', zone: 'America/Chicago', ends: '2027-11-07' },
  { name: 'nell', zone: 'America/New_York', ends: '2028-02-29' },
  { name: 'aroha', zone: 'Pacific/Auckland', ends: '2026-09-27' },
  { name: 'kiri', zone: 'Pacific/Kiritimati', ends: '2027-12-31' },
]

let services: TestServices
const items: WatchedItem[] = []

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(start)
  for (const { name, zone, ends } of nurses) await watch(await services.nurse(name), zone, ends)
})
afterAll(() => services.close())

/** Only the schedule matters here; other tests cover delivery. */
const withoutMail = { ...earlierDefaultSettings, channels: { email: false, push: false, webhook: false } }

/** Adds a license, a life-support card with its own lead time and a cycle with missing hours, long before they end. */
async function watch(nurse: Nurse, zone: string, ends: string): Promise<void> {
  await nurse.json('PUT', '/api/users/me', { settings: { timeZone: zone } })
  expect((await nurse.json('PUT', '/api/reminders/settings', withoutMail)).status).toBe(200)
  const card = addDays(ends, 150)
  const cycle = addDays(ends, 60)
  const bodies = [
    ['/api/credentials', { kind: 'license', type: 'RN', state: 'TX', expiresAt: ends }],
    [
      '/api/credentials',
      {
        ...{ kind: 'certification', name: 'BLS', code: 'BLS', issuer: 'American Heart Association' },
        ...{ expiresAt: card, reminderDays: 45 },
      },
    ],
    ['/api/ceu-cycles', { state: 'TX', cycleStart: '2026-01-01', cycleEnd: cycle, requiredHours: 20 }],
  ] as const
  const ids: string[] = []
  for (const [path, body] of bodies) {
    const answer = await nurse.json('POST', path, body)
    expect(answer.status, await answer.clone().text()).toBe(201)
    ids.push(((await answer.json()) as { id: string }).id)
  }
  const usual = { zone, hour, schedule: longerSchedule }
  const [license = '', bls = '', cycleId = ''] = ids
  items.push(
    { ...usual, name: license, watched: { dueOn: ends, reminderDays: null, isLifeSupport: false } },
    { ...usual, name: bls, watched: { dueOn: card, reminderDays: 45, isLifeSupport: true } },
    { ...usual, name: cycleId, watched: { dueOn: cycle, reminderDays: null, isLifeSupport: false } },
  )
}

async function sent(): Promise<ExpectedReminder[]> {
  const { rows } = await services.database.pool.query<{
    name: string
    dueOn: string
    leadDays: number
    at: Date
  }>(
    `select resource_id as name, due_on::text as "dueOn", lead_days as "leadDays", sent_at as at
     from reminders where state = 'sent' order by sent_at, resource_id`,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

const inOrder = (list: ExpectedReminder[]) =>
  list.toSorted((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name))

it('nurses in six zones get each step of three years once, at nine o’clock local time', async () => {
  const expected = items.flatMap((item) => remindersWithoutChanges(item, end))
  const moments = [...new Set(expected.map(({ at }) => at))].sort()
  for (const [turn, moment] of moments.entries()) {
    // Sometimes also sweep just before the moment and again after it: nothing may be sent then.
    if (turn % 7 === 0) await sweepAt(new Date(Date.parse(moment) - 1000))
    await sweepAt(new Date(moment))
    if (turn % 11 === 0) await sweepAt(new Date(Date.parse(moment) + 3_600_000))
  }
  await sweepAt(end)
  expect(await sent()).toEqual(inOrder(expected))
}, 600_000)

async function sweepAt(now: Date): Promise<void> {
  services.clock.set(now.toISOString())
  await services.sweep()
}
