import { expect, test } from 'vitest'
import { batches } from './batches.ts'

test.each([0, 1, 999, 1000, 1001, 2500])('puts each of %i rows in one batch, in order', (count) => {
  const rows = Array.from({ length: count }, (_, n) => n)
  const made = batches(rows)
  expect(made.flat()).toEqual(rows)
  expect(made.map(({ length }) => length).filter((length) => length === 0 || length > 1000)).toEqual([])
})
