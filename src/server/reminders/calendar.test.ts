import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ceuCycles } from '#server/ceu/table.ts'
import { credentials } from '#server/credentials/table.ts'
import { emulatorRateLimits } from '#server/rate-limits/store.ts'
import { requirementLists } from '#server/requirements/table.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { defaultSettings, earlierDefaultSettings } from '#shared/reminders/settings.ts'
import { ceuClient, type ProblemAnswer, readJson } from '#testing/ceu-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { calendarFeeds, reminderSettings } from './table.ts'

const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-700123', expiresAt: '2026-07-01' }
const bls = { kind: 'certification', name: 'BLS', issuer: 'AHA', code: 'BLS', expiresAt: '2026-12-31' }

let services: TestServices
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
  await services.db.delete(requirementLists)
  await services.db.delete(credentials)
  await services.db.delete(calendarFeeds)
  await services.db.delete(reminderSettings)
})

async function add(nurse: Nurse, input: object): Promise<Credential> {
  const answer = await nurse.json('POST', '/api/credentials', input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Credential
}

async function makeAddress(nurse: Nurse): Promise<string> {
  const { url } = await readJson<{ url: string }>(nurse.json('POST', '/api/reminders/calendar', {}))
  return new URL(url).pathname
}

async function subscribe(path: string): Promise<string> {
  const answer = await services.stranger().fetch(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

it('the feed says whether the owner is clear to work, by the dates on that day', async () => {
  const path = await makeAddress(ann)
  const describedAs = async () =>
    new ICAL.Component(ICAL.parse(await subscribe(path))).getFirstPropertyValue('x-wr-caldesc')
  expect(await describedAs()).toBe('Add your license to see whether you are clear to work.')
  await add(ann, license)
  const basis = 'By the dates you entered. Your board and your employer decide.'
  expect(await describedAs()).toBe(`Yes, until Jul 1, 2026. Texas RN expires first. ${basis}`)
  services.clock.set('2026-07-02T15:00:00.000Z')
  expect(await describedAs()).toBe(`No. Your Texas RN license expired on Jul 1, 2026. ${basis}`)
})

it('the feed is in the language of the account', async () => {
  await add(ann, license)
  await ann.json('PUT', '/api/users/me', { settings: { locale: 'es-US' } })
  const path = await makeAddress(ann)
  for (const address of [path, path.replace('.ics', '.todo.ics')]) {
    const text = await subscribe(address)
    expect(text).toContain('SUMMARY:Texas RN: vence\r\n')
    expect(text).toContain('DESCRIPTION:Texas RN: vence dentro de 30 días\r\n')
    expect(text).toMatch(/PRODID:.*\/\/ES\r\n/)
  }
  await ann.json('PUT', '/api/users/me', { settings: { locale: 'en-US' } })
  expect(await subscribe(path)).toContain('SUMMARY:Texas RN license expires\r\n')
})

type Entry = { uid: string; day: string; summary: string; alarms: [hours: number, says: string][] }

/** Parses the feed like a calendar app, with a different library from the one that wrote it. */
function parse(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    expect(event.startDate.isDate).toBe(true)
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      summary: event.summary,
      alarms: component.getAllSubcomponents('valarm').map((alarm) => {
        const trigger = alarm.getFirstProperty('trigger')
        expect(trigger?.getParameter('related') ?? 'START').toBe('START')
        const says = String(alarm.getFirstPropertyValue('description'))
        const offset = trigger?.getFirstValue() as ICAL.Duration
        return [offset.toSeconds() / 3600, says]
      }),
    }
  })
}

const alarmDays = ({ alarms }: Entry) => alarms.map(([hours]) => (9 - hours) / 24)

