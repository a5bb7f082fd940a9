import { expect, test } from 'vitest'
import data from '#rules/compact.json' with { type: 'json' }
import { problemsOf } from '#testing/schema.ts'
import { compactFile, createCompact, findCompactFaults } from './compact.ts'
import { isCovered as isCoveredBy } from './compact-rules.ts'

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

test('only members have an implementation date', () => {
  for (const { jurisdiction, status, implementationDate } of data.records)
    expect(implementationDate !== null, jurisdiction).toBe(status === 'member')
})

test('rejects a file that lists a state twice, or has an inconsistent date', () => {
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

test('validates each field of a file', () => {
  const [first] = data.records
  const refused = (change: object) => problemsOf(compactFile, { ...data, records: [{ ...first, ...change }] })
  expect(refused({})).toEqual([])
  for (const confidence of ['high', 'medium', 'low']) expect(refused({ confidence })).toEqual([])
  for (const url of ['http://ncsbn.example/', 'https://ncsbn.example/'])
    expect(refused({ sources: [url] })).toEqual([])
  for (const change of [
    { jurisdiction: 'ALA' },
    { jurisdiction: 'A' },
    { jurisdiction: 'al' },
    { name: '' },
    { name: 'x'.repeat(61) },
    { implementationDate: '2026-02-30' },
    { note: 'x'.repeat(1001) },
    { sources: [] },
    { sources: ['ftp://ncsbn.example/'] },
    { sources: ['xhttp://ncsbn.example/'] },
    { sources: ['httpsx://ncsbn.example/'] },
    { asOf: '2026-7' },
    { asOf: '2026-07-01' },
    { asOf: '12026-07' },
    { confidence: 'sure' },
    { more: 1 },
  ])
    expect(refused(change), JSON.stringify(change)).toHaveLength(1)
  const move = (change: object) => problemsOf(compactFile, { ...data, move: { ...data.move, ...change } })
  expect([move({ days: 1 }), move({ days: 365 })]).toEqual([[], []])
  for (const sources of [['ftp://a.example/'], ['xhttp://a.example/'], ['httpsx://a.example/'], []])
    expect(move({ sources })).toHaveLength(1)
  expect(move({ sources: ['http://a.example/', 'https://a.example/'] })).toEqual([])
  for (const change of [{ days: 0 }, { days: 366 }, { days: 1.5 }, { effectiveFrom: '2026' }])
    expect(move(change), JSON.stringify(change)).toHaveLength(1)
  expect(problemsOf(compactFile, { ...data, records: [] })).toHaveLength(1)
  expect(problemsOf(compactFile, { ...data, $about: 'x' })).toEqual([])
})

test('rejects an unusable file and lists each fault', () => {
  const [first] = data.records
  const file = { ...data, records: [first, { ...first, status: 'none' }] }
  expect(() => createCompact(file)).toThrow(
    'compact.json is invalid: AL is there twice, AL is no member and has a date',
  )
})

test('ignores spaces around a type and a place', () => {
  expect(isCovered({ type: ' RN ', home: 'TX' }, 'FL', '2026-11-22')).toBe(true)
  expect(compact.find(' Guam ')?.jurisdiction).toBe('GU')
})
