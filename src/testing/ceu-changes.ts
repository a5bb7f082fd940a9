import fc from 'fast-check'
import { expect } from 'vitest'
import { countCycle } from '#shared/ceu/counting.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryKind } from '#shared/ceu/entry-fields.ts'
import { hundredths } from '#shared/ceu/units.ts'

/** Sends a request as one nurse, to any endpoint. */
export type SendRequest = (method: string, path: string, body?: object) => Promise<Response>

const verbs = [
  ...[
    'create',
    'create',
    'create',
    'create',
    'create',
    'create',
    'rework',
    'rework',
    'move',
    'move',
    'count elsewhere',
    'count elsewhere',
  ],
  ...['delete', 'restore', 'restore', 'import', 'undo import', 'redate', 'delete cycle', 'restore cycle'],
  ...['restore cycle', 'change topics', 'read', 'read'],
] as const

const change = fc.record({
  verb: fc.constantFrom(...verbs),
  which: fc.nat(),
  cycle: fc.nat(),
  others: fc.array(fc.record({ cycle: fc.nat(), accepted: fc.option(fc.integer({ min: 0, max: 900 })) }), {
    maxLength: 3,
  }),
  quarters: fc.integer({ min: 1, max: 60 }),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.constantFrom('2024-11', '2025-06', '2025-06', '2025-07', '2026-01'),
  kind: fc.constantFrom(...entryKind.options),
  inMinutes: fc.boolean(),
  tags: fc.subarray(['Ethics', 'Implicit bias', 'Night shift']),
})
export type CeuChange = typeof change extends fc.Arbitrary<infer C> ? C : never

/** `count` changes of any kind, to be made concurrently. */
export const arbitraryChanges = (count: number) => fc.array(change, { minLength: count, maxLength: count })

/** Rules of every kind: a cap per cycle, a cap per day, an excluded kind, a different hour, topics; and no rule. */
const cycles = ['IL-APRN', 'MI-RN', 'AR-RN', 'VA-RN', 'TX-RN', null].map((ruleId) => ({
  state: ruleId?.slice(0, 2) ?? 'NM',
  cycleStart: '2025-01-01',
  cycleEnd: '2026-12-31',
  requiredHours: 20,
  topics: [
    { topic: 'Nursing ethics', hours: 3, tags: ['Ethics'] },
    { topic: 'Implicit bias', hours: null, tags: [] },
  ],
  ruleId,
}))

type Known = { cycles: string[]; entries: string[]; imports: string[] }

/** A vault with one cycle for each of those rules and twelve entries. */
export async function createCeuVault(send: SendRequest): Promise<Known> {
  const known: Known = { cycles: [], entries: [], imports: [] }
  for (const cycle of cycles) known.cycles.push((await make(send, '/api/ceu-cycles', cycle)).id)
  const first = fc.sample(change, { numRuns: 12, seed: 1 })
  for (const each of first) await applyChange(send, known, { ...each, verb: 'create' })
  return known
}

