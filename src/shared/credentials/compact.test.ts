import { expect, test } from 'vitest'
import data from '#shared/data/compact.json' with { type: 'json' }
import { isCovered } from './compact.ts'

const texas = { type: 'RN', home: 'TX' }

test.each(['RN', 'rn', 'LPN', 'LVN'])('a multistate %s license counts in another member state', (type) => {
  expect(isCovered({ ...texas, type }, 'FL', '2026-11-22')).toBe(true)
  expect(isCovered({ type, home: ' texas ' }, 'Florida', '2026-11-22')).toBe(true)
})

test.each(['APRN', 'RN student', 'former LVN', 'CNA', ''])(
  'a license of the type “%s” counts in none',
  (type) => {
    expect(isCovered({ ...texas, type }, 'FL', '2026-11-22')).toBe(false)
  },
)

test('both states have to be members on that day', () => {
  expect(isCovered(texas, 'CT', '2025-09-30')).toBe(false)
  expect(isCovered(texas, 'CT', '2025-10-01')).toBe(true)
  expect(isCovered({ type: 'RN', home: 'CT' }, 'TX', '2025-09-30')).toBe(false)
  for (const place of ['CA', 'MA', 'Guam', 'GU', '']) {
    expect(isCovered(texas, place, '2026-11-22')).toBe(false)
    expect(isCovered({ type: 'RN', home: place }, 'TX', '2026-11-22')).toBe(false)
  }
})

test('only members have a day from which they are', () => {
  for (const { jurisdiction, status, implementationDate } of data.records)
    expect(implementationDate !== null, jurisdiction).toBe(status === 'member')
})
