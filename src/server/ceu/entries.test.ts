import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { type CeuCycle, ceuCycleInput } from '#shared/ceu/cycle.ts'
import { type CeuEntry, ceuEntryInput, MAX_IMPORT } from '#shared/ceu/entry.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { Problem } from '#shared/http/errors.ts'
import { ceuClient, ethics, florida, readJson, texas, unknownId } from '#testing/ceu-vault.ts'
import { aPdf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { createCycle } from './cycle-service.ts'
import { createEntry, removeEntry, restoreEntry } from './entry-service.ts'
import { importEntries } from './import-service.ts'
import { ceuCycles } from './table.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let annCeu: ReturnType<typeof ceuClient>
let tx: CeuCycle
let fl: CeuCycle
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  annCeu = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
  tx = await annCeu.addCycle({ ...texas, topics: [{ topic: 'Nursing ethics', hours: 2, tags: ['Ethics'] }] })
  fl = await annCeu.addCycle(florida)
})

const sum = async ({ id }: CeuCycle) => (await annCeu.cycle(id)).hoursCounted
const countsOf = ({ counts }: CeuEntry) => counts.map(({ cycleId, countedHours }) => [cycleId, countedHours])

describe('creating an entry', () => {
  it('updates both states’ cycles, each with its reasons', async () => {
    const entry = await annCeu.addEntry({
      cycleId: tx.id,
      counts: [{ cycleId: fl.id, acceptedHours: 3 }],
      topicTags: ['Ethics', 'Night shift'],
      topicHours: [{ topic: 'Ethics', hours: 2 }],
    })
    const noCertificate = { code: 'no_certificate', hours: 0 }
    expect(entry.counts).toEqual([
      {
        cycleId: tx.id,
        acceptedHours: null,
        countedHours: 5,
        reasons: [{ code: 'accepted', hours: 5 }, noCertificate],
      },
      {
        cycleId: fl.id,
        acceptedHours: 3,
        countedHours: 3,
        reasons: [{ code: 'accepted', hours: 3 }, { code: 'set_by_owner', hours: 2 }, noCertificate],
      },
    ])
    expect(await annCeu.cycle(tx.id)).toMatchObject({
      hoursCounted: 5,
      topicsCompleted: [{ topic: 'Nursing ethics', hours: 2, isMet: true }],
    })
    expect(await sum(fl)).toBe(3)
  })

  it('that names no cycles besides its own counts in every one whose dates include its day', async () => {
    const { completedAt } = ethics
    const later = await annCeu.addCycle({ ...texas, cycleStart: '2027-01-01', cycleEnd: '2028-12-31' })
    const counted = await annCeu.addEntry({ cycleId: tx.id, counts: undefined })
    expect(countsOf(counted)).toEqual([
      [tx.id, 5],
      [fl.id, 5],
    ])
    expect([completedAt < '2027-01-01', await sum(tx), await sum(fl), await sum(later)]).toEqual([
      true,
      5,
      5,
      0,
    ])
    expect(countsOf(await annCeu.addEntry({ cycleId: tx.id, counts: [] }))).toEqual([[tx.id, 5]])
  })

  it('counts to the hundredth: 0.1 and 0.2 are 0.3', async () => {
    for (const hours of [0.1, 0.2]) await annCeu.addEntry({ cycleId: tx.id, hours })
    expect(await sum(tx)).toBe(0.3)
  })

  it('stores the amount on the certificate, and each cycle converts it by its own rule', async () => {
    const virginia = { ...texas, state: 'VA', ruleId: 'VA-RN' }
    const va = await annCeu.addCycle(virginia)
    const entry = await annCeu.addEntry({
      cycleId: tx.id,
      counts: [{ cycleId: va.id }],
      ...{ hours: undefined, amount: 150, unit: 'minute' },
    })
    // 150 / 60 = 2.5 hours, and 150 / 50 = 3 where an hour has 50 minutes.
    expect(entry).toMatchObject({ hours: 2.5, amount: 150, unit: 'minute' })
    expect(countsOf(entry)).toEqual([
      [tx.id, 2.5],
      [va.id, 3],
    ])
  })

  it('outside the dates of the cycle counts nothing and shows the reason', async () => {
    const entry = await annCeu.addEntry({ cycleId: tx.id, completedAt: '2025-03-31' })
    expect(entry.counts[0]).toMatchObject({
      countedHours: 0,
      reasons: [{ code: 'outside_dates', hours: 5 }, { code: 'no_certificate' }],
    })
    const dates = { cycleStart: '2025-03-01' }
    expect(await annCeu.change<CeuCycle>(`ceu-cycles/${tx.id}`, dates)).toMatchObject({ hoursCounted: 5 })
    expect((await annCeu.entry(entry.id)).counts[0]?.countedHours).toBe(5)
  })
})

