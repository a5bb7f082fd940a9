import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import {
  insertCountRows,
  listCyclesOf,
  listDeletedWithCycle,
  listEntryUses,
  listEveryCount,
  moveMain,
  newCounts,
  replaceCounts,
  restoreMain,
} from './count-store.ts'
import { ceuCounts, ceuCycles, ceuEntries } from './table.ts'

type Ceu = ReturnType<typeof ceuClient>

let services: TestServices
let ann: Ceu
let bob: Ceu
let owner: Owner
beforeAll(async () => {
  services = await openTestServices()
  const [annNurse, bobNurse] = [await services.nurse('ann'), await services.nurse('bob')]
  ann = ceuClient(annNurse)
  bob = ceuClient(bobNurse)
  owner = asOwnerId(annNurse.id)
})
afterAll(() => services.close())
beforeEach(async () => void (await services.db.delete(ceuCycles)))

const cycleUntil = async (cycleEnd: string, of = ann) => (await of.addCycle({ ...texas, cycleEnd })).id

/** An entry whose main cycle is the first of the given cycles. */
async function entryIn([cycleId, ...others]: string[], of = ann): Promise<string> {
  return (await of.addEntry({ cycleId, counts: others.map((each) => ({ cycleId: each })) })).id
}

const setDeleted = (id: string, deletedAt: Date | null) =>
  services.db.update(ceuCycles).set({ deletedAt }).where(eq(ceuCycles.id, id))

/** The stored counts of an entry, in the order its owner chose. */
const rowsOf = async (entryId: string) =>
  services.db.select().from(ceuCounts).where(eq(ceuCounts.entryId, entryId)).orderBy(ceuCounts.position)
const mainOf = async (entryId: string) => {
  const [entry] = await services.db.select().from(ceuEntries).where(eq(ceuEntries.id, entryId))
  return entry?.cycleId
}

describe('the cycles of an entry', () => {
  it('leave out deleted ones, and are ordered by end, then by id', async () => {
    const late = await cycleUntil('2028-12-31')
    const twins = [
      await cycleUntil('2027-06-30'),
      await cycleUntil('2027-06-30'),
      await cycleUntil('2027-06-30'),
    ]
    const soon = await cycleUntil('2027-01-31')
    const gone = await cycleUntil('2026-12-31')
    const [many, one] = [await entryIn([late, ...twins, gone, soon]), await entryIn([soon])]
    const left = await entryIn([gone])
    await setDeleted(gone, new Date())
    expect(await listCyclesOf(services.db, [many, one, left])).toEqual(
      new Map([
        [many, [soon, ...twins.toSorted(), late]],
        [one, [soon]],
      ]),
    )
    expect(await listCyclesOf(services.db, [one])).toEqual(new Map([[one, [soon]]]))
    expect(await listCyclesOf(services.db, [])).toEqual(new Map())
  })

  it('are in the order that the owner chose where the entry is read', async () => {
    const [first, second, third] = [
      await cycleUntil('2028-12-31'),
      await cycleUntil('2027-06-30'),
      await cycleUntil('2027-01-31'),
    ]
    const id = await entryIn([second, third, first])
    const cyclesRead = async () => (await ann.entry(id)).counts.map(({ cycleId }) => cycleId)
    expect(await cyclesRead()).toEqual([second, third, first])
    await setDeleted(third, new Date())
    expect(await cyclesRead()).toEqual([second, first])
  })
})

describe('courses that count in a cycle', () => {
  it('is each entry that is not deleted, with its other cycles', async () => {
    const [main, other] = [await cycleUntil('2027-01-31'), await cycleUntil('2027-06-30')]
    const alone = await entryIn([main])
    const both = await entryIn([other, main])
    await entryIn([other])
    await ann.remove(`ceu-entries/${await entryIn([main])}`)
    const uses = await listEntryUses(services.db, main)
    expect(uses.toSorted((a, b) => a.others.length - b.others.length)).toEqual([
      { entryId: alone, mainId: main, others: [] },
      { entryId: both, mainId: other, others: [other] },
    ])
  })

  it('includes an entry whose other cycles are all deleted', async () => {
    const [main, gone] = [await cycleUntil('2027-01-31'), await cycleUntil('2027-06-30')]
    const entryId = await entryIn([main, gone])
    const alone = await entryIn([gone])
    await setDeleted(gone, new Date())
    expect(await listEntryUses(services.db, main)).toEqual([{ entryId, mainId: main, others: [] }])
    const uses = await listEntryUses(services.db, gone)
    expect(uses.toSorted((a, b) => a.others.length - b.others.length)).toEqual([
      { entryId: alone, mainId: gone, others: [] },
      { entryId, mainId: main, others: [main] },
    ])
  })

  it('is restored together with the cycle if it was deleted together with it', async () => {
    const [main, other] = [await cycleUntil('2027-01-31'), await cycleUntil('2027-06-30')]
    const together = await entryIn([main])
    await ann.remove(`ceu-entries/${await entryIn([main])}`)
    await entryIn([other])
    await ann.remove(`ceu-cycles/${main}`)
    const [cycle] = await services.db.select().from(ceuCycles).where(eq(ceuCycles.id, main))
    const deletedAt = cycle?.deletedAt ?? new Date(0)
    expect(await listDeletedWithCycle(services.db, { id: main, deletedAt })).toEqual([
      { id: together, cycleId: main },
    ])
  })
})

