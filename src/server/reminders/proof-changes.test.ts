import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { longerSchedule } from '#shared/reminders/reminder-schedule.ts'
import { earlierDefaultSettings } from '#shared/reminders/settings.ts'
import {
  createReferenceSchedule,
  type ExpectedReminder,
  type WatchedItem,
} from '#testing/reference-schedule.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'

const zones = [
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Chicago',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
]
const start = Date.parse('2026-01-01T12:00:00Z')
const threeYears = 3 * 366 * 86_400_000
const hour = 3_600_000

const verbs = [
  ...['sweep', 'sweep', 'sweep', 'sweep', 'sweep', 'move the end', 'renew', 'lead'],
  ...['delete', 'restore', 'restore', 'travel', 'rename', 'be down'],
] as const
const event = fc.record({
  verb: fc.constantFrom(...verbs),
  which: fc.nat({ max: 17 }),
  hours: fc.integer({ min: 1, max: 70 }),
  number: fc.integer({ min: 0, max: 200 }),
  zone: fc.constantFrom(...zones),
})

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await services.database.pool.query<T>(text, values)).rows

/** Inserts three credentials for each of six nurses directly into the database: its triggers must notice any writer. */
async function enter(nurse: string, zone: string, now: Date): Promise<WatchedItem[]> {
  await query(
    `insert into users (id, email, name, time_zone, created_at, updated_at) values ($1, $1 || '@nurses.example', $1, $2, $3, $3)`,
    [nurse, zone, now],
  )
  await query('insert into reminder_settings (owner_id, settings, updated_at) values ($1, $2, $3)', [
    nurse,
    JSON.stringify(earlierDefaultSettings),
    now,
  ])
  const items: WatchedItem[] = []
  for (const [days, code] of [
    [20, null],
    [130, 'BLS'],
    [400, null],
  ] as const) {
    const dueOn = addDays(todayIn(now, zone), days)
    const rows = await query<{ id: string }>(
      `insert into credentials (owner_id, kind, name, code, issuer, tags, sort_title, search_text, expires_at, created_at, updated_at)
       values ($1, 'certification', 'A card', $2, 'A board', '{}', 'a card', 'a card', $3, $4, $4) returning id`,
      [nurse, code, dueOn, now],
    )
    const watched = { dueOn, reminderDays: null, isLifeSupport: code === 'BLS' }
    items.push({ name: rows[0]?.id ?? '', watched, schedule: longerSchedule, zone, hour: 9 })
  }
  return items
}

it.each([21, 22])(
  'sends each step once, no matter what nurses change or how long the server is down (seed %i)',
  async (seed) => {
    await services.database.clear()
    const [events = []] = fc.sample(fc.array(event, { minLength: 900, maxLength: 900 }), { seed, numRuns: 1 })
    const reference = createReferenceSchedule()
    let now = start
    const all = await Promise.all(
      zones.slice(0, 6).map((zone, at) => enter(`nurse-${at}`, zone, new Date(now))),
    )
    const items = new Map(all.flat().map((item) => [item.name, item]))
    const owners = new Map(all.flatMap((own, at) => own.map(({ name }) => [name, `nurse-${at}`])))
    const names = [...items.keys()]
    const gone = new Set<string>()
    const changed = new Set(names)

    const set = async (item: WatchedItem, text: string, value: unknown) => {
      items.set(item.name, item)
      changed.add(item.name)
      await query(`update credentials set ${text} = $2 where id = $1`, [item.name, value])
    }
    const sweep = async () => {
      services.clock.set(new Date(now).toISOString())
      for (const name of changed) {
        const item = items.get(name)
        if (item && !gone.has(name)) reference.change(item, new Date(now))
        else reference.forget(name)
      }
      changed.clear()
      reference.sweep(new Date(now))
      await services.sweep()
    }

    await sweep()
    for (const { verb, which, hours, number, zone } of events) {
      if (now - start > threeYears) break
      const item = items.get(names[which] ?? '')
      if (!item) continue
      const { name, watched } = item
      if (verb === 'sweep' || verb === 'be down') {
        now += (verb === 'sweep' ? hours : 24 * (number / 4)) * hour
        await sweep()
      } else if (verb === 'move the end' || verb === 'renew') {
        const dueOn = addDays(
          verb === 'renew' ? watched.dueOn : todayIn(new Date(now), item.zone),
          verb === 'renew' ? 730 : number - 20,
        )
        await set({ ...item, watched: { ...watched, dueOn } }, 'expires_at', dueOn)
      } else if (verb === 'lead') {
        const reminderDays = number % 5 === 0 ? null : number
        await set({ ...item, watched: { ...watched, reminderDays } }, 'reminder_days', reminderDays)
      } else if (verb === 'delete' || verb === 'restore') {
        if (verb === 'delete') gone.add(name)
        else gone.delete(name)
        await set(item, 'deleted_at', verb === 'delete' ? new Date(now) : null)
      } else if (verb === 'travel') {
        const owner = owners.get(name)
        await query('update users set time_zone = $2 where id = $1', [owner, zone])
        for (const other of items.values()) {
          if (owners.get(other.name) !== owner) continue
          items.set(other.name, { ...other, zone })
          changed.add(other.name)
        }
      } else {
        await query("update credentials set name = 'Another card' where id = $1", [name])
      }
    }

    const sent = await query<Omit<ExpectedReminder, 'at'> & { at: Date }>(
      `select resource_id as name, due_on::text as "dueOn", lead_days as "leadDays", sent_at as at
       from reminders where state = 'sent'`,
    )
    const inOrder = (list: ExpectedReminder[]) => list.map((one) => JSON.stringify(one)).sort()
    expect(reference.sent.length).toBeGreaterThan(100)
    expect(inOrder(sent.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })))).toEqual(
      inOrder(reference.sent),
    )
  },
  300_000,
)