describe('updating an entry', () => {
  it('changes field by field: absent fields stay, null clears', async () => {
    const entry = await annCeu.addEntry({
      cycleId: tx.id,
      notes: 'x',
      approvedBy: 'ANCC',
      topicTags: ['Ethics'],
    })
    services.clock.set('2026-03-10T16:00:00.000Z')
    const changed = await annCeu.change(`ceu-entries/${entry.id}`, { notes: null, title: 'New' })
    expect(changed).toEqual({ ...entry, notes: null, title: 'New', updatedAt: '2026-03-10T16:00:00.000Z' })
    expect(await annCeu.entry(entry.id)).toEqual(changed)
  })

  it('moves it: one sum falls, the other rises', async () => {
    const entry = await annCeu.addEntry({ cycleId: tx.id })
    expect(countsOf(await annCeu.change(`ceu-entries/${entry.id}`, { cycleId: fl.id }))).toEqual([[fl.id, 5]])
    expect([await sum(tx), await sum(fl)]).toEqual([0, 5])
  })

  it('keeps the accepted hours of its main cycle when they are not changed', async () => {
    const counts = [
      { cycleId: tx.id, acceptedHours: 4 },
      { cycleId: fl.id, acceptedHours: 3 },
    ]
    const { id } = await annCeu.addEntry({ cycleId: tx.id, counts })
    await annCeu.change(`ceu-entries/${id}`, { cycleId: tx.id, title: 'New' })
    expect([await sum(tx), await sum(fl)]).toEqual([4, 3])
    expect(countsOf(await annCeu.change(`ceu-entries/${id}`, { cycleId: fl.id }))).toEqual([[fl.id, 3]])
  })

  it('replaces the cycles it counts in, always including its main cycle', async () => {
    const { id } = await annCeu.addEntry({ cycleId: tx.id, counts: [{ cycleId: fl.id }] })
    const ny = await annCeu.addCycle({ ...texas, state: 'NY' })
    const named = { counts: [{ cycleId: ny.id, acceptedHours: 1.5 }] }
    expect(countsOf(await annCeu.change(`ceu-entries/${id}`, named))).toEqual([
      [tx.id, 5],
      [ny.id, 1.5],
    ])
    expect([await sum(tx), await sum(fl), await sum(ny)]).toEqual([5, 0, 1.5])
    expect(countsOf(await annCeu.change(`ceu-entries/${id}`, { counts: [] }))).toEqual([[tx.id, 5]])
  })

  it('changes from the certificate’s unit to plain hours and back', async () => {
    const ceu = { hours: undefined, amount: 0.5, unit: 'ceu' }
    const { id } = await annCeu.addEntry({ cycleId: tx.id, ...ceu })
    const change = (patch: object) => annCeu.change(`ceu-entries/${id}`, patch)
    expect(await change({ amount: 0.4 })).toMatchObject({ hours: 4, amount: 0.4, unit: 'ceu' })
    expect(await change({ hours: 3 })).toMatchObject({ hours: 3, amount: null, unit: 'contact_hour' })
    expect(await change({ amount: 90, unit: 'minute' })).toMatchObject({ hours: 1.5, amount: 90 })
    expect(await change({ unit: 'contact_hour', amount: null })).toMatchObject({ hours: 1.5, amount: null })
    expect(await sum(tx)).toBe(1.5)
    for (const patch of [{ unit: 'ceu' }, { hours: 5, unit: 'ceu' }, { hours: 5, amount: 0.4, unit: 'ceu' }])
      expect((await annCeu.refusal('PATCH', `ceu-entries/${id}`, patch)).status).toBe(422)
  })

  it('is rejected when its topics exceed its hours', async () => {
    const { id } = await annCeu.addEntry({ cycleId: tx.id, topicHours: [{ topic: 'Ethics', hours: 4 }] })
    const { status, errors } = await annCeu.refusal('PATCH', `ceu-entries/${id}`, { hours: 3.5 })
    expect([status, errors?.[0]?.path]).toEqual([422, 'topicHours'])
    expect(await sum(tx)).toBe(5)
  })
})

