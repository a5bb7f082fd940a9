import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  calendarMonths,
  daysBetween,
  endOfMonth,
  isCalendarDate,
  isTimeZone,
  purgeAt,
  restorableSince,
  todayIn,
} from './dates.ts'

const date = fc.integer({ min: -25_000, max: 84_000 }).map((days) => addDays('1970-01-01', days))

describe('a calendar date', () => {
  it.each([
    ...['2024-02-29', '2000-02-29', '1900-01-01', '2200-12-31', '2026-12-31'].map(
      (day) => [day, true] as const,
    ),
    ...['2025-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'].map(
      (day) => [day, false] as const,
    ),
    ...[
      '',
      'today',
      'infinity',
      '26-01-01',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '2026-01-01\n',
    ].map((day) => [day, false] as const),
    ...['+002026-01-01', '+012026-01', '12026-01-01', '٢٠٢٦-٠١-٠١', ' 2026-01-01', '1767225600000'].map(
      (day) => [day, false] as const,
    ),
  ])('%j is valid: %s', (day, expected) => {
    expect(isCalendarDate(day)).toBe(expected)
  })

  it('adding and subtracting days are inverse', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days)
        expect(addDays(addDays(from, days), -days)).toBe(from)
      }),
    )
  })

  it.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2025-02-28', 3, '2028-02-28'],
    ['2025-12-31', 2, '2027-12-31'],
    ['0998-05-01', 1, '0999-05-01'],
  ])('%s plus %i years is %s', (from, years, expected) => {
    expect(addYears(from, years)).toBe(expected)
  })

  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-11-30', 14, '2028-01-30'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('%s plus %i months is %s', (from, months, expected) => {
    expect(addMonths(from, months)).toBe(expected)
  })

  it.each([
    ['2026-05-01', '2026-05-31', 1],
    ['2026-05-31', '2026-06-01', 2],
    ['2026-12-31', '2027-01-01', 2],
    ['2026-11-15', '2029-02-01', 28],
  ])('%s to %s touches %i calendar months', (from, to, expected) => {
    expect(calendarMonths(from, to)).toBe(expected)
  })

  it.each([
    ['2024-02-01', '2024-02-29'],
    ['2026-02-28', '2026-02-28'],
    ['2026-12-01', '2026-12-31'],
    ['2026-04-30', '2026-04-30'],
  ])('the month of %s ends on %s', (day, expected) => {
    expect(endOfMonth(day)).toBe(expected)
  })
})

it('a deleted record can be restored for 30 days', () => {
  const deletedAt = new Date('2026-11-21T12:00:00.000Z')
  expect(purgeAt(deletedAt).toISOString()).toBe('2026-12-21T12:00:00.000Z')
  expect(restorableSince(purgeAt(deletedAt))).toEqual(deletedAt)
})

describe('today in a time zone', () => {
  it.each([
    ['2026-01-01T09:59:59Z', 'Pacific/Honolulu', '2025-12-31'],
    ['2026-01-01T10:00:00Z', 'Pacific/Honolulu', '2026-01-01'],
    ['2026-01-01T10:59:59Z', 'Pacific/Auckland', '2026-01-01'],
    ['2026-01-01T11:00:00Z', 'Pacific/Auckland', '2026-01-02'],
    ['2026-03-08T06:59:59Z', 'America/Denver', '2026-03-07'],
    ['2026-03-08T07:00:00Z', 'America/Denver', '2026-03-08'],
    ['2026-03-09T05:59:59Z', 'America/Denver', '2026-03-08'],
    ['2026-03-09T06:00:00Z', 'America/Denver', '2026-03-09'],
    ['2026-11-02T05:59:59Z', 'America/Chicago', '2026-11-01'],
    ['2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24'],
    ['2026-06-30T11:14:59Z', 'Pacific/Chatham', '2026-06-30'],
    ['2026-06-30T11:15:00Z', 'Pacific/Chatham', '2026-07-01'],
    ['2026-06-30T10:00:00Z', 'Pacific/Kiritimati', '2026-07-01'],
    ['2026-07-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-06-30'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['2026-01-01T00:00:00Z', null, '2026-01-01'],
    ['2026-01-01T00:00:00Z', 'Nowhere/Land', '2026-01-01'],
  ])('at %s in %s is %s', (now, zone, expected) => {
    expect(todayIn(new Date(now), zone)).toBe(expected)
  })

  it('is the same for a zone in any spelling, regardless of how many zones were used before', () => {
    const now = new Date('2026-01-01T10:00:00Z')
    const zone = 'america/argentina/buenos_aires'
    for (let spelling = 0; spelling < 1100; spelling++) {
      const spelled = [...zone].map((char, at) => (spelling & (1 << (at % 11)) ? char.toUpperCase() : char))
      expect(todayIn(now, spelled.join(''))).toBe('2026-01-01')
    }
    expect(todayIn(new Date('0900-03-01T12:00:00Z'), 'UTC')).toBe('0900-03-01')
  })

  it('accepts zones by name only', () => {
    expect(isTimeZone('America/Chicago')).toBe(true)
    expect(isTimeZone('America/Atlantis')).toBe(false)
    expect(isTimeZone('')).toBe(false)
  })
})
