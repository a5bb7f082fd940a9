import { describe, expect, test } from 'vitest'
import { accountsOf, hashParametersOf, isAccountExport } from './accounts.ts'
import { documentsOf, referredId } from './documents.ts'
import { unescapeText } from './field-reader.ts'
import { mapCredential, mapCycle, mapEntry, mapProfile } from './records.ts'
import { plainValue } from './values.ts'

const at = new Date('2026-03-31T05:00:00.000Z')
const seconds = at.getTime() / 1000
const cycleId = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const plain = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plainValue(value)]))
const license = { type: 'RN', state: 'TX', number: '123456', expiresAt: '2027-03-31' }
const inputOf = <T>(mapped: { input: T } | { refusal: string }) => {
  if ('refusal' in mapped) throw new Error(mapped.refusal)
  return mapped.input
}
const notesOf = ({ notes }: { notes: { field: string; outcome: string }[] }) =>
  notes.map(({ field, outcome }) => `${field} ${outcome}`)

test('a Timestamp is read in every usual spelling', () => {
  for (const written of [
    { _seconds: seconds, _nanoseconds: 0 },
    { seconds, nanoseconds: 0 },
    { seconds: String(seconds), nanos: 0 },
    { type: 'firestore/timestamp/1.0', seconds, nanoseconds: 0 },
    { __time__: at.toISOString() },
    { timestampValue: at.toISOString() },
    { __datatype__: 'timestamp', value: { _seconds: seconds, _nanoseconds: 0 } },
  ])
    expect(plainValue(written), JSON.stringify(written)).toEqual(at)
})

test('an object that only looks like a Timestamp stays one', () => {
  expect(plainValue({ seconds: 3, label: 'x' })).toEqual({ seconds: 3, label: 'x' })
  expect(plainValue({ a: [{ stringValue: 'x' }, { integerValue: '7' }, { nullValue: null }] })).toEqual({
    a: ['x', 7, null],
  })
  expect(plainValue({ mapValue: { fields: { zone: { stringValue: 'UTC' } } } })).toEqual({ zone: 'UTC' })
  expect(
    referredId(plainValue({ referenceValue: 'projects/p/databases/d/documents/users/u1' }) as string),
  ).toBe('u1')
})

describe('the documents of a collection are found', () => {
  const fields = { userId: 'u1', type: 'RN' }
  test.each([
    ['by id', { a: fields, b: fields }],
    [
      'in a list',
      [
        { id: 'a', ...fields },
        { id: 'b', ...fields },
      ],
    ],
    [
      'in a list with data',
      [
        { id: 'a', data: fields },
        { id: 'b', data: fields },
      ],
    ],
    ['under the name of the collection', { licenses: { a: fields, b: fields } }],
    [
      'under __collections__',
      { __collections__: { licenses: { a: { ...fields, __collections__: {} }, b: fields } } },
    ],
    [
      'as REST writes them',
      {
        documents: ['a', 'b'].map((id) => ({
          name: `projects/p/databases/(default)/documents/licenses/${id}`,
          fields: { userId: { stringValue: 'u1' }, type: { stringValue: 'RN' } },
        })),
      },
    ],
  ])('%s', (_name, json) => {
    const { documents, unread } = documentsOf(json, 'licenses')
    expect(documents.map(({ id }) => id)).toEqual(['a', 'b'])
    for (const each of documents) expect(each.fields).toMatchObject(fields)
    expect(unread).toEqual([])
  })

  test('and what is none is named', () => {
    const { documents, unread } = documentsOf([{ id: 'a' }, { id: 'a' }, { type: 'RN' }, 7], 'licenses')
    expect(documents).toHaveLength(1)
    expect(unread.map(({ place }) => place)).toEqual(['a', 'item 3', 'item 4'])
  })
})

