import { describe, expect, it, test } from 'vitest'
import { competencyKind } from '#shared/competency/record.ts'
import { daysText, practiceHeadline, totalsWithin, yearTotals } from './practice-text.ts'

const hours = (amount: number, startDate: string | null, endDate: string) => ({
  ...{ kind: 'practice_hours' as const, amount, startDate, endDate },
})
const exam = { kind: 'exam' as const, amount: null, startDate: null, endDate: '2026-02-14' }
const credits = { ...exam, kind: 'academic_credits' as const, amount: 3, startDate: '2025-08-20' }

describe('the totals of a year', () => {
  it('count hours and credits by their amount, everything else by the number of records', () => {
    expect(yearTotals([hours(1248.5, null, '2026-03-01'), exam, exam, credits])).toEqual([
      {
        year: '2026',
        parts: ['1,248.5 practice hours', '3 academic credits', '2 exams'],
        isProrated: false,
      },
    ])
  })

  it('split hours that run over New Year, and leave out years without records', () => {
    expect(yearTotals([hours(10, '2024-12-31', '2025-01-01'), exam])).toEqual([
      { year: '2026', parts: ['1 exam'], isProrated: false },
      { year: '2025', parts: ['5 practice hours'], isProrated: true },
      { year: '2024', parts: ['5 practice hours'], isProrated: true },
    ])
    expect(yearTotals([])).toEqual([])
  })

  it.each(competencyKind.options)('name %s in the singular and the plural', (kind) => {
    const one = { kind, amount: 1, startDate: null, endDate: '2026-02-14' }
    const [[single], [double]] = [[one], [one, one]].map(
      (records) => totalsWithin(records, '2026-01-01', '2026-12-31').parts,
    ) as [string[], string[]]
    expect([single?.slice(0, 2), double?.slice(0, 2)]).toEqual(['1 ', '2 '])
    expect(double).toMatch(/s$/)
    expect(single).not.toMatch(/s$/)
  })
})

test('the headline has the totals of this year', () => {
  const records = [hours(480.25, null, '2026-01-31'), exam]
  expect(practiceHeadline(records, '2026-03-10')).toBe('480.25 practice hours and 1 exam in 2026.')
  expect(practiceHeadline(records, '2027-01-01')).toBe('Nothing recorded in 2027 yet.')
})

test.each([
  [null, 'Feb 14, 2026'],
  ['2026-02-14', 'Feb 14, 2026'],
  ['2025-10-01', 'Oct 1, 2025 – Feb 14, 2026'],
])('the days from %s on are “%s”', (startDate, expected) => {
  expect(daysText({ startDate, endDate: '2026-02-14' }, 'en-US')).toBe(expected)
})
