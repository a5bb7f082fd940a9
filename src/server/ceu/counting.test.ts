import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import {
  applyChange,
  arbitraryChanges,
  createCeuVault,
  expectConsistentTotals,
  type SendRequest,
} from '#testing/ceu-changes.ts'
import { ceuClient, florida, texas } from '#testing/ceu-vault.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCycles } from './table.ts'

let services: TestServices
let send: SendRequest
let ann: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  const nurse = await services.nurse('ann')
  send = (method, path, body) => nurse.json(method, path, body)
  ann = ceuClient(nurse)
})
afterAll(() => services.close())

it('keeps each cycle’s sums equal to a recount during concurrent changes', { tags: 'long' }, async () => {
  const statuses = new Map<number, number>()
  let sums = 0
  await fc.assert(
    fc.asyncProperty(arbitraryChanges(60), arbitraryChanges(60), async (first, second) => {
      await services.db.delete(ceuCycles)
      const known = await createCeuVault(send)
      for (const wave of [first, second]) {
        for (const status of await Promise.all(wave.map((change) => applyChange(send, known, change))))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        sums += (await expectConsistentTotals(send)).reduce((sum, hours) => sum + hours, 0)
      }
    }),
    { numRuns: 4, endOnFailure: true },
  )
  expect([...statuses.keys()].toSorted()).toEqual([200, 201, 204, 404])
  expect(statuses.get(201)).toBeGreaterThan(30)
  expect(sums).toBeGreaterThan(30)
})

it('reads one snapshot while an entry is moved', async () => {
  await services.db.delete(ceuCycles)
  const first = await ann.addCycle(texas)
  const second = await ann.addCycle(florida)
  const { id } = await ann.addEntry({ cycleId: first.id })
  let moving = true
  const move = async () => {
    for (let turn = 0; turn < 40; turn++)
      await ann.change(`ceu-entries/${id}`, { cycleId: turn % 2 ? first.id : second.id })
    moving = false
  }
  const look = async () => {
    while (moving) {
      const { cycleId, counts } = await ann.entry(id)
      expect(counts.map((count) => count.cycleId)).toEqual([cycleId])
      const { items } = await ann.get<{ items: CeuCycle[] }>('ceu-cycles')
      expect(items.map(({ hoursCounted, entryCount }) => hoursCounted / 5 - entryCount)).toEqual([0, 0])
    }
  }
  await Promise.all([move(), look(), look(), look(), look()])
})
