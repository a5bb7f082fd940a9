import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, isCalendarDate } from '#shared/kernel/dates.ts'
import { reviewDueOn } from './rule-review.ts'

test.each([
  ['CA', '2026-11-21', '2027-02-21'],
  ['WI', '2026-11-30', '2027-02-28'],
  ['TX', '2027-11-30', '2028-02-29'],
  ['CO', '2026-11-21', '2027-05-21'],
  ['VT', '2026-08-31', '2027-02-28'],
  ['DC', '2026-01-31', '2026-07-31'],
  [null, '2026-11-21', '2027-05-21'],
])('the sources of a rule of %s, read on %s, are due on %s', (jurisdiction, readOn, due) => {
  expect(reviewDueOn({ jurisdiction, readOn })).toBe(due)
})

test('a review is due on an existing day, a quarter or half a year later', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(day, fc.constantFrom('NY', 'WY', null), (readOn, jurisdiction) => {
      const due = reviewDueOn({ jurisdiction, readOn })
      expect(isCalendarDate(due)).toBe(true)
      const days = daysBetween(readOn, due)
      expect(days).toBeGreaterThanOrEqual(jurisdiction === 'NY' ? 89 : 181)
      expect(days).toBeLessThanOrEqual(jurisdiction === 'NY' ? 92 : 184)
    }),
  )
})
