import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { isLookupOld, lastFourOf, listedStanding, lookupDifferences } from './differences.ts'
import { lookupPlaces } from './place.ts'
import { lookupFields, lookupInput, lookupItems, lookupKeys, lookupPatch, lookupQuery } from './record.ts'

test.each([
  ['Active', 'active'],
  ['UNENCUMBERED (full unrestricted license to practice)', 'active'],
  ['Current, no restrictions', 'active'],
  ['Clear', 'active'],
  ['Expired', 'not_active'],
  ['Inactive', 'not_active'],
  ['Not active', 'not_active'],
  ['Active - Probation', 'not_active'],
  ['Active with conditions', 'not_active'],
  ['Encumbered', 'not_active'],
  ['Null and void', 'not_active'],
  ['Void', 'not_active'],
  ['Voided', 'not_active'],
  ['Valid, but not renewed', 'not_active'],
  ['No longer valid', 'not_active'],
  ['In-active', 'not_active'],
  ['Expire', 'not_active'],
  ['Lapsed', 'not_active'],
  ['License suspended', 'not_active'],
  ['Revoked', 'not_active'],
  ['Surrendered', 'not_active'],
  ['Active, reprimanded', 'not_active'],
  ['Canceled', 'not_active'],
  ['Active - restricted', 'not_active'],
  ['Active with a restriction', 'not_active'],
  ['Active with a condition', 'not_active'],
  ['Active, no discipline', 'active'],
  ['Active, no reprimand', 'active'],
  ['Active, no condition, no restriction, without encumbrance', 'active'],
  ['Active, without restrictions, no restrictions', 'active'],
  ['In good standing', 'active'],
  ['Suspension', 'not_active'],
  ['PRN-7', 'unclear'],
  ['', 'unclear'],
] as const)('“%s” is read as %s', (status, standing) => {
  expect(listedStanding(status)).toBe(standing)
})

const recorded = { expiresAt: '2027-03-31', number: 'RN-884-4821' }
const found = { status: 'Active', expiresAt: '2027-03-31', lastFour: '4821' }

test('reports no difference for values that match or were not recorded', () => {
  expect(lookupDifferences(found, recorded)).toEqual([])
  expect(
    lookupDifferences({ ...found, expiresAt: null, lastFour: null }, { expiresAt: null, number: null }),
  ).toEqual([])
})

test('reports a different date, number or status', () => {
  expect(
    lookupDifferences({ status: 'Lapsed', expiresAt: '2029-03-31', lastFour: '0001' }, recorded),
  ).toEqual([
    { kind: 'not_active', listed: 'Lapsed' },
    { kind: 'expires_differs', listed: '2029-03-31', recorded: '2027-03-31' },
    { kind: 'number_differs', listed: '0001', recorded: '4821' },
  ])
  expect(lookupDifferences(found, { expiresAt: null, number: null })).toMatchObject([
    { kind: 'expires_differs', recorded: null },
    { kind: 'number_differs', recorded: null },
  ])
})

test('the last four are letters and digits, in any formatting', () => {
  expect(['rn 88-4a/7b', '12', '', null].map(lastFourOf)).toEqual(['4A7B', '12', null, null])
})

test('a look-up is old after 90 days', () => {
  expect([isLookupOld('2026-08-25', '2026-11-23'), isLookupOld('2026-08-24', '2026-11-23')]).toEqual([
    false,
    true,
  ])
})

test('Nursys and the board are offered for a license, the register for a certification', () => {
  const license = { kind: 'license', type: 'LVN', state: 'CA', issuer: 'A board' } as const
  expect(lookupPlaces(license)).toMatchObject([
    { name: 'Nursys QuickConfirm', isRegister: true },
    { name: expect.stringContaining('Vocational'), url: 'https://www.bvnpt.ca.gov/', isRegister: false },
  ])
  expect(lookupPlaces({ ...license, type: 'CNA' })).toMatchObject([{ isRegister: false }])
  expect(lookupPlaces({ ...license, state: 'Guam' })).toEqual([])
  const bls = { kind: 'certification', code: 'BLS', issuer: 'American Heart Association' } as const
  expect(lookupPlaces(bls)).toMatchObject([{ url: expect.stringContaining('heart.org'), isRegister: true }])
  expect(lookupPlaces({ ...bls, issuer: 'Somebody else' })).toEqual([])
})