describe('the calendar feed', () => {
  it('shows the last day of each resource, with an alarm at nine for each upcoming step', async () => {
    const [settings, updatedAt] = [earlierDefaultSettings, services.clock.now()]
    await services.db.insert(reminderSettings).values({ ownerId: ann.id, settings, updatedAt })
    await add(ann, license)
    await add(ann, bls)
    await add(ann, { ...license, state: 'FL', expiresAt: null })
    await add(bob, { ...license, state: 'OH' })
    const [rn, card, ...others] = parse(await subscribe(await makeAddress(ann)))
    expect(others).toEqual([])
    expect(rn).toMatchObject({ day: '2026-07-01', summary: 'Texas RN license expires' })
    expect(rn && alarmDays(rn)).toEqual([90, 60, 30, 14, 7, 1, 0])
    expect(rn?.alarms[2]?.[1]).toBe('Texas RN license expires in 30 days')
    expect(rn?.alarms.at(-1)).toEqual([9, 'Texas RN license expires today'])
    expect(card).toMatchObject({ day: '2026-12-31', summary: 'BLS expires' })
    expect(card && alarmDays(card)).toEqual([150, 120, 90, 60, 30, 14, 7, 1, 0])
    expect(card?.alarms[0]?.[1]).toBe('Time to book the class for BLS')
  })

  it('uses the owner’s settings and the credential’s own lead time for alarms', async () => {
    const settings = { ...defaultSettings, hour: 18, leads: [200, 45, 3] }
    const now = services.clock.now()
    await services.db.insert(reminderSettings).values({ ownerId: ann.id, settings, updatedAt: now })
    await add(ann, license)
    await add(ann, { ...bls, code: null, reminderDays: 10 })
    const [rn, card] = parse(await subscribe(await makeAddress(ann)))
    expect(rn?.alarms.map(([hours]) => hours)).toEqual([18 - 45 * 24, 18 - 3 * 24])
    expect(card?.alarms.map(([hours]) => hours)).toEqual([18 - 10 * 24, 18 - 3 * 24])
  })

  it('shows the end of a CE cycle, and no alarm once its requirements are met', async () => {
    const ceu = ceuClient(ann)
    const { id } = await add(ann, license)
    const cycle = await ceu.addCycle({
      licenseId: id,
      state: 'TX',
      cycleStart: '2025-01-01',
      cycleEnd: '2026-06-30',
      requiredHours: 5,
    })
    const path = await makeAddress(ann)
    const before = parse(await subscribe(path))[0]
    expect(before).toMatchObject({ day: '2026-06-30', summary: 'CE for Texas RN license ends' })
    expect(before && alarmDays(before)).toEqual([30, 14, 7, 1, 0])
    await ceu.addEntry({ cycleId: cycle.id, hours: 5, completedAt: '2026-02-14' })
    const after = parse(await subscribe(path))[0]
    expect(after).toMatchObject({ uid: before?.uid, alarms: [] })
  })

  it('has no event for an archived credential until it is unarchived', async () => {
    const { id } = await add(ann, license)
    const path = await makeAddress(ann)
    const summaries = async () => parse(await subscribe(path)).map(({ summary }) => summary)
    const before = await summaries()
    expect(before).toHaveLength(1)
    await ann.fetch(`/api/credentials/${id}/archive`, { method: 'POST' })
    expect(await summaries()).toEqual([])
    await ann.fetch(`/api/credentials/${id}/unarchive`, { method: 'POST' })
    expect(await summaries()).toEqual(before)
  })

  it('keeps the same event after every edit, and none for deleted credentials', async () => {
    const { id } = await add(ann, license)
    const path = await makeAddress(ann)
    const [before] = parse(await subscribe(path))
    await ann.json('PATCH', `/api/credentials/${id}`, { title: 'My license', expiresAt: '2028-02-29' })
    const [after] = parse(await subscribe(path))
    expect(after).toMatchObject({ uid: before?.uid, day: '2028-02-29', summary: 'My license expires' })
    await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    expect(parse(await subscribe(path))).toEqual([])
    await ann.fetch(`/api/credentials/${id}/restore`, { method: 'POST' })
    expect(parse(await subscribe(path))[0]?.uid).toBe(before?.uid)
  })

  it('shows a title exactly as typed, whatever it contains', async () => {
    const title = `O'Brien; RN, "x" \\n 🩺 ${'é🩺ß'.repeat(40)}`
    await add(ann, { ...license, title })
    await add(ann, { ...license, title: 'A\nBEGIN:VEVENT\r\nSUMMARY:forged' })
    const text = await subscribe(await makeAddress(ann))
    const entries = parse(text)
    expect(entries.map(({ summary }) => summary)).toContain(`${title} expires`)
    expect(entries).toHaveLength(2)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })
})

