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

test('an object that only resembles a Timestamp stays unchanged', () => {
  expect(plainValue({ seconds: 3, label: 'x' })).toEqual({ seconds: 3, label: 'x' })
  expect(plainValue({ a: [{ stringValue: 'x' }, { integerValue: '7' }, { nullValue: null }] })).toEqual({
    a: ['x', 7, null],
  })
  expect(plainValue({ mapValue: { fields: { zone: { stringValue: 'UTC' } } } })).toEqual({ zone: 'UTC' })
  expect(
    referredId(plainValue({ referenceValue: 'projects/p/databases/d/documents/users/u1' }) as string),
  ).toBe('u1')
})

describe('finds the documents of a collection', () => {
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

  test('and reports each item that is not a document', () => {
    const { documents, unread } = documentsOf([{ id: 'a' }, { id: 'a' }, { type: 'RN' }, 7], 'licenses')
    expect(documents).toHaveLength(1)
    expect(unread.map(({ place }) => place)).toEqual(['a', 'item 3', 'item 4'])
  })
})

describe('a license', () => {
  test('keeps its fields and free fields', () => {
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

  test('has at most ten tags; the others go into the notes', () => {
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

  test('without a state or a type has Unknown, and keeps overlong texts in the notes', () => {
    const mapped = mapCredential('license', plain({ number: 'x'.repeat(60), nested: { a: 1 } }), null)
    expect(inputOf(mapped)).toMatchObject({ type: 'Unknown', state: 'Unknown', number: 'x'.repeat(50) })
    expect(inputOf(mapped).notes).toContain('x'.repeat(60))
    expect(notesOf(mapped)).toEqual(['type changed', 'state changed', 'number changed', 'nested left out'])
  })

  test('has the characters that were typed, without the sanitizer’s escapes', () => {
    expect(unescapeText('Nurse&#x27;s &lt;3 &amp;lt; R&amp;D &quot;x&quot;')).toBe(`Nurse's <3 &lt; R&D "x"`)
    const mapped = mapCredential('license', plain({ ...license, title: 'Children&#x27;s' }), null)
    expect(inputOf(mapped)).toMatchObject({ title: "Children's" })
  })

  test('cannot set a server field through the name of a field', () => {
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

  test('short texts without a matching field go into the notes', () => {
    const entry = { cycleId: 'c', title: 'Sepsis', provider: 'NetCE', hours: 2, completedAt: '2026-01-02' }
    const mapped = mapEntry(plain({ ...entry, certificateNumber: 'A-1', notes: 'mine' }), cycleId, null)
    expect(inputOf(mapped).notes).toBe('mine\ncertificateNumber: A-1')
    expect(notesOf(mapped)).toEqual(['certificateNumber changed'])
    const dates = { state: 'TX', cycleStart: '2025-01-01', cycleEnd: '2026-12-31' }
    const cycle = mapCycle(plain({ ...dates, board: 'BON', licenseId: 'x1', list: [{ a: 1 }] }), null)
    expect(inputOf(cycle).notes).toBe('board: BON')
    expect(notesOf(cycle)).toEqual(['board changed', 'licenseId left out', 'list left out'])
  })

  test('a cycle requires its dates, in order', () => {
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

test('a profile with an unknown zone has none', () => {
  const mapped = mapProfile(
    plain({ name: 'Ann', settings: { locale: 'en-US', timeZone: 'Mars/Base' }, theme: 'dark' }),
  )
  expect(inputOf(mapped)).toMatchObject({ name: 'Ann', settings: { locale: 'en-US', timeZone: null } })
  expect(notesOf(mapped)).toEqual(['settings.timeZone left out', 'theme left out'])
})

test('hash parameters are read as the console displays them, and as JSON', () => {
  const shown =
    'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jxspr8Ki0RY==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}'
  const expected = { signerKey: 'jxspr8Ki0RY==', saltSeparator: 'Bw==', rounds: 8, memCost: 14 }
  expect(hashParametersOf(shown)).toEqual(expected)
  const json = { base64_signer_key: 'jxspr8Ki0RY==', base64_salt_separator: 'Bw==', rounds: 8, mem_cost: 14 }
  expect(hashParametersOf(JSON.stringify(json))).toEqual(expected)
  expect(hashParametersOf(shown.replace('SCRYPT', 'BCRYPT'))).toBeNull()
  expect(hashParametersOf('rounds: 8')).toBeNull()
})

test('the accounts of auth:export are distinguished from the collection of the same name', () => {
  expect(isAccountExport({ users: [{ localId: 'a' }] })).toBe(true)
  expect(isAccountExport({ users: { a: {} } })).toBe(false)
  expect(accountsOf({ users: [{ localId: 'a' }, { localId: 7 }] })).toMatchObject({
    accounts: [{ localId: 'a', disabled: false }],
    unread: [{ place: 'account 2' }],
  })
})

const everyNote = ({ notes }: { notes: { field: string; outcome: string; reason: string }[] }) =>
  notes.map(({ field, outcome, reason }) => `${field} ${outcome}: ${reason}`)

describe('reads each field under each of its names', () => {
  test.each([
    ['createdAt', 'updatedAt'],
    ['created', 'updated'],
  ])('%s and %s are the times of a record', (created, updated) => {
    const mapped = mapCredential(
      'license',
      plain({ ...license, [created]: at.toISOString(), [updated]: at.toISOString() }),
      null,
    )
    expect(mapped).toMatchObject({ times: { createdAt: at, updatedAt: at }, notes: [] })
  })

  test.each([
    [{ name: 'Texas RN' }, { title: 'Texas RN' }],
    [{ licenseType: 'RN', type: undefined }, { type: 'RN' }],
    [{ issueDate: '2024-01-01' }, { issuedAt: '2024-01-01' }],
    [{ issuedDate: '2024-01-01' }, { issuedAt: '2024-01-01' }],
    [{ issuedAt: '2027-03-31' }, { issuedAt: '2027-03-31' }],
    [{ expirationDate: '2028-01-01', expiresAt: undefined }, { expiresAt: '2028-01-01' }],
    [{ expiryDate: '2028-01-01', expiresAt: undefined }, { expiresAt: '2028-01-01' }],
    [{ licenseNumber: '7', number: undefined }, { number: '7' }],
    [{ issuer: 'Board' }, { issuer: 'Board' }],
    [{ reminderDays: 0 }, { reminderDays: 0 }],
    [{ reminderDays: 365 }, { reminderDays: 365 }],
    [{ renewalCycle: 2 }, { renewalCycle: 2 }],
    [{ renewalCycle: 20 }, { renewalCycle: 20 }],
  ])('a license with %j has %j', (more, input) => {
    const mapped = mapCredential(
      'license',
      plain({ ...license, ...more, fileId: 'f1', status: 'x', owner: 'u' }),
      null,
    )
    expect(inputOf(mapped)).toMatchObject(input)
    expect(everyNote(mapped)).toEqual([])
  })

  test.each([
    [{ reminderDays: 2.5 }, { reminderDays: 3 }, 'reminderDays changed: It was rounded to whole days'],
    [
      { reminderDays: 366 },
      { reminderDays: null },
      'reminderDays left out: It is not a number from 0 to 365',
    ],
    [{ renewalCycle: 21 }, { renewalCycle: null }, 'renewalCycle left out: It is not a number above 0 to 20'],
    [{ renewalCycle: 0 }, { renewalCycle: null }, 'renewalCycle left out: It is not a number above 0 to 20'],
    [{ state: null }, { state: 'Unknown' }, 'state changed: It has none: it is Unknown'],
    [{ type: null }, { type: 'Unknown' }, 'type changed: It has none: it is Unknown'],
    [{ type: null, title: 'My card' }, { type: 'My card' }, 'type changed: It has none: its title is used'],
    [
      { type: null, title: 'x'.repeat(150) },
      { type: 'x'.repeat(100), title: 'x'.repeat(150) },
      'type changed: It has none: its title is used',
    ],
    [
      { issuedAt: '2028-01-01' },
      { issuedAt: null },
      'issuedAt changed: It is after the expiration date: the date is in the notes',
    ],
  ])('a license with %j has %j, which is noted', (more, input, note) => {
    const mapped = mapCredential('license', plain({ ...license, ...more }), null)
    expect(inputOf(mapped)).toMatchObject(input)
    expect(everyNote(mapped)).toEqual([note])
  })
})

describe('a certification', () => {
  test('keeps its name, issuer and number, and other texts in its notes', () => {
    const fields = {
      ...{
        title: 'BLS',
        issuer: 'AHA',
        certificationNumber: '7',
        expirationDate: '2027-03-31',
        notes: 'mine',
      },
      ...{ color: 'red', level: 2, nested: { a: 1 }, userId: 'u1', status: 'active', empty: '' },
    }
    const mapped = mapCredential('certification', plain(fields), null)
    expect(inputOf(mapped)).toMatchObject({
      ...{ kind: 'certification', name: 'BLS', issuer: 'AHA', number: '7', expiresAt: '2027-03-31' },
      notes: 'mine\ncolor: red\nlevel: 2',
    })
    expect(everyNote(mapped)).toEqual([
      'color changed: It is in the notes',
      'level changed: It is in the notes',
      'nested left out: It is not a text',
    ])
  })

  test('without a name and an issuer has Unknown for both', () => {
    const mapped = mapCredential('certification', plain({ number: '7' }), null)
    expect(inputOf(mapped)).toMatchObject({ name: 'Unknown', issuer: 'Unknown' })
    expect(everyNote(mapped)).toEqual([
      'name changed: It has none: it is Unknown',
      'issuer changed: It has none: it is Unknown',
    ])
  })
})

describe('of CE', () => {
  const entry = {
    ...{
      cycleId: 'c',
      fileId: 'f',
      title: 'Sepsis',
      provider: 'NetCE',
      hours: 2,
      completionDate: '2026-01-02',
    },
    ...{ tags: ['Ethics'], notes: 'mine', createdAt: at.toISOString() },
  }
  const cycle = { state: 'TX', startDate: '2025-01-01', endDate: '2026-12-31', requiredHours: 20 }

  test('an entry keeps its fields; other fields go into the notes', () => {
    const mapped = mapEntry(plain({ ...entry, mood: 'fine' }), cycleId, null)
    expect(inputOf(mapped)).toMatchObject({
      ...{ cycleId, title: 'Sepsis', provider: 'NetCE', hours: 2, completedAt: '2026-01-02' },
      ...{ topicTags: ['Ethics'], notes: 'mine\nmood: fine' },
    })
    expect(mapped).toMatchObject({ times: { createdAt: at, updatedAt: null } })
    expect(everyNote(mapped)).toEqual(['mood changed: It is in the notes'])
  })

  test('an entry without a title and a provider has Unknown for both', () => {
    const mapped = mapEntry(plain({ ...entry, title: null, provider: null }), cycleId, null)
    expect(inputOf(mapped)).toMatchObject({ title: 'Unknown', provider: 'Unknown' })
    expect(everyNote(mapped)).toEqual([
      'title changed: It has none: it is Unknown',
      'provider changed: It has none: it is Unknown',
    ])
  })

  test.each([
    [{ hours: 501 }, 'Its hours are not above 0 to 500'],
    [{ completionDate: 'soon' }, 'It has no completion date that can be read'],
  ])('an entry with %j is refused: %s', (more, refusal) => {
    expect(mapEntry(plain({ ...entry, ...more }), cycleId, null)).toMatchObject({ refusal })
  })

  test('a cycle keeps its fields; other fields go into the notes', () => {
    const mapped = mapCycle(
      plain({ ...cycle, hoursCompleted: 3, notes: 'mine', mood: 'fine', updated: at.toISOString() }),
      null,
    )
    expect(inputOf(mapped)).toMatchObject({
      ...{
        state: 'TX',
        cycleStart: '2025-01-01',
        cycleEnd: '2026-12-31',
        requiredHours: 20,
        notes: 'mine\nmood: fine',
      },
    })
    expect(mapped).toMatchObject({ times: { createdAt: null, updatedAt: at } })
    expect(everyNote(mapped)).toEqual(['mood changed: It is in the notes'])
  })

  test.each([
    [{ startDate: null }, 'It has no start or no end that can be read'],
    [{ endDate: 'soon' }, 'It has no start or no end that can be read'],
    [{ endDate: '2024-12-31' }, /^cycleEnd: /],
  ])('a cycle with %j is refused: %s', (more, refusal) => {
    const mapped = mapCycle(plain({ ...cycle, ...more }), null)
    expect('refusal' in mapped && mapped.refusal).toMatch(refusal)
  })

  test('a cycle without a state has Unknown', () => {
    const mapped = mapCycle(plain({ ...cycle, state: null }), null)
    expect(inputOf(mapped)).toMatchObject({ state: 'Unknown' })
    expect(everyNote(mapped)).toEqual(['state changed: It has none: it is Unknown'])
  })
})

describe('a profile', () => {
  test('keeps its fields', () => {
    const names = { firstName: 'Ann', lastName: 'Becker', organization: 'Mercy', jobTitle: 'RN' }
    const settings = { locale: 'es-US', timeZone: 'America/Chicago' }
    const ids = { id: 'u1', uid: 'u1', userId: 'u1', email: 'ann@example.com', createdAt: at.toISOString() }
    const mapped = mapProfile(plain({ ...names, ...ids, settings, displayName: 'Ann Becker' }))
    expect(inputOf(mapped)).toEqual({ ...names, settings, name: 'Ann Becker' })
    expect(mapped).toMatchObject({ times: { createdAt: at }, notes: [] })
  })

  test.each([null, 'dark', ['x'], 7])('with the settings %j has none', (settings) => {
    expect(inputOf(mapProfile(plain({ settings })))).toMatchObject({
      ...{ name: null, settings: { locale: null, timeZone: null } },
    })
  })

  test('with invalid settings and an overlong text reports both', () => {
    const settings = { locale: 'not a language', timeZone: 5 }
    const mapped = mapProfile(plain({ settings, jobTitle: 'x'.repeat(51) }))
    expect(inputOf(mapped)).toMatchObject({
      ...{ jobTitle: 'x'.repeat(50), settings: { locale: null, timeZone: null } },
    })
    expect(everyNote(mapped)).toEqual([
      'settings.locale left out: It is not a language',
      'settings.timeZone left out: It is not a time zone',
      'jobTitle changed: It was too long and was cut',
    ])
  })
})
