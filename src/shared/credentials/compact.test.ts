import { expect, test } from 'vitest'
import data from '#rules/compact.json' with { type: 'json' }
import { createCompact, findCompactFaults, isCovered as isCoveredBy } from './compact.ts'

const compact = createCompact(data)
const isCovered = (license: { type: string; home: string }, state: string, date: string) =>
  isCoveredBy(compact, license, state, date)

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

test('a file with a state twice, or with a date that does not fit, is refused', () => {
  const [first] = compact.records
  if (!first) throw new Error('The data are empty')
  const faultsOf = (...records: object[]) => {
    const file = { asOf: data.asOf, move: data.move, records: records as typeof data.records }
    return findCompactFaults(file as Parameters<typeof findCompactFaults>[0])
  }
  expect(faultsOf(first)).toEqual([])
  expect(faultsOf(first, first)).toEqual(['AL is there twice'])
  expect(faultsOf({ ...first, implementationDate: null })).toEqual(['AL is a member without a date'])
  expect(faultsOf({ ...first, status: 'none' })).toEqual(['AL is no member and has a date'])
  expect(() => createCompact({ ...data, records: [{ ...first, status: 'soon' }] })).toThrow()
})

test('a place is found by its code or its name, in any case', () => {
  for (const place of ['FL', 'fl', ' Florida ']) expect(compact.find(place)?.jurisdiction).toBe('FL')
  expect(compact.find('Guam')?.jurisdiction).toBe('GU')
  expect(compact.find('Ontario')).toBeNull()
})
