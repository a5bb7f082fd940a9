import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { localTimeToInstant } from './local-time.ts'

const at = (day: string, hour: number, zone: string | null) =>
  localTimeToInstant(day, hour, zone).toISOString()

describe('nine o’clock for an owner in', () => {
  test.each([
    ['Chicago in winter', '2027-01-15', 'America/Chicago', '2027-01-15T15:00:00.000Z'],
    ['Chicago in summer', '2027-07-15', 'America/Chicago', '2027-07-15T14:00:00.000Z'],
    ['Chicago on the day the clocks go forward', '2027-03-14', 'America/Chicago', '2027-03-14T14:00:00.000Z'],
    ['Chicago on the day they go back', '2027-11-07', 'America/Chicago', '2027-11-07T15:00:00.000Z'],
    ['Honolulu', '2027-03-14', 'Pacific/Honolulu', '2027-03-14T19:00:00.000Z'],
    ['Auckland, a day ahead', '2027-03-14', 'Pacific/Auckland', '2027-03-13T20:00:00.000Z'],
    ['Kiritimati', '2027-03-14', 'Pacific/Kiritimati', '2027-03-13T19:00:00.000Z'],
    ['Chatham', '2027-07-01', 'Pacific/Chatham', '2027-06-30T20:15:00.000Z'],
    ['a leap day', '2028-02-29', 'America/New_York', '2028-02-29T14:00:00.000Z'],
    ['an unknown zone', '2027-03-14', 'Atlantis/City', '2027-03-14T09:00:00.000Z'],
  ])('%s', (_place, day, zone, instant) => {
    expect(at(day, 9, zone)).toBe(instant)
  })

  test('no time zone', () => {
    expect(at('2027-03-14', 9, null)).toBe('2027-03-14T09:00:00.000Z')
  })
})

test('a skipped hour becomes the next one, and of a repeated hour the first counts', () => {
  expect(at('2027-03-14', 2, 'America/Chicago')).toBe('2027-03-14T08:00:00.000Z')
  expect(at('2027-11-07', 1, 'America/Chicago')).toBe('2027-11-07T06:00:00.000Z')
  expect(at('2027-04-30', 0, 'Africa/Cairo')).toBe('2027-04-29T22:00:00.000Z')
})

test('in every zone each day has an instant, later than the previous day’s', () => {
  const zones = [
    'America/Anchorage',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/Santiago',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 1500 }),
      fc.integer({ min: 0, max: 23 }),
      (zone, days, hour) => {
        const day = addDays('2026-01-01', days)
        expect(todayIn(localTimeToInstant(day, hour, zone), zone)).toBe(day)
        expect(localTimeToInstant(addDays(day, 1), hour, zone).getTime()).toBeGreaterThan(
          localTimeToInstant(day, hour, zone).getTime(),
        )
      },
    ),
  )
})
