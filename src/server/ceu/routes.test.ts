import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/core/audit-table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { findRule } from '#shared/ceu/rules.ts'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import type { Browser } from '#testing/browser.ts'
import { type Nurse, openTestHouse, type TestHouse } from '#testing/house.ts'
import { ceuCycles } from './table.ts'

const texas = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
const florida = { state: 'FL', cycleStart: '2025-05-01', cycleEnd: '2027-04-30', requiredHours: 24 }
const ethics = { title: 'Ethics', provider: 'Gulf Coast', hours: 5, completedAt: '2026-02-14' }

let house: TestHouse
let ann: Nurse
let bob: Nurse
let stranger: Browser
beforeAll(async () => {
  house = await openTestHouse()
  ann = await house.nurse('ann')
  bob = await house.nurse('bob')
  stranger = house.stranger()
})
afterAll(() => house.close())
beforeEach(async () => {
  house.clock.set('2026-03-10T15:00:00.000Z')
  await house.db.delete(ceuCycles)
  await house.db.delete(auditRecords)
})

async function read<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}

async function add<T>(path: string, input: object, nurse = ann): Promise<T> {
  const answer = await nurse.json('POST', path, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as T
}
const addCycle = (input: object = texas, nurse = ann) => add<CeuCycle>('/api/ceu-cycles', input, nurse)
const addEntry = (input: object, nurse = ann) =>
  add<CeuEntry>('/api/ceu-entries', { ...ethics, ...input }, nurse)
const cycleOf = (id: string) => read<CeuCycle>(ann.fetch(`/api/ceu-cycles/${id}`))
const entriesOf = async (id: string) =>
  (await read<{ items: CeuEntry[] }>(ann.fetch(`/api/ceu-entries/cycle/${id}`))).items

describe('a nurse adds', () => {
  it('a cycle and reads it back as she wrote it, with its rule', async () => {
    const answer = await ann.json('POST', '/api/ceu-cycles', sampleCycle)
    expect(answer.status).toBe(201)
    const created = (await answer.json()) as CeuCycle
    expect(answer.headers.get('Location')).toBe(`/api/ceu-cycles/${created.id}`)
    expect(created).toEqual({
      ...sampleCycle,
      id: created.id,
      hoursCompleted: 0,
      topicsCompleted: [
        { topic: 'Nursing jurisprudence and ethics', hours: 0, isMet: false },
        { topic: 'Human trafficking', hours: 0, isMet: false },
      ],
      credentialTitle: null,
      entryCount: 0,
      rule: findRule('TX-RN'),
      newerRule: null,
      createdAt: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T15:00:00.000Z',
    })
    expect(await cycleOf(created.id)).toEqual(created)
    expect(await read(ann.fetch('/api/ceu-cycles'))).toEqual({ items: [created] })
  })

  it('an entry and reads it back as she wrote it, and the cycle has its hours', async () => {
    const cycle = await addCycle(sampleCycle)
    const answer = await ann.json('POST', '/api/ceu-entries', { ...sampleEntry, cycleId: cycle.id })
    const created = (await answer.json()) as CeuEntry
    expect(answer.headers.get('Location')).toBe(`/api/ceu-entries/${created.id}`)
    const reasons = [
      { code: 'accepted', hours: 5 },
      { code: 'converted', hours: 0 },
      { code: 'no_certificate', hours: 0 },
    ]
    expect(created).toEqual({
      ...sampleEntry,
      id: created.id,
      cycleId: cycle.id,
      counts: [{ cycleId: cycle.id, acceptedHours: null, countedHours: 5, reasons }],
      importId: null,
      createdAt: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T15:00:00.000Z',
    })
    expect(await read(ann.fetch(`/api/ceu-entries/${created.id}`))).toEqual(created)
    expect(await read(ann.fetch('/api/ceu-entries'))).toEqual({ items: [created], nextCursor: null })
    expect(await entriesOf(cycle.id)).toEqual([created])
    expect(await cycleOf(cycle.id)).toMatchObject({ hoursCompleted: 5, entryCount: 1 })
  })
})