describe('replacing the cycles of an entry', () => {
  it('keeps the order and the hours that the owner set', async () => {
    const ids = [
      await cycleUntil('2027-01-31'),
      await cycleUntil('2027-06-30'),
      await cycleUntil('2028-01-31'),
    ]
    const [a = '', b = '', c = ''] = ids
    const [id, beside] = [await entryIn([a, b]), await entryIn([a, b])]
    const untouched = await rowsOf(beside)
    const counts = [
      { cycleId: c, acceptedHours: 1.5 },
      { cycleId: a, acceptedHours: null },
    ]
    await replaceCounts(services.db, owner, id, counts)
    const row = { entryId: id, ownerId: owner, countedHours: 0, reasons: [], wasMain: false }
    expect(await rowsOf(id)).toEqual([
      { ...row, ...counts[0], position: 0 },
      { ...row, ...counts[1], position: 1 },
    ])
    expect(await rowsOf(beside)).toEqual(untouched)
  })

  it('keeps the row of a deleted cycle, but no longer makes that cycle the main one after a restore', async () => {
    const [main, gone] = [await cycleUntil('2027-01-31'), await cycleUntil('2027-06-30')]
    const [id, beside] = [await entryIn([gone, main]), await entryIn([gone, main])]
    await ann.remove(`ceu-cycles/${gone}?keepShared=true`)
    expect((await rowsOf(id)).map(({ cycleId, wasMain }) => [cycleId, wasMain])).toEqual([
      [gone, true],
      [main, false],
    ])
    await replaceCounts(services.db, owner, id, [])
    expect((await rowsOf(id)).map(({ cycleId, wasMain }) => [cycleId, wasMain])).toEqual([[gone, false]])
    expect((await rowsOf(beside)).map(({ wasMain }) => wasMain)).toEqual([true, false])
  })

  it('gets new rows in the order of the cycles', () => {
    const counts = [
      { cycleId: 'b', acceptedHours: null },
      { cycleId: 'a', acceptedHours: 2 },
    ]
    expect(newCounts('entry', counts)).toEqual([
      { entryId: 'entry', cycleId: 'b', acceptedHours: null, position: 0, reasons: [] },
      { entryId: 'entry', cycleId: 'a', acceptedHours: 2, position: 1, reasons: [] },
    ])
  })
})

describe('the main cycle', () => {
  it('changes for the given entries, and changes back', async () => {
    const [a, b] = [await cycleUntil('2027-01-31'), await cycleUntil('2027-06-30')]
    const [moved, back, stays] = [await entryIn([a, b]), await entryIn([b, a]), await entryIn([a, b])]
    const was = async () =>
      Promise.all(
        [moved, back, stays].map(async (id) => [
          (await mainOf(id)) === a ? 'a' : 'b',
          ...(await rowsOf(id)).flatMap(({ cycleId, wasMain }) =>
            wasMain ? (cycleId === a ? 'a' : 'b') : [],
          ),
        ]),
      )
    await moveMain(services.db, [])
    expect(await was()).toEqual([['a'], ['b'], ['a']])
    await moveMain(services.db, [
      { entryId: moved, from: a, to: b },
      { entryId: back, from: b, to: a },
    ])
    expect(await was()).toEqual([['b', 'a'], ['a', 'b'], ['a']])
    await restoreMain(services.db, a)
    expect(await was()).toEqual([['a'], ['a', 'b'], ['a']])
    await restoreMain(services.db, b)
    expect(await was()).toEqual([['a'], ['b'], ['a']])
  })
})

describe('an export', () => {
  it('contains every count of the owner, also in deleted cycles, and an import restores them unchanged', async () => {
    const [a, b, c] = [
      await cycleUntil('2028-12-31'),
      await cycleUntil('2027-06-30'),
      await cycleUntil('2027-01-31'),
    ]
    const [first, second] = [await entryIn([b, c, a]), await entryIn([a])]
    await entryIn([await cycleUntil('2027-01-31', bob)], bob)
    await ann.remove(`ceu-cycles/${a}?keepShared=true`)
    const exported = await listEveryCount(services.db, owner)
    expect([...exported.keys()].toSorted()).toEqual([first, second].toSorted())
    expect(exported.get(first)?.map(({ cycleId }) => cycleId)).toEqual([b, c, a])
    expect(exported.get(second)?.map(({ cycleId }) => cycleId)).toEqual([a])

    await services.db.delete(ceuCounts).where(eq(ceuCounts.ownerId, owner))
    await Promise.all(insertCountRows(services.db, owner, [...exported.values()].flat()))
    expect(await listEveryCount(services.db, owner)).toEqual(exported)
  })

  it('has cycles of the same place by id', async () => {
    const ids = [
      await cycleUntil('2027-01-31'),
      await cycleUntil('2027-06-30'),
      await cycleUntil('2028-01-31'),
    ]
    const id = await entryIn(ids)
    await services.db.update(ceuCounts).set({ position: 0 }).where(eq(ceuCounts.entryId, id))
    const counts = (await listEveryCount(services.db, owner)).get(id)
    expect(counts?.map(({ cycleId }) => cycleId)).toEqual(ids.toSorted())
  })
})
