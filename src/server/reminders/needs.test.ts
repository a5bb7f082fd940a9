import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ceuCycles } from '#server/ceu/table.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { ceRuleOf, wayWith } from '#testing/ce-rule.ts'
import { ceuClient, readJson, texas } from '#testing/ceu-vault.ts'
import { addPracticeRecord } from '#testing/practice-records.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

// What a renewal requires apart from CE decides whether its cycle is done, and so whether there are reminders.

const rule = ceRuleOf({
  ways: [
    wayWith('form', { kind: 'other', amount: null, what: 'A form' }),
    wayWith('certified', { kind: 'certification', amount: null }),
    wayWith('practice', { kind: 'practice_hours', amount: 100 }),
  ],
})

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
})

/** A cycle under this rule, without hours. */
async function begin(more: object): Promise<string> {
  const { id } = await ceuClient(ann).addCycle({ ...texas, requiredHours: null, topics: [] })
  await services.db.update(ceuCycles).set({ rule, ruleId: rule.id }).where(eq(ceuCycles.id, id))
  await change(id, more)
  return id
}

const change = (id: string, patch: object) => ceuClient(ann).change(`ceu-cycles/${id}`, patch)

async function isReminded(): Promise<boolean> {
  await services.sweep()
  const found = readJson<{ items: Reminder[] }>(ann.fetch('/api/reminders?state=scheduled'))
  return (await found).items.some(({ resourceType }) => resourceType === 'ceuCycle')
}

it('a cycle has reminders again once the owner takes back that a requirement is done', async () => {
  const done = (isDone: boolean) => ({ needAnswers: [{ need: 'form:0', isDone }] })
  const id = await begin({ wayId: 'form', ...done(true) })
  expect(await isReminded()).toBe(false)
  await change(id, done(false))
  expect(await isReminded()).toBe(true)
  await change(id, done(true))
  expect(await isReminded()).toBe(false)
})

it('a cycle has reminders once the owner chooses a way whose requirements are not met', async () => {
  const id = await begin({ wayId: 'form', needAnswers: [{ need: 'form:0', isDone: true }] })
  expect(await isReminded()).toBe(false)
  await change(id, { wayId: 'practice' })
  expect(await isReminded()).toBe(true)
})

it('a cycle has reminders once the certification that met a requirement ends too early or is deleted', async () => {
  const ccrn = { kind: 'certification', name: 'CCRN', issuer: 'AACN', code: 'CCRN', expiresAt: '2028-01-31' }
  const { id } = await readJson<Credential>(ann.json('POST', '/api/credentials', ccrn))
  await begin({ wayId: 'certified', needAnswers: [{ need: 'certified:0', credentialId: id }] })
  expect(await isReminded()).toBe(false)
  await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2027-01-31' })
  expect(await isReminded()).toBe(true)
  await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2028-01-31' })
  expect(await isReminded()).toBe(false)
  await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
  expect(await isReminded()).toBe(true)
})

it('a cycle has reminders until the practice log has the hours, and again when a record is deleted', async () => {
  await begin({ wayId: 'practice' })
  expect(await isReminded()).toBe(true)
  const hours = {
    kind: 'practice_hours',
    title: 'ICU',
    amount: 120,
    startDate: '2026-01-01',
    endDate: '2026-02-28',
  }
  const id = await addPracticeRecord(ann, hours)
  expect(await isReminded()).toBe(false)
  await ann.json('PATCH', `/api/competency-records/${id}`, { amount: 90 })
  expect(await isReminded()).toBe(true)
  await ann.json('PATCH', `/api/competency-records/${id}`, { amount: 120 })
  expect(await isReminded()).toBe(false)
  await ann.fetch(`/api/competency-records/${id}`, { method: 'DELETE' })
  expect(await isReminded()).toBe(true)
})
