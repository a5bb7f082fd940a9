import { expect, test } from 'vitest'
import { formatDate, formatWith } from './format-date.ts'

test.each([
  [null, 'Mar 31, 2027'],
  ['en-US', 'Mar 31, 2027'],
  ['de-DE', '31. März 2027'],
  ['not a locale', 'Mar 31, 2027'],
])('a calendar date in the locale %s is %s', (locale, text) => {
  expect(formatDate('2027-03-31', locale)).toBe(text)
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