describe('a certificate', () => {
  async function upload(nurse = ann): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }), 'certificate.pdf')
    return (await readJson<{ id: string }>(nurse.fetch('/api/upload', { method: 'POST', body: form }))).id
  }
  const remarks = ({ counts }: CeuEntry) => counts[0]?.reasons.map(({ code }) => code)

  it('belongs to its entry, and the entry reports when it has none', async () => {
    const [front, back] = [await upload(), await upload()]
    const entry = await annCeu.addEntry({ cycleId: tx.id, fileIds: [front, back] })
    expect(entry).toMatchObject({ fileId: front, fileIds: [front, back] })
    expect(await annCeu.get(`upload/${back}`)).toMatchObject({
      resourceType: 'ceuEntry',
      resourceId: entry.id,
    })
    expect(remarks(entry)).toEqual(['accepted'])
    const without = await annCeu.change(`ceu-entries/${entry.id}`, { fileIds: [], fileId: null })
    expect(remarks(without)).toEqual(['accepted', 'no_certificate'])
    expect(await annCeu.get(`upload/${front}`)).toMatchObject({ resourceId: null })
    const again = await annCeu.change(`ceu-entries/${entry.id}`, { fileId: back })
    expect([remarks(again), again.fileIds]).toEqual([['accepted'], [back]])
  })

  it('that is deleted alone is reported as missing immediately', async () => {
    const file = await upload()
    const { id } = await annCeu.addEntry({ cycleId: tx.id, fileId: file })
    await annCeu.remove(`upload/${file}`)
    const entry = await annCeu.entry(id)
    expect([entry.fileId, entry.fileIds, remarks(entry)]).toEqual([null, [], ['accepted', 'no_certificate']])
    expect(await sum(tx)).toBe(5)
  })

  it('is not missing while the entry has another file, which takes its place', async () => {
    const [front, back] = [await upload(), await upload()]
    const { id } = await annCeu.addEntry({ cycleId: tx.id, fileIds: [front, back] })
    await annCeu.remove(`upload/${front}`)
    const entry = await annCeu.entry(id)
    expect([entry.fileId, entry.fileIds, remarks(entry)]).toEqual([back, [back], ['accepted']])
    const renamed = await annCeu.change(`ceu-entries/${id}`, { title: 'Ethics at night' })
    expect([renamed.fileId, renamed.fileIds, remarks(renamed)]).toEqual([back, [back], ['accepted']])
    const without = await annCeu.change(`ceu-entries/${id}`, { fileId: null })
    expect([without.fileId, without.fileIds, remarks(without)]).toEqual([
      null,
      [],
      ['accepted', 'no_certificate'],
    ])
  })

  it('of another nurse, of another entry, or missing, is rejected, and nothing is stored', async () => {
    const [foreign, taken] = [await upload(bob), await upload()]
    await annCeu.addEntry({ cycleId: tx.id, fileId: taken })
    const add = (fileId: string) =>
      annCeu.refusal('POST', 'ceu-entries', { ...ethics, cycleId: fl.id, fileId })
    expect(await add(foreign)).toMatchObject({ code: 'file_not_owned' })
    expect(await add(unknownId)).toMatchObject({ code: 'file_not_found' })
    expect(await add(taken)).toMatchObject({ code: 'invalid', errors: [{ path: 'fileIds.0' }] })
    const entries = [
      { ...ethics, cycleId: fl.id },
      { ...ethics, cycleId: fl.id, fileId: taken },
    ]
    expect(await annCeu.refusal('POST', 'ceu-entries/import', { entries, duplicates: 'keep' })).toMatchObject(
      {
        errors: [{ path: 'entries.1.fileIds.0' }],
      },
    )
    expect(await sum(fl)).toBe(0)
  })
})