describe('a license', () => {
  test('keeps its fields, and fields of the owner’s own', () => {
    const mapped = mapCredential(
      'license',
      plain({
        ...license,
        userId: 'u1',
        title: 'Texas RN',
        unit: 'ICU',
        wage: 41.5,
        tags: ['a'],
        notes: 'mine',
        status: 'expiring',
      }),
      null,
    )
    expect(inputOf(mapped)).toMatchObject({
      ...{ kind: 'license', type: 'RN', state: 'TX', number: '123456', expiresAt: '2027-03-31' },
      ...{ title: 'Texas RN', unit: 'ICU', wage: '41.5', tags: ['a'], notes: 'mine' },
    })
    expect(inputOf(mapped)).not.toHaveProperty('status')
    expect(mapped.notes).toEqual([])
  })

  test('has the day of its owner, and the day itself where a Timestamp is midnight in UTC', () => {
    const dateOf = (expiresAt: object, zone: string | null) =>
      (inputOf(mapCredential('license', plain({ ...license, expiresAt }), zone)) as { expiresAt: string })
        .expiresAt
    expect(
      dateOf({ _seconds: Date.parse('2027-04-01T04:59:59Z') / 1000, _nanoseconds: 0 }, 'America/Chicago'),
    ).toBe('2027-03-31')
    expect(
      dateOf({ _seconds: Date.parse('2027-03-31T00:00:00Z') / 1000, _nanoseconds: 0 }, 'America/Chicago'),
    ).toBe('2027-03-31')
    expect(dateOf({ _seconds: Date.parse('2027-03-31T05:00:00Z') / 1000, _nanoseconds: 0 }, null)).toBe(
      '2027-03-31',
    )
  })

  test('never guesses a date', () => {
    for (const expiresAt of [
      '03/04/2026',
      '2026-02-30',
      'soon',
      7,
      true,
      { __time__: 'never' },
      '0001-01-01',
    ]) {
      const mapped = mapCredential('license', plain({ ...license, expiresAt }), null)
      expect(inputOf(mapped)).toMatchObject({ expiresAt: null })
      expect(notesOf(mapped)).toEqual(['expiresAt left out'])
    }
    const mapped = mapCredential('license', plain({ ...license, expiresAt: '03/04/2026' }), null)
    expect(inputOf(mapped).notes).toBe('expiresAt: 03/04/2026')
  })

  test('has at most ten tags: the others are in the notes', () => {
    const tags = Array.from({ length: 12 }, (_, n) => `tag ${n}`)
    const mapped = mapCredential('license', plain({ ...license, tags }), null)
    expect(inputOf(mapped)).toMatchObject({ tags: tags.slice(0, 10), notes: 'tags: tag 10, tag 11' })
    expect(notesOf(mapped)).toEqual(['tags changed'])
  })

  test('with a date of issue after its expiration keeps both', () => {
    const mapped = mapCredential('license', plain({ ...license, issuedAt: '2028-01-01' }), null)
    expect(inputOf(mapped)).toMatchObject({
      issuedAt: null,
      expiresAt: '2027-03-31',
      notes: 'issuedAt: 2028-01-01',
    })
    expect(notesOf(mapped)).toEqual(['issuedAt changed'])
  })

  test('without a state or a type is Unknown, and what is too long is in the notes', () => {
    const mapped = mapCredential('license', plain({ number: 'x'.repeat(60), nested: { a: 1 } }), null)
    expect(inputOf(mapped)).toMatchObject({ type: 'Unknown', state: 'Unknown', number: 'x'.repeat(50) })
    expect(inputOf(mapped).notes).toContain('x'.repeat(60))
    expect(notesOf(mapped)).toEqual(['type changed', 'state changed', 'number changed', 'nested left out'])
  })

  test('has the characters that were typed, not those of the sanitizer', () => {
    expect(unescapeText('Nurse&#x27;s &lt;3 &amp;lt; R&amp;D &quot;x&quot;')).toBe(`Nurse's <3 &lt; R&D "x"`)
    const mapped = mapCredential('license', plain({ ...license, title: 'Children&#x27;s' }), null)
    expect(inputOf(mapped)).toMatchObject({ title: "Children's" })
  })

  test('cannot be given a meaning by the name of a field', () => {
    const fields = plain(
      JSON.parse(
        `{"type":"RN","state":"TX","__proto__":"x","ownerIdx":"y","searchText":"z","kind":"certification"}`,
      ),
    )
    const mapped = mapCredential('license', fields, null)
    expect(inputOf(mapped)).toMatchObject({ kind: 'license', ownerIdx: 'y' })
    expect(inputOf(mapped)).not.toHaveProperty('searchText')
  })
})

