import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changes, expectPlainSums, makeChange, openVault, type Send } from '#testing/ceu-changes.ts'
import { openTestHouse, type TestHouse } from '#testing/house.ts'
import { ceuCycles } from './table.ts'

let house: TestHouse
let send: Send
beforeAll(async () => {
  house = await openTestHouse()
  const ann = await house.nurse('ann')
  send = (method, path, body) => ann.json(method, path, body)
})
afterAll(() => house.close())

it('whatever a nurse does at once from many windows, each cycle says what its entries come to', async () => {
  const statuses = new Map<number, number>()
  let sums = 0
  await fc.assert(
    fc.asyncProperty(changes(60), changes(60), async (first, second) => {
      await house.db.delete(ceuCycles)
      const known = await openVault(send)
      for (const wave of [first, second]) {
        for (const status of await Promise.all(wave.map((change) => makeChange(send, known, change))))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        sums += (await expectPlainSums(send)).reduce((sum, hours) => sum + hours, 0)
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect([...statuses.keys()].toSorted()).toEqual([200, 201, 204, 404])
  expect(statuses.get(201)).toBeGreaterThan(100)
  expect(sums).toBeGreaterThan(100)
}, 120_000)