describe('suggestions', () => {
  it('include entries that may be the same activity', async () => {
    const first = await annCeu.addEntry({ cycleId: tx.id, title: 'Ethics at the Bedside' })
    for (const other of [{ hours: 4 }, { completedAt: '2026-02-13' }, { title: 'Ethics' }])
      await annCeu.addEntry({ cycleId: tx.id, title: 'Ethics at the Bedside', ...other })
    const gone = await annCeu.addEntry({ cycleId: tx.id, title: 'Ethics at the Bedside' })
    await annCeu.remove(`ceu-entries/${gone.id}`)
    const query = 'title=+ethics+AT+the+bedside+&completedAt=2026-02-14&hours=5'
    expect(await annCeu.get(`ceu-entries/similar?${query}`)).toEqual({ items: [first] })
    expect(await annCeu.status('GET', 'ceu-entries/similar?title=x&completedAt=2026-02-14&hours=501')).toBe(
      422,
    )
  })

  it('include the most recent providers and topics', async () => {
    for (let i = 1; i <= 10; i++) {
      services.clock.set(`2026-03-10T15:00:${String(i).padStart(2, '0')}.000Z`)
      const topicTags = [`a${i}`, `b${i}`, `c${i}`]
      await annCeu.addEntry({ cycleId: tx.id, provider: `P${i}`, approvedBy: `A${i}`, topicTags })
    }
    services.clock.set('2026-03-10T15:01:00.000Z')
    await annCeu.addEntry({ cycleId: tx.id, provider: 'p4', providerNumber: 'N4', topicTags: ['a4'] })
    const { providers, topics } = await annCeu.get<{ providers: object[]; topics: string[] }>(
      'ceu-entries/suggestions',
    )
    expect(providers).toEqual([
      { provider: 'p4', approvedBy: null, providerNumber: 'N4' },
      ...[10, 9, 8, 7, 6, 5, 3].map((i) => ({
        provider: `P${i}`,
        approvedBy: `A${i}`,
        providerNumber: null,
      })),
    ])
    expect(topics).toHaveLength(20)
    expect(topics.slice(0, 5)).toEqual(['a4', 'a10', 'b10', 'c10', 'a9'])
  })
})

