import { expect, test } from 'vitest'
import {
  formatDate,
  formatLongDate,
  formatWith,
  formatZonedInstant,
  formatZonedTime,
  monthNamesIn,
} from './format-date.ts'

test.each([
  [null, 'Mar 31, 2027'],
  ['en-US', 'Mar 31, 2027'],
  ['de-DE', '31. März 2027'],
  ['not a locale', 'Mar 31, 2027'],
])('a calendar date in the locale %s is %s', (locale, text) => {
  expect(formatDate('2027-03-31', locale)).toBe(text)
})

test.each([
  ['en-US', 'March 31, 2027'],
  ['es-US', '31 de marzo de 2027'],
])('a long date in %s is %s', (locale, text) => {
  expect(formatLongDate('2027-03-31', locale)).toBe(text)
})

test('the months are January to December, in the language of their reader', () => {
  expect(monthNamesIn('en-US')).toHaveLength(12)
  expect(monthNamesIn('en-US').slice(0, 2)).toEqual(['January', 'February'])
  expect(monthNamesIn('es-US').slice(0, 2)).toEqual(['enero', 'febrero'])
})

test('a calendar date is of the Gregorian calendar, also where another one is usual', () => {
  expect(formatDate('2027-03-31', 'th-TH')).toContain('2027')
})

test('an instant is in a time zone, in UTC if that is unknown', () => {
  const instant = new Date('2026-03-31T23:30:00Z')
  const style = { dateStyle: 'short', timeStyle: 'short' } as const
  const plain = (text: string) => text.replaceAll('\u202f', ' ')
  expect(plain(formatWith(instant, 'en-US', { ...style, timeZone: 'Asia/Tokyo' }))).toBe('4/1/26, 8:30 AM')
  expect(plain(formatWith(instant, 'en-GB', { ...style, timeZone: 'Nowhere/Land' }))).toBe(
    '3/31/26, 11:30 PM',
  )
  expect(formatWith(instant, undefined, { year: 'numeric', timeZone: 'UTC' })).toBe('2026')
})

const chicago = { timeZone: 'America/Chicago' }

test.each([
  // Clocks go forward at 2 AM on March 8 and back on November 1.
  ['2026-03-08T07:59:00Z', 'Mar 8, 2026, 1:59 AM CST'],
  ['2026-03-08T08:00:00Z', 'Mar 8, 2026, 3:00 AM CDT'],
  ['2026-11-01T06:30:00Z', 'Nov 1, 2026, 1:30 AM CDT'],
  ['2026-11-01T07:30:00Z', 'Nov 1, 2026, 1:30 AM CST'],
  ['2026-11-23T16:30:00.000Z', 'Nov 23, 2026, 10:30 AM CST'],
  ['2027-01-01T05:59:59Z', 'Dec 31, 2026, 11:59 PM CST'],
])('the time %s in Chicago is %s, winter or summer', (iso, text) => {
  expect(formatZonedInstant(iso, chicago)).toBe(text)
  expect(text).toContain(formatZonedTime(iso, chicago))
})

test.each([
  ['America/Phoenix', '9:30 AM MST'],
  ['Pacific/Honolulu', '6:30 AM HST'],
  ['Asia/Manila', '12:30 AM GMT+8'],
  [null, '4:30 PM UTC'],
  ['Nowhere/Land', '4:30 PM UTC'],
])('a time in the zone %s is %s', (timeZone, text) => {
  expect(formatZonedTime('2026-11-23T16:30:00Z', { timeZone })).toBe(text)
})

test('a time with its zone is in the locale of its reader', () => {
  const text = formatZonedInstant('2026-11-23T16:30:00Z', { ...chicago, locale: 'de-DE' })
  expect(text).toMatch(/^23\. Nov\. 2026, 10:30/)
  expect(formatZonedTime('2026-11-23T16:30:00Z', { timeZone: null, locale: 'de-DE' })).toBe('16:30 UTC')
})
