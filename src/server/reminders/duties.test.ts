import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ceuDuties } from '#server/ceu/table.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { ceuClient, readJson } from '#testing/ceu-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

const newYork = { state: 'NY', cycleStart: '2023-10-01', cycleEnd: '2026-09-30', requiredHours: null }
const infection = { key: 'infection', topic: 'Infection control', tags: ['Infection'] }
const byApril = [{ ...infection, dueOn: '2026-04-09' }]
const fourYears = [{ ...infection, withinYears: 4 }]

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.mailer.messages.splice(0)
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
})

/** The RN license in New York that these cycles belong to. */
async function enter(nurse: Nurse, topics: object[], more: object = {}) {
  const license = { kind: 'license', type: 'RN', state: 'NY', number: 'NY-700123' }
  const { id: licenseId } = await readJson<{ id: string }>(nurse.json('POST', '/api/credentials', license))
  const cycle = await ceuClient(nurse).addCycle({ ...newYork, licenseId, topics, ...more })
  return { cycle, licenseId }
}

const takeCourse = (cycleId: string, completedAt: string): Promise<CeuEntry> =>
  ceuClient(ann).addEntry({ cycleId, completedAt, title: 'A course', topicTags: ['Infection'] })

async function remindersOf(nurse: Nurse, state: Reminder['state']) {
  const { items } = await readJson<{ items: Reminder[] }>(nurse.fetch(`/api/reminders?state=${state}`))
  return items.filter(({ resourceType }) => resourceType !== 'ceuCycle')
}
const shortly = ({ resourceType, title, dueOn, remindOn }: Reminder) =>
  `${resourceType}: ${title}, ${dueOn}, on ${remindOn}`

async function feedOf(nurse: Nurse): Promise<string[]> {
  const { url } = await readJson<{ url: string }>(nurse.json('POST', '/api/reminders/calendar', {}))
  const text = await (await services.stranger().fetch(new URL(url).pathname)).text()
  return [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)|SUMMARY:(.*)\r/g)].map(
    ([, day, words]) => day ?? words ?? '',
  )
}

it('a topic with its own due date has reminders until its course is logged, and again if that is deleted', async () => {
  const { cycle } = await enter(ann, byApril)
  await services.sweep()
  const [sent, ...others] = await remindersOf(ann, 'sent')
  expect(others).toEqual([])
  expect(sent).toMatchObject({
    ...{ resourceType: 'ceuDeadline', title: 'Infection control for New York RN', dueOn: '2026-04-09' },
    ...{ leadDays: 30, cycleId: cycle.id, step: 'renew' },
  })
  expect((await remindersOf(ann, 'scheduled')).map(shortly)).toEqual([
    'ceuDeadline: Infection control for New York RN, 2026-04-09, on 2026-03-26',
  ])
  const { id } = await takeCourse(cycle.id, '2026-03-01')
  await services.sweep()
  expect(await remindersOf(ann, 'scheduled')).toEqual([])
  await ceuClient(ann).remove(`ceu-entries/${id}`)
  await services.sweep()
  expect(await remindersOf(ann, 'scheduled')).toHaveLength(1)
  services.clock.set('2026-03-26T15:00:00.000Z')
  await services.sweep()
  expect((await remindersOf(ann, 'sent')).map(({ leadDays }) => leadDays)).toEqual([14, 30])
})

it('its mail says that it is due, links to the cycle and follows the settings for CE cycles', async () => {
  const { cycle } = await enter(ann, byApril)
  await services.sweep()
  const mails = () => services.mailer.messages.filter(({ kind }) => kind === 'reminder')
  expect(mails()).toHaveLength(1)
  const [mail] = mails()
  expect(mail?.subject).toBe('Infection control for New York RN license is due in 30 days')
  expect(mail?.text).toContain(`/credentials/cycles/${cycle.id}`)
  expect(mail?.text).toContain('It is due on April 9, 2026.')
  expect(mail?.text).toContain('No more email about CE cycles')
  expect(mail?.text).not.toMatch(/expire|700123/)
  const stop = String(mail?.headers?.['List-Unsubscribe']).slice(1, -1)
  await services.stranger().fetch(new URL(stop).pathname, { method: 'POST' })
  services.clock.set('2026-03-26T15:00:00.000Z')
  await services.sweep()
  expect(mails()).toHaveLength(1)
  expect(await remindersOf(ann, 'sent')).toHaveLength(2)
})

