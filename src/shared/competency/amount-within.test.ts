import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { amountWithin } from './amount-within.ts'
import { type CompetencyKind, type CompetencyRecord, competencyKind } from './record.ts'

type Counted = Pick<CompetencyRecord, 'kind' | 'amount' | 'startDate' | 'endDate'>

const hours = (amount: number, startDate: string | null, endDate: string): Counted => ({
  ...{ kind: 'practice_hours', amount, startDate, endDate },
})
const within2026 = (...records: Counted[]) =>
  amountWithin(records, 'practice_hours', '2026-01-01', '2026-12-31')

describe('practice hours', () => {
  it.each<[string, Counted, ReturnType<typeof amountWithin>]>([
    ['inside', hours(480.25, '2026-01-01', '2026-12-31'), { amount: 480.25, records: 1, isProrated: false }],
    ['before', hours(8, '2025-12-01', '2025-12-31'), { amount: 0, records: 0, isProrated: false }],
    ['after', hours(8, '2027-01-01', '2027-01-01'), { amount: 0, records: 0, isProrated: false }],
    ['first half', hours(10, '2025-12-31', '2026-01-01'), { amount: 5, records: 1, isProrated: true }],
    ['second half', hours(10, '2026-12-31', '2027-01-01'), { amount: 5, records: 1, isProrated: true }],
    ['around', hours(1095, '2025-01-01', '2027-12-31'), { amount: 365, records: 1, isProrated: true }],
    ['on the first day', hours(8, null, '2026-01-01'), { amount: 8, records: 1, isProrated: false }],
    ['on the last day', hours(8, null, '2026-12-31'), { amount: 8, records: 1, isProrated: false }],
    ['on the day before', hours(8, null, '2025-12-31'), { amount: 0, records: 0, isProrated: false }],
    ['a third', hours(1, '2025-12-30', '2026-01-01'), { amount: 0.33, records: 1, isProrated: true }],
  ])('%s', (_where, record, expected) => {
    expect(within2026(record)).toEqual(expected)
  })

  it('are added to the hundredth, each record rounded down', () => {
    const third = hours(1, '2025-12-30', '2026-01-01')
    expect(within2026(third, third, third).amount).toBe(0.99)
    expect(within2026(hours(0.1, null, '2026-05-01'), hours(0.2, null, '2026-05-01')).amount).toBe(0.3)
  })
})

it('counts everything else on the day it was completed', () => {
  const term: Counted = {
    kind: 'academic_credits',
    amount: 3,
    startDate: '2025-08-20',
    endDate: '2026-01-10',
  }
  expect(amountWithin([term], 'academic_credits', '2026-01-01', '2026-12-31')).toEqual({
    ...{ amount: 3, records: 1, isProrated: false },
  })
  expect(amountWithin([term], 'academic_credits', '2025-01-01', '2025-12-31')).toEqual({
    ...{ amount: 0, records: 0, isProrated: false },
  })
})

it('counts a record without an amount, and no record of another kind', () => {
  const exam: Counted = { kind: 'exam', amount: null, startDate: null, endDate: '2026-03-01' }
  const both = [exam, { ...exam, kind: 'refresher' as const, amount: 40 }]
  expect(amountWithin(both, 'exam', '2026-01-01', '2026-12-31')).toEqual({
    ...{ amount: 0, records: 1, isProrated: false },
  })
})

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2025-06-01', days))
const records = fc.array(
  fc.record({
    kind: fc.constantFrom(...competencyKind.options),
    amount: fc.option(fc.integer({ min: 1, max: 2_000_000 }).map((cents) => cents / 100)),
    days: fc.option(fc.integer({ min: 0, max: 300 })),
    endDate: day,
  }),
  { maxLength: 5 },
)
const cases = fc
  .tuple(records, day, fc.integer({ min: 0, max: 300 }), fc.constantFrom(...competencyKind.options))
  .map(([list, from, length, kind]) => ({
    list: list.map(
      ({ days, ...rest }): Counted => ({
        ...rest,
        startDate: days === null ? null : addDays(rest.endDate, -days),
      }),
    ),
    ...{ from, to: addDays(from, length), kind },
  }))

/** The days of `record` one by one: those on which some of it counts, and those of them from `from` to `to`. */
function walk(record: Counted, from: string, to: string) {
  const start = record.kind === 'practice_hours' ? (record.startDate ?? record.endDate) : record.endDate
  let [all, inside] = [0, 0]
  for (let date = start; date <= record.endDate; date = addDays(date, 1)) {
    all += 1
    if (date >= from && date <= to) inside += 1
  }
  return { all, inside }
}

/** The same sum, day by day and in whole numbers without a limit. */
function slowAmountWithin(list: readonly Counted[], kind: CompetencyKind, from: string, to: string) {
  const own = list.filter((record) => record.kind === kind)
  const walked = own.map((record) => ({ record, ...walk(record, from, to) }))
  const cents = walked.map(
    ({ record, all, inside }) =>
      (BigInt((record.amount ?? 0).toFixed(2).replace('.', '')) * BigInt(inside)) / BigInt(all),
  )
  return {
    amount: Number(cents.reduce((sum, each) => sum + each, 0n)) / 100,
    records: walked.filter(({ inside }) => inside > 0).length,
    isProrated: walked.some(({ all, inside }) => inside > 0 && inside !== all),
  }
}

test('is the sum of the days inside', () => {
  fc.assert(
    fc.property(cases, ({ list, kind, from, to }) => {
      expect(amountWithin(list, kind, from, to)).toEqual(slowAmountWithin(list, kind, from, to))
    }),
  )
})

test('two adjacent spans never count more than both together', () => {
  fc.assert(
    fc.property(cases, fc.nat(), ({ list, kind, from, to }, at) => {
      const middle = addDays(from, at % (daysBetween(from, to) + 1))
      const first = amountWithin(list, kind, from, middle)
      const second = amountWithin(list, kind, addDays(middle, 1), to)
      const both = amountWithin(list, kind, from, to)
      expect(Math.round((first.amount + second.amount) * 100)).toBeLessThanOrEqual(both.amount * 100 + 1e-6)
      expect(first.records + second.records).toBeGreaterThanOrEqual(both.records)
    }),
  )
})

test('all time counts all of it', () => {
  fc.assert(
    fc.property(cases, ({ list, kind }) => {
      const own = list.filter((record) => record.kind === kind)
      const sum = own.reduce((total, { amount }) => total + Math.round((amount ?? 0) * 100), 0)
      expect(amountWithin(list, kind, '1900-01-01', '2200-12-31')).toEqual({
        ...{ amount: sum / 100, records: own.length, isProrated: false },
      })
    }),
  )
})
