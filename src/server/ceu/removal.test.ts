import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { purgeTrash } from '#server/trash/job.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { ceuClient, florida, texas } from '#testing/ceu-vault.ts'
import { aPdf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCounts, ceuCycles, ceuEntries } from './table.ts'

let services: TestServices
let ann: Nurse
let annCeu: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  annCeu = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
})

const cycles = async () => (await annCeu.get<{ items: CeuCycle[] }>('ceu-cycles')).items
const everything = async () => [await cycles(), await annCeu.get('ceu-entries')]
const sums = async () => (await cycles()).map(({ state, hoursCounted }) => `${state} ${hoursCounted}`)

/** A Texas cycle and a Florida cycle with a course each. A second course of the Texas cycle also counts in Florida. */
async function twoStates() {
  const tx = await annCeu.addCycle(texas)
  const fl = await annCeu.addCycle(florida)
  const alone = await annCeu.addEntry({ cycleId: tx.id, hours: 1 })
  const both = await annCeu.addEntry({ cycleId: tx.id, hours: 2, counts: [{ cycleId: fl.id }] })
  const other = await annCeu.addEntry({ cycleId: fl.id, hours: 4 })
  return { tx, fl, alone, both, other }
}

/** Deletes the cycle, and keeps the courses that also count elsewhere. */
const removeKeeping = (id: string) => annCeu.remove(`ceu-cycles/${id}?keepShared=true`)

describe('deleting a cycle', () => {
  it('previews how many entries are affected', async () => {
    const { tx, fl } = await twoStates()
    expect(await annCeu.get(`ceu-cycles/${tx.id}/removal`)).toEqual({ entries: 2, shared: 1 })
    expect(await annCeu.get(`ceu-cycles/${fl.id}/removal`)).toEqual({ entries: 2, shared: 1 })
  })

  it('keeps entries that count elsewhere on request, and undoing it restores everything', async () => {
    const { tx, fl, alone, both } = await twoStates()
    const before = await everything()
    await removeKeeping(tx.id)
    expect(await annCeu.status('GET', `ceu-cycles/${tx.id}`)).toBe(404)
    expect(await annCeu.status('GET', `ceu-entries/cycle/${tx.id}`)).toBe(404)
    expect(await annCeu.status('GET', `ceu-entries/${alone.id}`)).toBe(404)
    expect(await annCeu.entry(both.id)).toMatchObject({ cycleId: fl.id, counts: [{ cycleId: fl.id }] })
    expect(await sums()).toEqual(['FL 6'])

    expect(await annCeu.restore<CeuCycle>(`ceu-cycles/${tx.id}`)).toMatchObject({
      hoursCounted: 3,
      entryCount: 2,
    })
    expect(await everything()).toEqual(before)
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    expect(await everything()).toEqual(before)
  })

  it('is refused on request while a course counts in it, and nothing is lost', async () => {
    const { tx, fl } = await twoStates()
    const before = await everything()
    for (const { id } of [tx, fl])
      expect(await annCeu.status('DELETE', `ceu-cycles/${id}?onlyEmpty=true`)).toBe(409)
    expect(await everything()).toEqual(before)
    const empty = await annCeu.addCycle(texas)
    await annCeu.remove(`ceu-cycles/${empty.id}?onlyEmpty=true`)
    expect(await everything()).toEqual(before)
  })

  it('moves entries to the cycle that expires first', async () => {
    const main = await annCeu.addCycle({ ...texas, cycleEnd: '2026-12-31' })
    const late = await annCeu.addCycle({ ...texas, cycleEnd: '2028-12-31' })
    const soon = await annCeu.addCycle({ ...texas, cycleEnd: '2027-01-31' })
    const counts = [{ cycleId: late.id }, { cycleId: soon.id }]
    const { id } = await annCeu.addEntry({ cycleId: main.id, counts })
    await removeKeeping(main.id)
    const moved = await annCeu.entry(id)
    expect(moved.counts.map(({ cycleId }) => cycleId)).toEqual([soon.id, late.id])
  })

  it('and another one can be undone in any order, each with its own entries', async () => {
    const { tx, fl, both } = await twoStates()
    const before = await everything()
    await removeKeeping(tx.id)
    await removeKeeping(fl.id)
    expect(await everything()).toEqual([[], { items: [], nextCursor: null }])
    expect(await annCeu.status('POST', `ceu-entries/${both.id}/restore`)).toBe(404)
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    expect(await sums()).toEqual(['TX 3'])
    expect(await annCeu.entry(both.id)).toMatchObject({ cycleId: tx.id, counts: [{ cycleId: tx.id }] })
    await annCeu.restore(`ceu-cycles/${fl.id}`)
    expect(await everything()).toEqual(before)

    await removeKeeping(tx.id)
    await removeKeeping(fl.id)
    await annCeu.restore(`ceu-cycles/${fl.id}`)
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    expect(await everything()).toEqual(before)
  })

  it('and restoring it counts what changed in the meantime', async () => {
    const { tx, fl, both } = await twoStates()
    await removeKeeping(tx.id)
    await annCeu.change(`ceu-entries/${both.id}`, { hours: 3 })
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    expect(await sums()).toEqual(['FL 7', 'TX 4'])
    await removeKeeping(tx.id)
    const own = await annCeu.addCycle({ ...texas, state: 'NY' })
    await annCeu.change(`ceu-entries/${both.id}`, { cycleId: own.id })
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    const entry = await annCeu.entry(both.id)
    expect(entry.counts.map(({ cycleId }) => cycleId)).toEqual([own.id, tx.id])
    expect(await annCeu.cycle(fl.id)).toMatchObject({ hoursCounted: 4 })
  })

  it('and restoring it leaves separately deleted entries deleted', async () => {
    const { tx, alone } = await twoStates()
    await annCeu.remove(`ceu-entries/${alone.id}`)
    await removeKeeping(tx.id)
    await annCeu.restore(`ceu-cycles/${tx.id}`)
    expect(await annCeu.status('GET', `ceu-entries/${alone.id}`)).toBe(404)
    expect(await annCeu.cycle(tx.id)).toMatchObject({ hoursCounted: 2, entryCount: 1 })
    await annCeu.restore(`ceu-entries/${alone.id}`)
    expect(await annCeu.cycle(tx.id)).toMatchObject({ hoursCounted: 3, entryCount: 2 })
  })

  it('still lets an entry deleted earlier be restored to its other cycles', async () => {
    const { tx, fl, both } = await twoStates()
    await annCeu.remove(`ceu-entries/${both.id}`)
    await removeKeeping(tx.id)
    expect(await annCeu.restore(`ceu-entries/${both.id}`)).toMatchObject({ cycleId: fl.id })
    expect(await sums()).toEqual(['FL 6'])
  })
})

