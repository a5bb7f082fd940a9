import { expect, test } from 'vitest'
import { isLookupOld, lastFourOf, listedStanding, lookupDifferences } from './differences.ts'
import { lookupPlaces } from './place.ts'

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
  ['Suspension', 'not_active'],
  ['PRN-7', 'unclear'],
  ['', 'unclear'],
] as const)('“%s” is read as %s', (status, standing) => {
  expect(listedStanding(status)).toBe(standing)
})

const recorded = { expiresAt: '2027-03-31', number: 'RN-884-4821' }
const found = { status: 'Active', expiresAt: '2027-03-31', lastFour: '4821' }

test('what agrees, or was not written down, is no difference', () => {
  expect(lookupDifferences(found, recorded)).toEqual([])
  expect(
    lookupDifferences({ ...found, expiresAt: null, lastFour: null }, { expiresAt: null, number: null }),
  ).toEqual([])
})

test('another date, number or standing is one', () => {
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

test('the last four are letters and digits in any writing', () => {
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