describe('importing a spreadsheet', () => {
  const rows = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, row) => ({ ...ethics, cycleId: tx.id, title: `Row ${row}`, ...more }))

  it('creates a thousand rows with all their fields, and can be undone', async () => {
    const more = {
      ...{ topicTags: ['Ethics', 'Two'], topicHours: [{ topic: 'Ethics', hours: 0.5 }], hours: 0.75 },
      ...{ holderName: 'Ann', approvedBy: 'ANCC', providerNumber: 'P1', kind: 'self_study', notes: 'n' },
      counts: [{ cycleId: fl.id, acceptedHours: null }],
      ...{ fileId: null, fileIds: [], amount: null, unit: 'contact_hour' },
    }
    const answer = await ann.json('POST', '/api/ceu-entries/import', { entries: rows(MAX_IMPORT, more) })
    expect(answer.status, await answer.clone().text()).toBe(201)
    const { importId, count } = (await answer.json()) as { importId: string; count: number }
    expect(count).toBe(MAX_IMPORT)
    expect([await sum(tx), await sum(fl)]).toEqual([750, 750])
    const [entry] = await annCeu.entriesOf(tx.id)
    expect(entry?.importId).toBe(importId)
    await annCeu.remove(`ceu-entries/${entry?.id}`)

    const undo = () => readJson(ann.fetch(`/api/ceu-entries/import/${importId}`, { method: 'DELETE' }))
    expect(await undo()).toEqual({ deleted: MAX_IMPORT - 1 })
    expect([await sum(tx), await sum(fl)]).toEqual([0, 0])
    expect(await undo()).toEqual({ deleted: 0 })
  })

  it('names every problem by its row, and then stores nothing', async () => {
    const entries = [
      ...rows(1),
      ...rows(1, { hours: 501, title: '' }),
      ...rows(1, { completedAt: '31/12/2025' }),
    ]
    const { status, errors } = await annCeu.refusal('POST', 'ceu-entries/import', { entries })
    expect(status).toBe(422)
    expect(errors?.map(({ path }) => path).toSorted()).toEqual([
      'entries.1.hours',
      'entries.1.title',
      'entries.2.completedAt',
    ])
    const later = [...rows(2), ...rows(1, { completedAt: '2026-03-11' })]
    expect(await annCeu.refusal('POST', 'ceu-entries/import', { entries: later })).toMatchObject({
      errors: [{ path: 'entries.2.completedAt', message: 'This date is in the future' }],
    })
    for (const many of [[], rows(MAX_IMPORT + 1)])
      expect(await annCeu.refusal('POST', 'ceu-entries/import', { entries: many })).toMatchObject({
        errors: [{ path: 'entries' }],
      })
    expect(await annCeu.entriesOf(tx.id)).toEqual([])
  })
})

describe('the limits', () => {
  const moment = { now: new Date('2026-03-10T15:00:00.000Z'), today: '2026-03-10' }
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'kept',
      (error: unknown) => (error instanceof Problem ? error.code : `${error}`),
    )

  it('of cycles and entries hold under concurrent requests', async () => {
    const owner = asOwnerId(ann.id)
    const inTx = services.db.transaction.bind(services.db)
    const cycle = () =>
      code(
        inTx((t) =>
          createCycle(t, owner, ceuCycleInput.parse(texas), { rules: embeddedRules, now: moment.now }, 5),
        ),
      )
    const cycles = await Promise.all(Array.from({ length: 8 }, cycle))
    expect(cycles.toSorted()).toEqual([...Array(3).fill('kept'), ...Array(5).fill('too_many_cycles')])

    const input = ceuEntryInput.parse({ ...ethics, cycleId: tx.id })
    const entry = () => code(inTx((t) => createEntry(t, owner, input, moment, 4)))
    const entries = await Promise.all(Array.from({ length: 8 }, entry))
    expect(entries.toSorted()).toEqual([...Array(4).fill('kept'), ...Array(4).fill('too_many_entries')])
    const many = (count: number) =>
      code(
        inTx((t) =>
          importEntries(t, owner, { entries: Array(count).fill(input), duplicates: 'keep' }, moment, 6),
        ),
      )
    expect([await many(3), await many(2)]).toEqual(['too_many_entries', 'kept'])

    const [first, second] = await annCeu.entriesOf(tx.id)
    await inTx((t) => removeEntry(t, owner, first?.id ?? '', moment.now))
    const restore = () => code(inTx((t) => restoreEntry(t, owner, first?.id ?? '', moment.now, 5)))
    expect(await restore()).toBe('too_many_entries')
    await inTx((t) => removeEntry(t, owner, second?.id ?? '', moment.now))
    expect(await restore()).toBe('kept')
    expect(await sum(tx)).toBe(25)
  })
})