describe('deleting a cycle with all its entries', () => {
  it('removes them from the other cycles, and undoing it restores everything', async () => {
    const { tx, fl, alone, both } = await twoStates()
    const before = await everything()
    for (const cycle of [tx, fl]) {
      await annCeu.remove(`ceu-cycles/${cycle.id}`)
      expect(await annCeu.status('GET', `ceu-entries/${both.id}`)).toBe(404)
      expect(await sums()).toEqual([cycle === tx ? 'FL 4' : 'TX 1'])
      await annCeu.restore(`ceu-cycles/${cycle.id}`)
      expect(await everything()).toEqual(before)
    }
    expect(await annCeu.entry(alone.id)).toMatchObject({ cycleId: tx.id })
  })

  it.each([
    ['TX', 'FL', true],
    ['TX', 'FL', false],
    ['FL', 'TX', true],
    ['FL', 'TX', false],
  ])(
    '%s and then %s, the second keeping shared ones: %s, is undone exactly, the last first',
    async (one, two, keepShared) => {
      const { tx, fl } = await twoStates()
      const idOf = (state: string) => (state === 'TX' ? tx.id : fl.id)
      const start = await everything()
      await annCeu.remove(`ceu-cycles/${idOf(one)}`)
      const between = await everything()
      services.clock.advance(1)
      await annCeu.remove(`ceu-cycles/${idOf(two)}?keepShared=${keepShared}`)
      await annCeu.restore(`ceu-cycles/${idOf(two)}`)
      expect(await everything()).toEqual(between)
      await annCeu.restore(`ceu-cycles/${idOf(one)}`)
      expect(await everything()).toEqual(start)
    },
  )

  it('permanently also removes them from cycles that are not deleted', async () => {
    const { tx, fl, both } = await twoStates()
    await annCeu.remove(`ceu-cycles/${tx.id}`)
    await annCeu.remove(`trash/ceuCycle/${tx.id}`)
    expect(await services.db.$count(ceuEntries)).toBe(1)
    expect(await annCeu.status('POST', `ceu-entries/${both.id}/restore`)).toBe(404)
    expect(await annCeu.cycle(fl.id)).toMatchObject({ hoursCounted: 4, entryCount: 1 })
  })
})

describe('the hours of a cycle', () => {
  it('completed are the plain sum of its entries, and hours counted are those that its dates and rule accept', async () => {
    const cycle = await annCeu.addCycle(texas)
    await annCeu.addEntry({ cycleId: cycle.id, hours: 5 })
    const early = await annCeu.addEntry({ cycleId: cycle.id, hours: 2.5, completedAt: '2020-01-31' })
    expect(await annCeu.cycle(cycle.id)).toMatchObject({ hoursCompleted: 7.5, hoursCounted: 5 })
    await annCeu.change(`ceu-entries/${early.id}`, { hours: 1 })
    expect(await annCeu.cycle(cycle.id)).toMatchObject({ hoursCompleted: 6, hoursCounted: 5 })
    await annCeu.remove(`ceu-entries/${early.id}`)
    expect(await annCeu.cycle(cycle.id)).toMatchObject({ hoursCompleted: 5, hoursCounted: 5 })
  })
})