type Task = {
  uid: string
  due: string
  summary: string
  status: string
  percent: unknown
  alarms: [hours: number, says: string][]
}

/** Parses the tasks like a reminder app. */
function parseTasks(text: string): Task[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getAllSubcomponents('vevent')).toEqual([])
  return calendar.getAllSubcomponents('vtodo').map((task) => {
    const due = task.getFirstPropertyValue('due') as ICAL.Time
    expect([due.isDate, task.getFirstPropertyValue('dtstart')]).toEqual([true, null])
    return {
      uid: String(task.getFirstPropertyValue('uid')),
      due: due.toString(),
      summary: String(task.getFirstPropertyValue('summary')),
      status: String(task.getFirstPropertyValue('status')),
      percent: task.getFirstPropertyValue('percent-complete'),
      alarms: task.getAllSubcomponents('valarm').map((alarm) => {
        const trigger = alarm.getFirstProperty('trigger')
        expect(trigger?.getParameter('related')).toBe('END')
        expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY')
        const offset = trigger?.getFirstValue() as ICAL.Duration
        return [offset.toSeconds() / 3600, String(alarm.getFirstPropertyValue('description'))]
      }),
    }
  })
}

const asTasks = (path: string) => path.replace(/\.ics$/, '.todo.ics')