describe('CE', () => {
  test('hours out of range are not imported, and a third decimal is rounded', () => {
    const entry = { cycleId: 'c', title: 'Sepsis', provider: 'NetCE', hours: 2, completedAt: '2026-01-02' }
    for (const hours of [0, -1, 501, 'many', null])
      expect(mapEntry(plain({ ...entry, hours }), cycleId, null)).toHaveProperty('refusal')
    const mapped = mapEntry(plain({ ...entry, hours: 1.255 }), cycleId, null)
    expect(inputOf(mapped).hours).toBeCloseTo(1.25, 1)
    expect(notesOf(mapped)).toEqual(['hours changed'])
    expect(mapEntry(plain({ ...entry, completedAt: 'x' }), cycleId, null)).toHaveProperty('refusal')
  })

  test('short texts without a field of their own are in the notes', () => {
    const entry = { cycleId: 'c', title: 'Sepsis', provider: 'NetCE', hours: 2, completedAt: '2026-01-02' }
    const mapped = mapEntry(plain({ ...entry, certificateNumber: 'A-1', notes: 'mine' }), cycleId, null)
    expect(inputOf(mapped).notes).toBe('mine\ncertificateNumber: A-1')
    expect(notesOf(mapped)).toEqual(['certificateNumber changed'])
    const dates = { state: 'TX', cycleStart: '2025-01-01', cycleEnd: '2026-12-31' }
    const cycle = mapCycle(plain({ ...dates, board: 'BON', licenseId: 'x1', list: [{ a: 1 }] }), null)
    expect(inputOf(cycle).notes).toBe('board: BON')
    expect(notesOf(cycle)).toEqual(['board changed', 'licenseId left out', 'list left out'])
  })

  test('a cycle needs its dates, in their order', () => {
    const cycle = {
      state: 'TX',
      cycleStart: '2025-01-01',
      cycleEnd: '2026-12-31',
      requiredHours: 20,
      hoursCompleted: 3,
    }
    expect(inputOf(mapCycle(plain(cycle), null))).toMatchObject({ state: 'TX', requiredHours: 20 })
    expect(mapCycle(plain({ ...cycle, cycleEnd: '2024-01-01' }), null)).toHaveProperty('refusal')
    expect(mapCycle(plain({ ...cycle, cycleEnd: null }), null)).toHaveProperty('refusal')
    expect(inputOf(mapCycle(plain({ ...cycle, requiredHours: -1 }), null)).requiredHours).toBeNull()
  })
})

test('a profile without a known zone has none', () => {
  const mapped = mapProfile(
    plain({ name: 'Ann', settings: { locale: 'en-US', timeZone: 'Mars/Base' }, theme: 'dark' }),
  )
  expect(inputOf(mapped)).toMatchObject({ name: 'Ann', settings: { locale: 'en-US', timeZone: null } })
  expect(notesOf(mapped)).toEqual(['settings.timeZone left out', 'theme left out'])
})

test('hash parameters are read as the console shows them, and as JSON', () => {
  const shown =
    'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jxspr8Ki0RY==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}'
  const expected = { signerKey: 'jxspr8Ki0RY==', saltSeparator: 'Bw==', rounds: 8, memCost: 14 }
  expect(hashParametersOf(shown)).toEqual(expected)
  const json = { base64_signer_key: 'jxspr8Ki0RY==', base64_salt_separator: 'Bw==', rounds: 8, mem_cost: 14 }
  expect(hashParametersOf(JSON.stringify(json))).toEqual(expected)
  expect(hashParametersOf(shown.replace('SCRYPT', 'BCRYPT'))).toBeNull()
  expect(hashParametersOf('rounds: 8')).toBeNull()
})

test('the accounts of auth:export are told from the collection of the same name', () => {
  expect(isAccountExport({ users: [{ localId: 'a' }] })).toBe(true)
  expect(isAccountExport({ users: { a: {} } })).toBe(false)
  expect(accountsOf({ users: [{ localId: 'a' }, { localId: 7 }] })).toMatchObject({
    accounts: [{ localId: 'a', disabled: false }],
    unread: [{ place: 'account 2' }],
  })
})
