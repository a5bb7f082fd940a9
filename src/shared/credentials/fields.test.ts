import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { foldText } from '#shared/kernel/fold-text.ts'
import { certificationFields } from './certification.ts'
import { licenseInput } from './credential.ts'
import { credentialDetails } from './details.ts'
import { type Field, inputSchemasOf } from './field.ts'
import { credentialDisplay, type FieldDisplay, initialValuesOf } from './field-display.ts'
import { licenseFields } from './license.ts'
import { sampleCertification, sampleLicense } from './sample.ts'
import { searchTextOf } from './search.ts'

const words = (formatDate: (date: string) => string) => ({ t: english, formatDate })

const kinds: [kind: string, fields: Record<string, Field>, sample: Record<string, unknown>][] = [
  ['license', licenseFields, sampleLicense],
  ['certification', certificationFields, sampleCertification],
]

describe.each(kinds)('the fields of a %s', (_kind, fields, sample) => {
  test.each(Object.entries(fields))(
    '%s accepts its initial value and its sample',
    (key, { schema, initial }) => {
      if (initial !== undefined) expect(schema.parse(initial)).toEqual(initial)
      expect(schema.safeParse(sample[key]).success).toBe(true)
    },
  )

  test('are in the details under their labels', () => {
    const shown = credentialDetails(
      sample as { kind: string },
      words((date) => date),
    )
    for (const [key, { isListed }] of Object.entries<FieldDisplay>(fields)) {
      const isShown = shown.some((detail) => detail.key === key)
      const hasValue = sample[key] !== null && String(sample[key]) !== ''
      expect(isShown, key).toBe(isListed !== false && hasValue)
    }
  })

  test('are in the search text if they are searched', () => {
    const text = searchTextOf(sample)
    for (const [key, { isSearched }] of Object.entries(fields)) {
      const value = Array.isArray(sample[key]) ? sample[key][0] : sample[key]
      if (isSearched && value !== null) expect(text.split('\n'), key).toContain(foldText(String(value)))
    }
  })
})

test('a field without an initial value is required, every other is optional', () => {
  const input = inputSchemasOf(licenseFields)
  expect(licenseInput.safeParse({ kind: 'license', type: 'RN', state: 'TX' }).success).toBe(true)
  expect(input.type.safeParse(undefined).success).toBe(false)
  expect(input.number.parse(undefined)).toBeNull()
  expect(initialValuesOf(licenseFields)).not.toHaveProperty('type')
  expect(initialValuesOf(licenseFields)).toMatchObject({ multistate: null, tags: [], extra: [] })
})

test('no two fields share a column or a label', () => {
  for (const kind of ['column', 'label'] as const) {
    const used = Object.values<FieldDisplay>(credentialDisplay).flatMap((field) => field[kind] ?? [])
    expect(new Set(used).size).toBe(used.length)
  }
})

test('details are formatted for people', () => {
  const details = credentialDetails(
    { ...sampleLicense, renewalCycle: 1, multistate: false },
    words(() => 'Mar 31'),
  )
  expect(details).toContainEqual({ key: 'renewalCycle', label: 'Renewed every', text: '1 year' })
  expect(details).toContainEqual({ key: 'reminderDays', label: 'Remind me', text: '45 days' })
  const byDefault = { kind: 'license', reminderDays: 30, followsSchedule: true }
  expect(
    credentialDetails(
      byDefault,
      words(() => ''),
    ),
  ).toEqual([])
  expect(details).toContainEqual({ key: 'expiresAt', label: 'Expires on', text: 'Mar 31' })
  expect(details).toContainEqual({ key: 'extra', label: 'Nursys ID', text: '12345678' })
  expect(details.map(({ key }) => key)).not.toContain('multistate')
  expect(
    credentialDetails(
      { kind: 'license', expiresAt: null, neverExpires: true },
      words(() => ''),
    ),
  ).toEqual([{ key: 'expiresAt', label: 'Expires on', text: 'Does not expire' }])
  expect(
    credentialDetails(
      { kind: 'license', expiresAt: null },
      words(() => ''),
    ),
  ).toEqual([{ key: 'expiresAt', label: 'Expires on', text: 'Missing' }])
})

test('further fields of a license are in the details under their own names, and no other column of the row is', () => {
  const row = { ...sampleLicense, id: '1', ownerId: 'ann', freeFields: { employer: 'Mercy' } }
  const shown = (record: typeof sampleLicense) =>
    credentialDetails(
      record,
      words((date) => date),
    ).filter(({ key }) => !Object.hasOwn(credentialDisplay, key))
  const employer = { key: 'employer', label: 'employer', text: 'Mercy' }
  expect(shown(row)).toEqual([employer])
  expect(shown({ ...sampleLicense, employer: 'Mercy' } as typeof sampleLicense)).toEqual([employer])
})

test('details show each kind of value in words, and leave out missing values', () => {
  const textOf = (more: object, key: string) =>
    credentialDetails(
      { kind: 'license', ...more },
      words((date) => `<${date}>`),
    ).find((one) => one.key === key)?.text
  expect(textOf({ multistate: true }, 'multistate')).toBe('Yes')
  expect(textOf({ multistate: false }, 'multistate')).toBeUndefined()
  expect(textOf({ multistate: null }, 'multistate')).toBeUndefined()
  expect(textOf({ number: undefined }, 'number')).toBeUndefined()
  expect(textOf({ tags: ['ICU', 'Nights'] }, 'tags')).toBe('ICU, Nights')
  expect(textOf({ tags: [] }, 'tags')).toBeUndefined()
  expect(textOf({ issuedAt: '2026-01-01' }, 'issuedAt')).toBe('<2026-01-01>')
  expect(textOf({ expiresAt: null, neverExpires: true }, 'expiresAt')).toBe('Does not expire')
  expect(textOf({ expiresAt: null, neverExpires: false }, 'expiresAt')).toBe('Missing')
  expect(textOf({ issuedAt: '2026-01-01', neverExpires: true }, 'issuedAt')).toBe('<2026-01-01>')
  expect(textOf({ reminderDays: 1 }, 'reminderDays')).toBe('1 day')
  expect(textOf({ reminderDays: 30, followsSchedule: true }, 'reminderDays')).toBeUndefined()
  expect(textOf({ renewalCycle: 2, followsSchedule: true }, 'renewalCycle')).toBe('2 years')
  expect(textOf({ type: 'RN' }, 'state')).toBeUndefined()
})

test('details end with the fields of the owner, stored or answered', () => {
  const named = { key: 'employer', label: 'employer', text: 'Mercy' }
  const format = (date: string) => date
  expect(credentialDetails({ kind: 'license', employer: 'Mercy' }, words(format))).toEqual([named])
  const freeFields = { employer: 'Mercy', badge: 7, isNight: true, isFloat: false }
  expect(credentialDetails({ kind: 'license', freeFields }, words(format))).toEqual([
    named,
    { key: 'badge', label: 'badge', text: '7' },
    { key: 'isNight', label: 'isNight', text: 'Yes' },
    { key: 'isFloat', label: 'isFloat', text: 'No' },
  ])
  expect(
    credentialDetails({ kind: 'license', extra: [{ name: 'Nursys ID', value: '1' }] }, words(format)),
  ).toEqual([{ key: 'extra', label: 'Nursys ID', text: '1' }])
})

test('what is not searched is not in the search text', () => {
  expect(searchTextOf({ title: 'RN', multistate: true, expiresAt: '2027-03-31', fileIds: ['f'] })).toBe('rn')
  expect(searchTextOf({ title: 'RN', number: 7, tags: [7] })).toBe('rn')
})
