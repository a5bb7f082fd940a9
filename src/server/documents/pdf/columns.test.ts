import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitColumns } from './columns.ts'

const sumOf = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

describe('the columns of a table', () => {
  test('keep their requested widths when their words fit', () => {
    expect(
      fitColumns([
        { width: 30, least: 20 },
        { width: 300, least: 80 },
        { width: 60, least: 60 },
      ]),
    ).toEqual([30, 300, 60])
  })

  test('take the space for a long word from the widest column', () => {
    expect(
      fitColumns([
        { width: 30, least: 42 },
        { width: 300, least: 80 },
        { width: 120, least: 128 },
      ]),
    ).toEqual([42, 280, 128])
  })

  test('keep their total width, and fit every word that can fit', () => {
    const width = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(fc.array(fc.record({ width, least: width }), { minLength: 1, maxLength: 6 }), (columns) => {
        const fitted = fitColumns(columns)
        const sum = sumOf(columns.map(({ width }) => width))
        expect(sumOf(fitted)).toBeCloseTo(sum, 6)
        if (sumOf(columns.map(({ least }) => least)) <= sum)
          for (const [index, { least }] of columns.entries())
            expect(fitted[index]).toBeGreaterThanOrEqual(least)
      }),
    )
  })
})