it('a course that counts for some years has a reminder before it runs out, in any cycle', async () => {
  const { cycle, licenseId } = await enter(ann, fourYears)
  await takeCourse(cycle.id, '2024-05-12')
  await services.sweep()
  expect((await remindersOf(ann, 'scheduled')).map(shortly)).toEqual([
    'ceuRunOut: Infection control for New York RN, 2028-05-11, on 2028-04-11',
  ])
  const next = { ...newYork, licenseId, cycleStart: '2026-10-01', cycleEnd: '2029-09-30' }
  const { id } = await ceuClient(ann).addCycle({ ...next, topics: fourYears })
  await services.sweep()
  const [before] = await remindersOf(ann, 'scheduled')
  expect(before).toMatchObject({ dueOn: '2028-05-11', cycleId: cycle.id })
  services.clock.set('2027-02-01T15:00:00.000Z')
  await takeCourse(id, '2027-01-31')
  await services.sweep()
  const [after, ...others] = await remindersOf(ann, 'scheduled')
  expect(others).toEqual([])
  expect(after).toMatchObject({ dueOn: '2031-01-30', cycleId: id, resourceId: before?.resourceId })
})

it('is deleted and restored with its cycle, without repeating earlier reminders', async () => {
  const { cycle } = await enter(ann, byApril)
  await services.sweep()
  const [sent] = await remindersOf(ann, 'sent')
  await ann.json('PATCH', `/api/reminders/${sent?.id}`, { state: 'dismissed' })
  await ceuClient(ann).remove(`ceu-cycles/${cycle.id}`)
  await services.sweep()
  expect(await remindersOf(ann, 'dismissed')).toEqual([])
  expect(await feedOf(ann)).toEqual([])
  await ceuClient(ann).restore(`ceu-cycles/${cycle.id}`)
  await services.sweep()
  expect((await remindersOf(ann, 'dismissed')).map(({ id }) => id)).toEqual([sent?.id])
  expect(await remindersOf(ann, 'scheduled')).toEqual([])
  await ceuClient(ann).remove(`ceu-cycles/${cycle.id}`)
  await ann.fetch('/api/trash', { method: 'DELETE' })
  expect(await services.db.select().from(ceuDuties)).toEqual([])
  const { rows } = await services.database.pool.query('select from reminders')
  expect(rows).toEqual([])
})

it('is only in its owner’s feed and list', async () => {
  await enter(ann, byApril, { cycleEnd: '2026-12-31' })
  const bob = await services.nurse('bob')
  await enter(bob, [{ ...infection, topic: 'Pain', dueOn: '2026-12-01' }])
  await services.sweep()
  expect(await feedOf(ann)).toEqual([
    ...['20260409', 'Infection control for New York RN license is due'],
    ...['20261231', 'CE for New York RN license ends'],
  ])
  expect((await remindersOf(bob, 'scheduled')).map(({ title }) => title)).toEqual(['Pain for New York RN'])
})

it('follows an edit of the topic, and two cycles of one license have one reminder', async () => {
  const { cycle, licenseId } = await enter(ann, [{ ...infection, dueOn: '2026-08-31' }])
  const next = { ...newYork, licenseId, cycleStart: '2026-10-01', cycleEnd: '2029-09-30' }
  await ceuClient(ann).addCycle({ ...next, topics: [{ ...infection, dueOn: '2027-01-31' }] })
  await services.sweep()
  expect((await remindersOf(ann, 'scheduled')).map(({ dueOn }) => dueOn)).toEqual(['2027-01-31'])
  await ceuClient(ann).change(`ceu-cycles/${cycle.id}`, {
    topics: [{ ...infection, key: 'other', dueOn: '2026-08-31' }],
  })
  await services.sweep()
  expect((await remindersOf(ann, 'scheduled')).map(({ dueOn }) => dueOn)).toEqual([
    '2026-08-31',
    '2027-01-31',
  ])
  await ceuClient(ann).change(`ceu-cycles/${cycle.id}`, { topics: [] })
  await services.sweep()
  expect((await remindersOf(ann, 'scheduled')).map(({ dueOn }) => dueOn)).toEqual(['2027-01-31'])
})

it('is created for imported cycles', async () => {
  await enter(ann, byApril)
  const zip = await (await ann.fetch('/api/users/me/export')).blob()
  const bob = await services.nurse('bob')
  const headers = { 'Content-Type': 'application/zip' }
  const answer = await bob.fetch('/api/users/me/import', { method: 'POST', body: zip, headers })
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  await services.sweep()
  expect((await remindersOf(bob, 'sent')).map(shortly)).toEqual((await remindersOf(ann, 'sent')).map(shortly))
  expect(await remindersOf(bob, 'sent')).toHaveLength(1)
})
