import { describe, expect, it } from 'vitest'
import { foldText } from '#shared/kernel/fold-text.ts'
import {
  type CredentialPatch,
  certificationAnswer,
  certificationInput,
  completeCredential,
  credentialInput,
  credentialItems,
  credentialPage,
  credentialPatch,
  credentialQuery,
  credentialSummary,
  foreignFields,
  licenseAnswer,
  licenseInput,
  presentCredential,
} from './credential.ts'
import { credentialTitle } from './credential-title.ts'
import { takenNames } from './field-display.ts'
import { sampleCertification, sampleLicense } from './sample.ts'
import { searchTextOf, searchWords, sortTitleOf } from './search.ts'
import { states } from './states.ts'

function problems(
  schema: typeof credentialInput | typeof credentialPatch | typeof licenseInput,
  value: unknown,
) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const license = { kind: 'license', type: 'RN', state: 'TX' }
const certification = { kind: 'certification', name: 'BLS', issuer: 'AHA' }

describe('a license', () => {
  it('requires only type and state, which determine title and issuer', () => {
    const input = credentialInput.parse(license)
    expect(completeCredential(input)).toMatchObject({
      title: 'Texas RN license',
      issuer: 'Texas Board of Nursing',
      number: null,
      tags: [],
      multistate: null,
      extra: [],
    })
    expect(problems(credentialInput, { kind: 'license' })).toEqual({ type: 'Required', state: 'Required' })
  })

  it.each([
    ['CA', 'RN', 'California Board of Registered Nursing'],
    ['California', 'LVN', 'California Board of Vocational Nursing and Psychiatric Technicians'],
    ['CA', 'lpn', 'California Board of Vocational Nursing and Psychiatric Technicians'],
    ['CA', 'LVN student', 'California Board of Registered Nursing'],
    ['CA', 'former LVN', 'California Board of Registered Nursing'],
    ['Puerto Rico', 'RN', 'Puerto Rico board of nursing'],
  ])('of %s for an %s is issued by the %s', (state, type, issuer) => {
    expect(completeCredential(credentialInput.parse({ ...license, state, type }))).toMatchObject({ issuer })
  })

  it('with the longest type and state still has a title within its limit', () => {
    const long = completeCredential(
      credentialInput.parse({ ...license, type: 'x'.repeat(100), state: 'y'.repeat(50) }),
    )
    expect(long.issuer.length).toBeLessThanOrEqual(200)
    expect('title' in long && long.title.length).toBe(159)
  })

  it('keeps the title and issuer that the owner entered', () => {
    expect(completeCredential(licenseInput.parse(sampleLicense))).toMatchObject({
      title: 'Texas RN license',
      issuer: 'Texas Board of Nursing',
    })
    const named = { ...license, title: 'My compact license', issuer: 'BON' }
    expect(completeCredential(credentialInput.parse(named))).toMatchObject({
      title: 'My compact license',
      issuer: 'BON',
    })
  })
})

const bounds: [kind: object, field: string, min: number, max: number, required: boolean][] = [
  [license, 'type', 1, 100, true],
  [license, 'state', 1, 50, true],
  [license, 'title', 0, 200, false],
  [license, 'issuer', 0, 200, false],
  [license, 'number', 0, 50, false],
  [license, 'notes', 0, 2000, false],
  [certification, 'name', 1, 200, true],
  [certification, 'issuer', 1, 200, true],
  [certification, 'number', 0, 50, false],
  [certification, 'code', 0, 20, false],
  [certification, 'notes', 0, 2000, false],
]

