import { describe, expect, test } from 'vitest'
import { KnownCredentials } from './known-credentials.ts'

const texas = {
  kind: 'license',
  type: 'RN',
  state: 'TX',
  number: 'RN 884213',
  expiresAt: '2027-05-31',
} as const
const bls = {
  kind: 'certification',
  code: 'BLS',
  name: 'Basic Life Support',
  number: 'A1',
  expiresAt: '2028-02-29',
} as const
const known = new KnownCredentials([texas, bls])

describe('a license is in the vault already', () => {
  test.each([
    ['with the same number', {}],
    ['whatever its dates are', { expiresAt: '2029-05-31' }],
    ['with its number in other spellings', { number: 'rn-884213' }],
    ['with its number without the type', { number: '884213' }],
    ['with zeros before its number', { number: '00884213' }],
    ['with its type and state in other letters', { type: 'rn', state: 'tx' }],
    ['without a number', { number: null }],
  ])('%s', (_what, change) => {
    expect(known.find({ ...texas, ...change })).toBe(texas)
  })

  test.each([
    ['with another number', { number: '884214' }],
    ['of another type', { type: 'LPN' }],
    ['of another state', { state: 'OK' }],
    ['as a certification', { kind: 'certification', name: 'RN' } as const],
  ])('but not %s', (_what, change) => {
    expect(known.find({ ...texas, ...change })).toBeNull()
  })
})

describe('a certification is in the vault already', () => {
  test.each([
    ['with the same date', {}],
    ['with another number', { number: 'B2' }],
    ['without a date, which says nothing new', { expiresAt: null }],
  ])('%s', (_what, change) => {
    expect(known.find({ ...bls, ...change })).toBe(bls)
  })

  test.each([
    ['with a later date, which is the next card', { expiresAt: '2030-02-28' }],
    ['of another code', { code: 'ACLS' }],
    ['that never expires', { expiresAt: null, neverExpires: true }],
  ])('but not %s', (_what, change) => {
    expect(known.find({ ...bls, ...change })).toBeNull()
  })

  test('by its name, if it has no code', () => {
    const own = { kind: 'certification', name: 'Chemo class', expiresAt: null } as const
    expect(new KnownCredentials([own]).find({ ...own, name: ' chemo CLASS ', code: '' })).toBe(own)
  })
})
