import { expect, test } from 'vitest'
import { clockIn, dateSample, localeOptions, zoneOptions } from './locale-options.ts'

test('the owner’s locale is in the list, even a rare one', () => {
  expect(localeOptions('en-US').filter(({ id }) => id === 'en-US')).toHaveLength(1)
  expect(localeOptions('is-IS')[0]).toMatchObject({ id: 'is-IS', label: 'Icelandic (Iceland)' })
  expect(localeOptions(null).map(({ id }) => id)).toContain('es-US')
})

test('a sample tells day and month apart', () => {
  expect(dateSample('en-US')).toBe('Mar 31, 2027 · 1,234.5')
  expect(dateSample('en-GB')).toBe('31 Mar 2027 · 1,234.5')
})

test('an American zone has its name, another one that of its city, and both are found by their id', () => {
  const chicago = zoneOptions(null).find(({ id }) => id === 'America/Chicago')
  expect(chicago).toEqual({
    id: 'America/Chicago',
    label: 'Central Time (Chicago)',
    description: 'America/Chicago',
  })
  expect(zoneOptions(null).find(({ id }) => id === 'America/New_York')?.label).toBe('Eastern Time (New York)')
  expect(zoneOptions(null).find(({ id }) => id === 'Asia/Tokyo')?.label).toBe('Tokyo (Asia)')
})

test('a zone stored under an old name is in the list', () => {
  expect(zoneOptions('US/Central').some(({ id }) => id === 'US/Central')).toBe(true)
  expect(zoneOptions('Mars/Olympus').some(({ id }) => id === 'Mars/Olympus')).toBe(false)
})

test('the time in a zone is shown with the short name of the zone', () => {
  expect(clockIn('America/Chicago', new Date('2026-11-21T19:05:00Z')).replace(/\s/g, ' ')).toBe('1:05 PM CST')
  expect(clockIn('Mars/Olympus', new Date())).toBe('')
})