describe('the limits', () => {
  it.each(bounds)('of %j %s are %i to %i characters', (base, field, min, max, required) => {
    expect(problems(credentialInput, { ...base, [field]: '💉'.repeat(max) })).toEqual({})
    const tooLong = { [field]: `Value too long (max ${max})` }
    expect(problems(credentialInput, { ...base, [field]: 'x'.repeat(max + 1) })).toEqual(tooLong)
    expect(problems(credentialPatch, { [field]: 'x'.repeat(max + 1) })).toEqual(tooLong)
    expect(problems(credentialPatch, { [field]: 'x'.repeat(max) })).toEqual({})
    if (required)
      expect(problems(credentialInput, { ...base, [field]: ' ' })).toEqual({ [field]: 'Required' })
    else expect(problems(credentialInput, { ...base, [field]: min === 0 ? '' : 'x' })).toEqual({})
  })

  it.each([
    ['reminderDays', 0, 365, -1, 366],
    ['reminderDays', 30, 1, 1.5, '30'],
    ['renewalCycle', 0.5, 20, 0, 20.01],
    ['multistate', true, null, 'true', 1],
    ['expiresAt', '1900-01-01', '2200-12-31', '1899-12-31', '2201-01-01'],
    ['issuedAt', '2024-02-29', null, '2025-02-29', 20250101],
    ['extra', [], Array(20).fill({ name: 'a', value: 'b' }), Array(21).fill({ name: 'a', value: 'b' }), null],
    ['tags', [], Array(10).fill('a'), Array(11).fill('a'), null],
    ['fileIds', [], Array(20).fill(crypto.randomUUID()), Array(21).fill(crypto.randomUUID()), ['x']],
    ['fileId', null, crypto.randomUUID(), 'x', 7],
  ])('of %s apply to create and update', (field, good, alsoGood, bad, alsoBad) => {
    for (const value of [good, alsoGood]) {
      expect(problems(credentialInput, { ...license, [field]: value })).toEqual({})
      expect(problems(credentialPatch, { [field]: value })).toEqual({})
    }
    for (const value of [bad, alsoBad]) {
      expect(problems(credentialInput, { ...license, [field]: value })).not.toEqual({})
      expect(problems(credentialPatch, { [field]: value })).not.toEqual({})
    }
  })

  it.each([
    ['reminderDays', -1, 'At least 0 days'],
    ['reminderDays', 366, 'At most 365 days'],
    ['extra', Array(21).fill({ name: 'a', value: 'b' }), 'At most 20 extra fields'],
    ['fileIds', Array(21).fill(crypto.randomUUID()), 'At most 20 files'],
  ])('of %s are named: %j', (field, value, message) => {
    expect(problems(credentialInput, { ...license, [field]: value })).toEqual({ [field]: message })
  })

  it('of an extra field are 50 and 200 characters', () => {
    const extra = (name: number, value: number) => ({
      ...license,
      extra: [{ name: 'n'.repeat(name), value: 'v'.repeat(value) }],
    })
    expect(problems(credentialInput, extra(50, 200))).toEqual({})
    expect(problems(credentialInput, extra(51, 201))).toEqual({
      'extra.0.name': 'Value too long (max 50)',
      'extra.0.value': 'Value too long (max 200)',
    })
  })

  it('of two dates: nothing expires before it was issued', () => {
    const dates = { issuedAt: '2026-05-02', expiresAt: '2026-05-01' }
    expect(problems(credentialInput, { ...license, ...dates })).toEqual({
      expiresAt: 'Expires before it was issued',
    })
    expect(problems(credentialInput, { ...license, ...dates, expiresAt: '2026-05-02' })).toEqual({})
  })
})

describe('cannot be set:', () => {
  it.each(['id', 'ownerId', 'status', 'daysLeft', 'createdAt', 'deletedAt', 'sortTitle', 'constructor'])(
    'the %s of a credential',
    (key) => {
      expect(credentialInput.safeParse({ ...license, [key]: 'x' }).success).toBe(false)
      expect(credentialPatch.safeParse({ [key]: 'x' }).success).toBe(false)
    },
  )

  it('the kind of an existing record, or fields of both kinds at once', () => {
    expect(credentialPatch.safeParse({ kind: 'license' }).success).toBe(false)
    expect(problems(credentialPatch, { title: 'a', name: 'b' })).toEqual({
      name: 'A license has no such field',
    })
    expect(problems(credentialPatch, { title: 'a', issuer: 'b' })).toEqual({})
    expect(problems(credentialPatch, { name: 'a', issuer: 'b' })).toEqual({})
  })

  it('a credential without a kind', () => {
    expect(problems(credentialInput, { type: 'RN' })).toEqual({ kind: 'Choose license or certification' })
    expect(problems(credentialInput, null)).toEqual({ '': 'Expected object, received null' })
  })
})

it('a free field of a license cannot have the name of any other field', () => {
  const taken = ['userId', 'ownerId', 'status', 'daysLeft', 'dateMissing', 'freeFields', 'followsSchedule']
  const columns = ['archivedAt', 'createdAt', 'updatedAt', 'deletedAt', 'sortTitle', 'searchText', 'id']
  for (const key of [...taken, ...columns, 'name', 'code', 'requiredForWork']) {
    expect(problems(licenseInput, { ...license, [key]: 'x' }), key).toEqual({ [key]: 'Unknown field' })
    expect(takenNames.has(key), key).toBe(true)
  }
})