test('reports a status in unclear words as unclear', () => {
  expect(lookupDifferences({ ...found, status: 'PRN-7' }, recorded)).toEqual([
    { kind: 'status_unclear', listed: 'PRN-7' },
  ])
})

test('offers Nursys for each type that it lists, in any spelling', () => {
  const places = (type: string) => lookupPlaces({ kind: 'license', type, state: 'TX', issuer: 'A board' })
  for (const type of ['RN', ' rn ', 'LPN', 'APRN', 'NP', 'CNS', 'CNM', 'CRNA'])
    expect(places(type), type).toHaveLength(2)
  for (const type of ['', 'ARN', 'RNX', 'CNA']) expect(places(type), type).toHaveLength(1)
  expect(lookupPlaces({ kind: 'license', issuer: 'A board' })).toEqual([])
  expect(lookupPlaces({ kind: 'license', type: 'RN', state: 'CA', issuer: 'A board' })).toMatchObject([
    { name: 'Nursys QuickConfirm' },
    { name: 'California Board of Registered Nursing', url: expect.stringContaining('rn.ca.gov') },
  ])
})

test('limits the fields of an entered look-up; missing ones stay empty', () => {
  const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
  const entered = { lookedUpOn: '2026-11-23', place: 'Nursys', status: 'Active' }
  expect(lookupInput.parse({ ...entered, credentialId: id })).toEqual({
    ...{ ...entered, credentialId: id, expiresAt: null, lastFour: null, fileIds: [] },
  })
  expect(lookupFields.parse({ ...entered, lastFour: ' 4a7b ' }).lastFour).toBe('4A7B')
  expect(lookupKeys).toEqual(['lookedUpOn', 'place', 'status', 'expiresAt', 'lastFour', 'fileIds'])
  expect(lookupPatch.parse({ expiresAt: null, lastFour: null })).toEqual({ expiresAt: null, lastFour: null })
  for (const wrong of [
    { lastFour: '123' },
    { lastFour: '12345' },
    { lastFour: '12-4' },
    { place: 'x'.repeat(201) },
    { status: 'x'.repeat(101) },
    { lookedUpOn: '2026-02-30' },
    { fileIds: Array.from({ length: 21 }, () => id) },
    { unknown: 1 },
  ])
    for (const schema of [lookupFields.partial(), lookupPatch])
      expect(problemsOf(schema, wrong), JSON.stringify(wrong)).toHaveLength(1)
  expect(problemsOf(lookupPatch, { fileIds: Array.from({ length: 21 }, () => id) })).toEqual([
    'fileIds: At most 20 files',
  ])
  expect(problemsOf(lookupPatch, { lastFour: '1' })).toEqual(['lastFour: The last four letters or digits'])
})

test('a look-up answer has each field, for one credential', () => {
  const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
  const at = '2026-11-21T12:00:00.000Z'
  const item = {
    ...{ id, credentialId: id, lookedUpOn: '2026-11-23', place: 'Nursys', status: 'Active', expiresAt: null },
    ...{ lastFour: '4A7B', fileIds: [id], createdAt: at, updatedAt: at },
  }
  expect(lookupItems.parse({ items: [item] })).toEqual({ items: [item] })
  expect(lookupQuery.parse({ credentialId: id })).toEqual({ credentialId: id })
  expect(problemsOf(lookupQuery, {})).toEqual(['credentialId: Required'])
})

test('links to the issuer’s website, not marked as a register, if the issuer has no register', () => {
  const ccrn = { kind: 'certification', code: 'CCRN', issuer: 'AACN Certification Corporation' } as const
  expect(lookupPlaces(ccrn)).toMatchObject([{ isRegister: false, url: expect.stringMatching(/^https:/) }])
  expect(lookupPlaces({ kind: 'certification', issuer: 'American Heart Association' })).toEqual([])
})