async function make(send: SendRequest, path: string, body: object): Promise<{ id: string }> {
  const answer = await send('POST', path, body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as { id: string }
}

/** Makes one change and compares the response with the request. Returns the status. */
export async function applyChange(send: SendRequest, known: Known, asked: CeuChange): Promise<number> {
  const idAt = (ids: string[], at: number) => ids[at % Math.max(1, ids.length)] ?? 'none'
  const entry = `/api/ceu-entries/${idAt(known.entries, asked.which)}`
  const cycle = `/api/ceu-cycles/${idAt(known.cycles, asked.cycle)}`
  const cycleId = idAt(known.cycles, asked.cycle)
  const hours = asked.quarters / 4
  const worth = asked.inMinutes ? { amount: hours * 60, unit: 'minute' } : { hours }
  const counts = [
    ...new Map(asked.others.map((other) => [idAt(known.cycles, other.cycle), other.accepted])),
  ].map(([id, accepted]) => ({ cycleId: id, acceptedHours: accepted === null ? null : accepted / 100 }))
  const course = {
    ...{ cycleId, counts, title: 'Course', provider: 'Gulf Coast', kind: asked.kind },
    ...{ topicTags: asked.tags, completedAt: `${asked.month}-${String(asked.day).padStart(2, '0')}` },
    ...(asked.inMinutes ? { amount: hours * 60, unit: 'minute' } : { hours }),
  }

  switch (asked.verb) {
    case 'create':
      return keep(
        known.entries,
        await sendChange(send, 'POST', '/api/ceu-entries', course, { cycleId, hours }),
      )
    case 'import': {
      const answer = await send('POST', '/api/ceu-entries/import', {
        entries: [course, course, course],
        duplicates: 'keep',
      })
      if (answer.ok) known.imports.push(((await answer.json()) as { importId: string }).importId)
      return answer.status
    }
    case 'undo import':
      return (await send('DELETE', `/api/ceu-entries/import/${idAt(known.imports, asked.which)}`)).status
    case 'rework':
      return (
        await sendChange(send, 'PATCH', entry, { ...worth, kind: asked.kind }, { hours, kind: asked.kind })
      ).status
    case 'redate':
      return (await sendChange(send, 'PATCH', entry, { completedAt: course.completedAt }, {})).status
    case 'move':
      return (await sendChange(send, 'PATCH', entry, { cycleId }, { cycleId })).status
    case 'count elsewhere':
      return (await sendChange(send, 'PATCH', entry, { counts, cycleId }, { cycleId })).status
    case 'delete':
      return (await send('DELETE', entry)).status
    case 'restore':
      return (await sendChange(send, 'POST', `${entry}/restore`, undefined, {})).status
    case 'delete cycle':
      return (await send('DELETE', `${cycle}?keepShared=${asked.inMinutes}`)).status
    case 'restore cycle':
      return (await send('POST', `${cycle}/restore`)).status
    case 'read':
      return read(send)
    case 'change topics': {
      const topics = asked.tags.map((topic) => ({ topic, hours: asked.day }))
      const answer = await send('PATCH', cycle, { topics, cycleStart: `${asked.month}-01` })
      if (!answer.ok) return answer.status
      const { topicsCompleted } = (await answer.json()) as CeuCycle
      expect(topicsCompleted.map(({ topic }) => topic)).toEqual(asked.tags)
      return answer.status
    }
  }
}

/** Reads during concurrent writes, which must be consistent. */
async function read(send: SendRequest): Promise<number> {
  const [entries, cycles] = await Promise.all([
    send('GET', '/api/ceu-entries?limit=200'),
    send('GET', '/api/ceu-cycles'),
  ])
  for (const { cycleId, counts } of ((await entries.json()) as { items: CeuEntry[] }).items)
    expect(counts[0]?.cycleId).toBe(cycleId)
  for (const { entryCount, hoursCounted } of ((await cycles.json()) as { items: CeuCycle[] }).items)
    if (entryCount === 0) expect(hoursCounted).toBe(0)
  return entries.status
}

/** Sends a change and checks that the response contains `expected` and is consistent. */
async function sendChange(
  send: SendRequest,
  method: string,
  path: string,
  body: object | undefined,
  expected: object,
) {
  const answer = await send(method, path, body)
  if (!answer.ok) return { status: answer.status, id: undefined }
  const entry = (await answer.json()) as CeuEntry
  expect(entry).toMatchObject(expected)
  expect(entry.counts[0]?.cycleId).toBe(entry.cycleId)
  for (const { countedHours, reasons } of entry.counts) {
    const accepted = reasons.find(({ code }) => code === 'accepted')?.hours ?? 0
    expect(accepted).toBe(countedHours)
  }
  return { status: answer.status, id: entry.id }
}

function keep(ids: string[], { status, id }: { status: number; id: string | undefined }): number {
  if (id !== undefined) ids.push(id)
  return status
}

/** Compares each cycle and each entry with a recount of all entries. Returns the sums. */
export async function expectConsistentTotals(send: SendRequest): Promise<number[]> {
  const entries = await listAll(send)
  const { items } = (await (await send('GET', '/api/ceu-cycles')).json()) as { items: CeuCycle[] }
  for (const cycle of items) {
    const activities = entries.flatMap((entry) => {
      const count = entry.counts.find(({ cycleId }) => cycleId === cycle.id)
      return count ? [{ ...entry, ...count, cycleId: cycle.id }] : []
    })
    const { hoursCounted, topicsCompleted, entries: counted } = countCycle(cycle, activities)
    const hoursCompleted = activities.reduce((sum, { hours }) => sum + hundredths(hours), 0) / 100
    const entryCount = activities.length
    expect(cycle).toMatchObject({ entryCount, hoursCompleted, hoursCounted, topicsCompleted })
    for (const { id, countedHours, reasons } of activities)
      expect(counted.get(id)).toEqual({ countedHours, reasons })
    expect(activities.reduce((sum, { countedHours }) => sum + hundredths(countedHours), 0)).toBe(
      hundredths(hoursCounted),
    )
    const answer = await send('GET', `/api/ceu-entries/cycle/${cycle.id}`)
    const ofCycle = ((await answer.json()) as { items: CeuEntry[] }).items
    expect(ofCycle).toEqual(entries.filter((entry) => activities.some(({ id }) => id === entry.id)))
  }
  const kept = new Set(items.map(({ id }) => id))
  for (const { cycleId, counts } of entries) {
    expect(counts.map((each) => each.cycleId)).toContain(cycleId)
    for (const each of counts) expect(kept).toContain(each.cycleId)
  }
  return items.map(({ hoursCounted }) => hoursCounted)
}

async function listAll(send: SendRequest): Promise<CeuEntry[]> {
  const entries: CeuEntry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await send('GET', `/api/ceu-entries?limit=200${cursor && `&cursor=${cursor}`}`)
    const page = (await answer.json()) as { items: CeuEntry[]; nextCursor: string | null }
    entries.push(...page.items)
    cursor = page.nextCursor
  }
  return entries
}