describe('the same dates as tasks', () => {
  it('are due on the day of the event, with the same alarms', async () => {
    await add(ann, license)
    await add(ann, bls)
    const path = await makeAddress(ann)
    const events = parse(await subscribe(path))
    const tasks = parseTasks(await subscribe(asTasks(path)))
    expect(tasks.map(({ due, summary, alarms }) => ({ day: due, summary, alarms }))).toEqual(
      events.map(({ day, summary, alarms }) => ({ day, summary, alarms })),
    )
    expect(tasks[0]).toMatchObject({ due: '2026-07-01', status: 'NEEDS-ACTION', percent: null })
    for (const { uid } of tasks) expect(events.map((event) => event.uid)).not.toContain(uid)
  })

  it('have an alarm at the owner’s hour for any number of days', async () => {
    const settings = { ...defaultSettings, hour: 0, leads: [45, 3] }
    const now = services.clock.now()
    await services.db.insert(reminderSettings).values({ ownerId: ann.id, settings, updatedAt: now })
    await add(ann, license)
    const [task] = parseTasks(await subscribe(asTasks(await makeAddress(ann))))
    expect(task?.alarms.map(([hours]) => hours)).toEqual([-45 * 24, -3 * 24])
  })

  it('are done once a cycle is complete, and open again when something is missing', async () => {
    const ceu = ceuClient(ann)
    const { id } = await add(ann, license)
    const cycle = await ceu.addCycle({
      ...{ licenseId: id, state: 'TX', cycleStart: '2025-01-01', cycleEnd: '2026-06-30', requiredHours: 5 },
    })
    const path = asTasks(await makeAddress(ann))
    const first = async () => parseTasks(await subscribe(path))[0]
    expect(await first()).toMatchObject({ due: '2026-06-30', status: 'NEEDS-ACTION' })
    const entry = await ceu.addEntry({ cycleId: cycle.id, hours: 5, completedAt: '2026-02-14' })
    expect(await first()).toMatchObject({ status: 'COMPLETED', percent: 100, alarms: [] })
    await ann.fetch(`/api/ceu-entries/${entry.id}`, { method: 'DELETE' })
    expect(await first()).toMatchObject({ status: 'NEEDS-ACTION', percent: null })
  })

  it('stay open after their day, and a requirement list that is over is not marked as done', async () => {
    await add(ann, license)
    const list = {
      name: 'ICU in Dallas',
      startsOn: '2026-04-01',
      items: [{ kind: 'license', title: 'RN', state: 'TX' }],
    }
    const made = await ann.json('POST', '/api/requirement-lists', list)
    expect(made.status, await made.clone().text()).toBe(201)
    const path = asTasks(await makeAddress(ann))
    services.clock.set('2026-07-02T15:00:00.000Z')
    await ann.signIn()
    const statuses = parseTasks(await subscribe(path)).map(({ status }) => status)
    expect(statuses).toEqual(['NEEDS-ACTION', 'NEEDS-ACTION'])
  })

  it('have a title exactly as typed, in lines of at most 75 octets', async () => {
    const title = `O'Brien; RN, "x" \\n 🩺 ${'é🩺ß'.repeat(40)}`
    await add(ann, { ...license, title })
    await add(ann, { ...license, title: 'A\nBEGIN:VTODO\r\nSUMMARY:forged' })
    const text = await subscribe(asTasks(await makeAddress(ann)))
    const tasks = parseTasks(text)
    expect(tasks.map(({ summary }) => summary)).toContain(`${title} expires`)
    expect(tasks).toHaveLength(2)
    const lines = text.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines.some((line) => Buffer.byteLength(line) > 70)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('say whether the owner is clear to work, and end with the feed', async () => {
    const path = asTasks(await makeAddress(ann))
    const described = new ICAL.Component(ICAL.parse(await subscribe(path)))
    expect(described.getFirstPropertyValue('x-wr-caldesc')).toBe(
      'Add your license to see whether you are clear to work.',
    )
    await ann.fetch('/api/reminders/calendar', { method: 'DELETE' })
    expect((await services.stranger().fetch(path)).status).toBe(404)
  })
})

it('contains no license number and no name', async () => {
  const { id } = await add(ann, { ...license, notes: 'canary-note', tags: ['canary-tag'] })
  const path = await makeAddress(ann)
  const text = (await subscribe(path)) + (await subscribe(asTasks(path)))
  for (const secret of ['TX-700123', 'canary', ann.id, ann.email, id, path.split('/').at(-1) ?? ''])
    expect(text).not.toContain(secret)
})

describe('the URL of a calendar', () => {
  it('is shown once, belongs to one owner, and gives access to nothing else', async () => {
    await add(ann, license)
    const path = await makeAddress(ann)
    expect(path).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/)
    const shown = await readJson<object>(ann.fetch('/api/reminders/calendar'))
    expect(shown).toEqual({ isOn: true, createdAt: '2026-03-10T15:00:00.000Z' })
    expect(await readJson(bob.fetch('/api/reminders/calendar'))).toEqual({ isOn: false, createdAt: null })
    const [row] = await services.db.select().from(calendarFeeds)
    expect(path).not.toContain(row?.tokenHash)
    const { headers } = await services.stranger().fetch(path)
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    const empty = parse(await subscribe(await makeAddress(bob)))
    expect(empty).toEqual([])
  })

  it('stops working when it is replaced or turned off, or the account is deleted', async () => {
    const status = async (path: string) => (await services.stranger().fetch(path)).status
    const first = await makeAddress(ann)
    const second = await makeAddress(ann)
    expect([await status(first), await status(second)]).toEqual([404, 200])
    const bobs = await makeAddress(bob)
    const ended = await ann.fetch('/api/reminders/calendar', { method: 'DELETE' })
    expect([ended.status, await status(second), await status(bobs)]).toEqual([204, 404, 200])
  })

  it('gives the same response whether it is unknown, malformed or revoked', async () => {
    const ended = await makeAddress(ann)
    await ann.fetch('/api/reminders/calendar', { method: 'DELETE' })
    const paths = [ended, `/api/calendar/${'A'.repeat(43)}.ics`, '/api/calendar/x.ics', '/api/calendar/']
    for (const path of paths) {
      const answer = await services.stranger().fetch(path)
      const { code } = (await answer.json()) as ProblemAnswer
      expect([answer.status, code]).toEqual([404, 'page_not_found'])
    }
  })

  it('is rate-limited', async () => {
    const small = await openTestServices({
      rateLimits: { ...emulatorRateLimits, calendar: { tries: 2, seconds: 3600 } },
    })
    try {
      const path = await makeAddress(await small.nurse('eve'))
      const statuses = []
      for (let turn = 0; turn < 3; turn += 1) statuses.push((await small.stranger().fetch(path)).status)
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await small.close()
    }
  })

  it('cannot be created or revoked when signed out', async () => {
    const stranger = services.stranger()
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await stranger.fetch('/api/reminders/calendar', { method })).status).toBe(401)
  })
})