describe('when the database fails in the middle', () => {
  /** Makes the database raise a real error, as for a full disk or a broken index. */
  async function failing(on: string, work: () => Promise<void>): Promise<void> {
    const { pool } = services.database
    await pool.query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'canary of the database'; end $$`,
    )
    await pool.query(`create trigger broken before update on ${on} for each row execute function broken()`)
    try {
      await work()
    } finally {
      await pool.query('drop function broken cascade')
    }
  }

  it.each(['ceu_entries', 'ceu_counts', 'ceu_cycles'])(
    'nothing is half deleted, and the response is an error: %s',
    async (table) => {
      const { tx } = await twoStates()
      const before = await everything()
      const logged = vi.spyOn(services.log, 'error')
      await failing(table, async () => {
        const answer = await annCeu.refusal('DELETE', `ceu-cycles/${tx.id}?keepShared=true`)
        expect(answer).toMatchObject({
          status: 500,
          code: 'ceu_cycle_not_deleted',
          detail: 'Failed to delete CEU cycle: the database refused the change (P0001)',
        })
        expect(JSON.stringify(answer)).not.toContain('canary')
      })
      const root = expect.objectContaining({ message: 'canary of the database' })
      const cause = expect.objectContaining({ cause: expect.objectContaining({ cause: root }) })
      expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err: cause }), 'ceu_cycle_not_deleted')
      logged.mockRestore()
      expect(await everything()).toEqual(before)
      await annCeu.remove(`ceu-cycles/${tx.id}`)
    },
  )

  it('nothing is deleted when reading the entries fails', async () => {
    const { tx } = await twoStates()
    const before = await everything()
    await services.database.pool.query('alter table ceu_counts rename to ceu_counts_away')
    try {
      expect(await annCeu.refusal('DELETE', `ceu-cycles/${tx.id}`)).toMatchObject({
        status: 500,
        code: 'ceu_entries_not_read',
        detail: 'Failed to find CEU entries: a table of the database is missing or different (42P01)',
      })
    } finally {
      await services.database.pool.query('alter table ceu_counts_away rename to ceu_counts')
    }
    expect(await everything()).toEqual(before)
  })

  it('expected problems keep their own code', async () => {
    await failing('ceu_cycles', async () => {
      expect(await annCeu.refusal('DELETE', 'ceu-cycles/nonsense')).toMatchObject({
        status: 404,
        code: 'ceu_cycle_not_found',
      })
    })
  })
})

describe('after 30 days', () => {
  async function upload(): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }), 'certificate.pdf')
    return ((await (await ann.fetch('/api/upload', { method: 'POST', body: form })).json()) as { id: string })
      .id
  }

  it('deleted records can no longer be restored, and are purged with their files', async () => {
    const { tx, fl, both, other } = await twoStates()
    const [kept, gone, alone] = [await upload(), await upload(), await upload()]
    await annCeu.change(`ceu-entries/${both.id}`, { fileId: kept })
    await annCeu.change(`ceu-entries/${other.id}`, { fileId: gone })
    const third = await annCeu.addEntry({ cycleId: tx.id, fileId: alone })
    await annCeu.remove(`ceu-entries/${other.id}`)
    await removeKeeping(tx.id)

    services.clock.set('2026-04-09T15:00:00.000Z')
    expect(await purgeTrash(services)).toBe(0)
    for (const path of [`ceu-cycles/${tx.id}`, `ceu-entries/${other.id}`]) {
      services.clock.set('2026-04-09T15:00:00.001Z')
      expect(await annCeu.status('POST', `${path}/restore`)).toBe(404)
      services.clock.set('2026-04-09T15:00:00.000Z')
      await annCeu.restore(path)
      await annCeu.remove(path === `ceu-cycles/${tx.id}` ? `${path}?keepShared=true` : path)
    }

    services.clock.set('2026-05-09T15:00:00.001Z')
    expect(await purgeTrash(services)).toBe(4)
    expect(await purgeTrash(services)).toBe(0)
    expect([await services.db.$count(ceuCycles), await services.db.$count(ceuEntries)]).toEqual([1, 1])
    expect(await services.db.$count(ceuCounts)).toBe(1)
    expect(await sums()).toEqual(['FL 2'])
    expect(await annCeu.entry(both.id)).toMatchObject({ cycleId: fl.id, fileId: kept })
    for (const id of [gone, alone]) expect(await annCeu.status('GET', `upload/${id}`)).toBe(404)
    expect(await annCeu.status('GET', `upload/${kept}/content`)).toBe(200)
    expect(await annCeu.status('POST', `ceu-entries/${third.id}/restore`)).toBe(404)
    const keys: string[] = []
    for await (const { key } of services.storage.list('files/')) keys.push(key)
    expect(keys).toHaveLength(1)
  })
})
