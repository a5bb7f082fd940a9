import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { daysLeft, expiryRange, lookOf, statusOf } from './status.ts'
import { status, statusFilter } from './status-schema.ts'

const date = fc.integer({ min: -3650, max: 40_000 }).map((days) => addDays('2026-02-28', days))

describe('the status of a credential', () => {
  it.each([
    [-400, 'expired'],
    [-1, 'expired'],
    [0, 'expiring_soon'],
    [1, 'expiring_soon'],
    [30, 'expiring_soon'],
    [31, 'renewal_due'],
    [60, 'renewal_due'],
    [61, 'active'],
    [3650, 'active'],
  ] as const)('with %i days left is %s', (days, expected) => {
    for (const today of ['2025-12-31', '2028-02-28', '2028-02-29', '2026-03-08', '2026-11-01']) {
      expect(daysLeft(addDays(today, days), today)).toBe(days)
      expect(statusOf(addDays(today, days), today)).toBe(expected)
    }
  })

  it('is active if it never expires', () => {
    expect(statusOf(null, '2026-01-01')).toBe('active')
    expect(daysLeft(null, '2026-01-01')).toBeNull()
  })

  it.each([
    ['2028-01-30', 30, 'expiring_soon'],
    ['2028-01-29', 31, 'renewal_due'],
    ['2027-01-30', 30, 'expiring_soon'],
  ])('counts February 29 if there is one: from %s', (today, days, expected) => {
    const lastOfFebruary = today.startsWith('2028') ? '2028-02-29' : '2027-03-01'
    expect(daysLeft(lastOfFebruary, today)).toBe(days)
    expect(statusOf(lastOfFebruary, today)).toBe(expected)
  })

  it('changes at midnight in the owner’s time zone', () => {
    const instant = new Date('2026-07-01T10:30:00Z')
    expect(todayIn(instant, 'Pacific/Auckland')).toBe('2026-07-01')
    expect(todayIn(instant, 'Pacific/Honolulu')).toBe('2026-07-01')
    const earlier = new Date('2026-07-01T09:30:00Z')
    expect(statusOf('2026-06-30', todayIn(earlier, 'Pacific/Honolulu'))).toBe('expiring_soon')
    expect(statusOf('2026-06-30', todayIn(earlier, 'Pacific/Auckland'))).toBe('expired')
    expect(statusOf('2026-06-30', todayIn(instant, 'Pacific/Honolulu'))).toBe('expired')
  })
})

describe('the date range of a status', () => {
  it.each([
    ['expired', { to: '2026-11-20', orNone: false }],
    ['expiring_soon', { from: '2026-11-21', to: '2026-12-21', orNone: false }],
    ['renewal_due', { from: '2026-12-22', to: '2027-01-20', orNone: false }],
    ['active', { from: '2027-01-21', orNone: true }],
  ] as const)('of %s begins and ends on the right day', (wanted, range) => {
    expect(expiryRange(wanted, '2026-11-21')).toEqual(range)
  })

  it('contains exactly the dates with that status', () => {
    fc.assert(
      fc.property(fc.option(date), date, fc.constantFrom(...status.options), (expiresAt, today, wanted) => {
        const { from, to, orNone } = expiryRange(wanted, today)
        const isInside =
          expiresAt === null
            ? orNone
            : (from === undefined || expiresAt >= from) && (to === undefined || expiresAt <= to)
        expect(isInside).toBe(statusOf(expiresAt, today) === wanted)
      }),
      { numRuns: 3000 },
    )
  })
})

it('a credential without a date has no status, unless it never expires', () => {
  const undated = { expiresAt: null, neverExpires: false }
  expect(lookOf(undated, '2026-11-21')).toBe('date_missing')
  expect(lookOf({ ...undated, neverExpires: true }, '2026-11-21')).toBe('active')
  expect(lookOf({ ...undated, expiresAt: '2026-11-20' }, '2026-11-21')).toBe('expired')
})

it('the filter accepts the specification’s second spelling', () => {
  expect(statusFilter.parse('expiring')).toBe('expiring_soon')
  expect(statusFilter.parse('renewal_due')).toBe('renewal_due')
  expect(statusFilter.safeParse('lapsed').success).toBe(false)
})