it('a patch lists the fields that the kind of record does not have', () => {
  const message = (kind: string) => `A ${kind} has no such field`
  expect(foreignFields('license', { name: 'a', title: 'b', employer: 'c' } as CredentialPatch)).toEqual([
    { path: 'name', message: message('license') },
  ])
  expect(foreignFields('certification', { name: 'a', title: 'b', employer: 'c' } as CredentialPatch)).toEqual(
    [
      { path: 'title', message: message('certification') },
      { path: 'employer', message: message('certification') },
    ],
  )
  expect(problems(credentialPatch, { name: 'a', employer: 'c' })).toEqual({
    name: message('license'),
  })
  expect(problems(credentialPatch, { title: 'a', employer: 'c' })).toEqual({})
})

it('each kind rejects the other’s fields', () => {
  expect(certificationInput.safeParse({ ...sampleCertification, state: 'TX' }).success).toBe(false)
  expect(licenseInput.safeParse({ ...sampleLicense, code: 'BLS' }).success).toBe(false)
})

it('shows status, days left and the owner’s id, and no other column', () => {
  const at = '2026-03-01T12:00:00.123Z'
  const id = crypto.randomUUID()
  const record = {
    ...completeCredential(licenseInput.parse(sampleLicense)),
    id,
    archivedAt: null,
    createdAt: at,
    updatedAt: at,
  }
  const stored = { ...record, ownerId: 'ann', searchText: 'x', name: null }
  const shown = presentCredential(stored, '2027-03-01', 'ann')
  expect(shown).toMatchObject({
    status: 'expiring_soon',
    daysLeft: 30,
    ...{ reminderDays: 45, followsSchedule: false },
    createdAt: at,
  })
  expect(Object.keys(shown).toSorted()).toEqual(
    [
      ...Object.keys(sampleLicense),
      'followsSchedule',
      ...['id', 'userId', 'status', 'daysLeft', 'dateMissing', 'archivedAt', 'createdAt', 'updatedAt'],
    ].toSorted(),
  )
})

it('free fields of a license are shown, and replace no other field', () => {
  const record = {
    ...{ ...sampleLicense, id: 'a', archivedAt: null, createdAt: 'c', updatedAt: 'u' },
    freeFields: { employer: 'Mercy', title: 'Forged', status: 'active' },
  }
  expect(presentCredential(record as never, '2027-04-01')).toMatchObject({
    ...{ employer: 'Mercy', title: sampleLicense.title, status: 'expired' },
  })
  const certification = { ...record, ...sampleCertification }
  expect(presentCredential(certification as never, '2027-04-01')).not.toHaveProperty('employer')
})

it('an answer has its keys in the documented order', () => {
  const at = { id: 'a', archivedAt: null, createdAt: 'c', updatedAt: 'u' }
  for (const [sample, { shape }] of [
    [sampleLicense, licenseAnswer],
    [sampleCertification, certificationAnswer],
  ] as const)
    expect(Object.keys(presentCredential({ ...sample, ...at } as never, '2027-04-01'))).toEqual(
      Object.keys(shape),
    )
})

it('a certification keeps its name and issuer, and says whether its date is missing', () => {
  const input = certificationInput.parse({ ...sampleCertification, expiresAt: null })
  expect(completeCredential(input)).toBe(input)
  const at = '2026-03-01T12:00:00.123Z'
  const record = { ...input, id: crypto.randomUUID(), archivedAt: at, createdAt: at, updatedAt: at }
  const shown = presentCredential(record, '2027-03-01')
  expect(shown).toEqual({
    ...{ ...input, id: record.id, status: 'active', daysLeft: null, dateMissing: true },
    ...{ reminderDays: 30, followsSchedule: true },
    ...{ archivedAt: at, createdAt: at, updatedAt: at },
  })
  const page = { items: [shown], nextCursor: null }
  expect(credentialPage.parse(page)).toEqual(page)
  expect(credentialItems.parse(page)).toEqual({ items: [shown] })
  expect([credentialTitle(record), credentialTitle({ title: null }), credentialTitle({})]).toEqual([
    'Basic Life Support',
    '',
    '',
  ])
})

it('a summary counts by status and kind', () => {
  const summary = {
    ...{ total: 3, dateMissing: 1, archived: 0, byKind: { license: 1, certification: 2 } },
    byStatus: { active: 2, renewal_due: 0, expiring_soon: 1, expired: 0 },
    tags: [{ tag: 'travel', count: 1 }],
  }
  expect(credentialSummary.parse(summary)).toEqual(summary)
})

it('an expiration date and the choice that it never expires exclude each other', () => {
  const never = { ...sampleLicense, neverExpires: true }
  expect(problems(credentialInput, never)).toEqual({
    neverExpires: 'Has an expiration date: clear the date or this choice',
  })
  expect(credentialInput.safeParse({ ...never, expiresAt: null }).success).toBe(true)
})

it('a list query is strict', () => {
  expect(credentialQuery.parse({})).toEqual({ sort: 'expiresAt', order: 'asc', limit: 50, archived: false })
  expect(credentialQuery.parse({ limit: '200', status: 'expiring', q: ' x ' })).toMatchObject({
    limit: 200,
    status: 'expiring_soon',
    q: 'x',
  })
  for (const sort of ['expiresAt', 'createdAt', 'title'])
    for (const order of ['asc', 'desc'])
      expect(credentialQuery.parse({ sort, order })).toMatchObject({ sort, order })
  for (const kind of ['license', 'certification']) expect(credentialQuery.parse({ kind }).kind).toBe(kind)
  expect(credentialQuery.parse({ cursor: 'x'.repeat(4000) }).cursor).toHaveLength(4000)
  for (const bad of [
    { cursor: 'x'.repeat(4001) },
    { limit: '0' },
    { limit: '201' },
    { limit: '' },
    { sort: 'name' },
    { page: '2' },
    { q: '\0' },
  ])
    expect(credentialQuery.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
})

describe('search', () => {
  it('matches a state by code and name, ignoring case and accents', () => {
    const looked = searchTextOf({
      ...completeCredential(licenseInput.parse(sampleLicense)),
      notes: 'Renée’s Café',
    })
    for (const word of ['texas', 'tx', 'rn', '884213', "mercy's", 'renee', 'cafe'])
      expect(looked).toContain(word)
    expect(searchWords('  TEXAS  Renée ')).toEqual(['texas', 'renee'])
    expect(searchWords(' ')).toEqual([])
  })

  it('has one line for each value, without empty ones', () => {
    expect(searchTextOf({ title: 'Guam RN', state: 'Guam', number: '', tags: ['ICU', 'Nights'] })).toBe(
      ['guam rn', 'guam', 'icu', 'nights'].join('\n'),
    )
    expect(searchTextOf({ name: 'BLS', state: 'tx' }).split('\n')).toEqual(['tx', 'bls', 'tx', 'texas'])
  })

  const spellings = {
    RN123456: ['RN123456', 'rn 123456', 'RN-123456', 'RN–123456', 'RN.123456', '123456', 'rn-1234'],
    'rn 123456': ['RN123456', 'rn 123456', 'RN-123456'],
    'RN-123456': ['RN123456', 'rn 123456', 'RN-123456'],
    '041.123456': ['041123456', '041.123456', '041-123456', '041 123456'],
    '041123456': ['041123456', '041.123456', '041 123456'],
  }
  it.each(Object.entries(spellings))('finds the number %s however it is written', (number, searched) => {
    const text = searchTextOf({ title: 'Texas RN', number })
    for (const q of searched)
      expect(
        searchWords(q).every((word) => text.includes(word)),
        q,
      ).toBe(true)
    expect(searchWords('RN-123457').every((word) => text.includes(word))).toBe(false)
  })

  it('finds dates and other words with digits in a text as they are written', () => {
    const text = searchTextOf({ title: 'RN', notes: 'Renewed 12/04/2027, 100% online at 3-West.' })
    for (const q of ['12/04/2027', '12/04', '12-04-2027', '2027,', '100%', '3-west.', '3west'])
      expect(
        searchWords(q).every((word) => text.includes(word)),
        q,
      ).toBe(true)
  })

  it('matches letters that are no letter with an accent', () => {
    expect(['Łukasz', 'Søren', 'Weiß', 'Ñuñez', 'Æsa'].map(foldText)).toEqual([
      ...['lukasz', 'soren', 'weiss', 'nunez', 'aesa'],
    ])
  })

  it('matches composed and decomposed letters alike', () => {
    expect(foldText('각')).toBe(foldText('\u1100\u1161\u11a8'))
    expect(foldText('Å')).toBe('a')
  })

  it('sorts by title, ignoring case and accents', () => {
    expect(sortTitleOf({ title: 'Éclair RN' })).toBe('eclair rn')
    expect(sortTitleOf({ title: null, name: 'BLS' })).toBe('bls')
  })
})

it('there are 50 states and the District of Columbia', () => {
  expect(states).toHaveLength(51)
  expect(new Set(states.map(({ code }) => code)).size).toBe(51)
  for (const { code } of states) expect(code).toMatch(/^[A-Z]{2}$/)
})
