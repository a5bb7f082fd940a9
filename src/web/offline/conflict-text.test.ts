import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ceuCycleContract, ceuEntryContract } from '#shared/ceu/contract.ts'
import { credentialContract } from '#shared/credentials/contract.ts'
import type { Endpoint } from '#shared/http/contract.ts'
import { changeHeaders } from '#shared/http/idempotency.ts'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { spanishTexts } from '#testing/web/spanish-texts.ts'
import { setTranslate } from '#web/i18n/t.ts'
import { fieldLabel, valueText } from './conflict-text.ts'

/** A change that waits offline names the version that the owner saw: only such operations can conflict. */
const operations = Object.entries<Endpoint>({
  ...credentialContract,
  ...ceuCycleContract,
  ...ceuEntryContract,
})
const fields = operations
  .filter(([, { headers }]) => headers === changeHeaders)
  .flatMap(([operation, { body = z.never() }]) => {
    const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    const path = operation.replace('PATCH ', '').replace('{id}', '7c9e6679-7425-4000-8000-000000000001')
    return Object.keys(properties).map((field) => [path, field] as const)
  })

const words = { formatDate: (date: string) => `on ${date}`, cycleName: () => 'Texas RN license' }
const inSpanish = () => setTranslate(createTranslate('es', (key) => spanishTexts[key]))

afterEach(() => setTranslate(english))

describe('every field that can conflict', () => {
  test.each(fields)('%s has words for %s in both languages', (path, field) => {
    const label = fieldLabel(path, field)
    expect(label).toMatch(/^[A-Z]/)
    expect(label).not.toBe(field)
    inSpanish()
    const spanish = fieldLabel(path, field)
    expect(spanish).toMatch(/^\p{Lu}/u)
    expect(spanish).not.toBe(label)
  })

  test('is a field of a credential or a course', () => {
    expect(fields.length).toBeGreaterThan(30)
  })
})

test('a field that the owner added has its own name', () => {
  expect(fieldLabel('/api/credentials/1', 'Employer’s ID')).toBe('Employer’s ID')
})

test.each<[field: string, value: unknown, text: string, spanish: string]>([
  ['number', null, 'Empty', 'Vacío'],
  ['expiresAt', '2027-03-31', 'on 2027-03-31', 'on 2027-03-31'],
  ['neverExpires', true, 'Yes', 'Sí'],
  ['neverExpires', false, 'No', 'No'],
  ['reminderDays', 45, '45 days', '45 días'],
  ['renewalCycle', 2, '2 years', '2 años'],
  ['tags', ['ICU', 'Float'], 'ICU, Float', 'ICU, Float'],
  ['tags', [], 'None', 'Ninguno'],
  ['extra', [{ name: 'Unit', value: '4 West' }], 'Unit: 4 West', 'Unit: 4 West'],
  ['fileIds', ['7c9e6679-7425-4000-8000-000000000201'], '1 document', '1 documento'],
  ['fileId', '7c9e6679-7425-4000-8000-000000000201', 'Another document', 'Otro documento'],
])('%s of a credential: %j is %s', (field, value, text, spanish) => {
  expect(valueText('/api/credentials/1', field, value, words)).toBe(text)
  inSpanish()
  expect(valueText('/api/credentials/1', field, value, words)).toBe(spanish)
})

test.each<[field: string, value: unknown, text: string]>([
  ['completedAt', '2026-02-14', 'on 2026-02-14'],
  ['hours', 2.5, '2.5 hours'],
  ['amount', 0.25, '0.25'],
  ['unit', 'ceu', 'CEUs'],
  ['kind', 'self_study', 'Self-study or online'],
  ['topicHours', [{ topic: 'Ethics', hours: 1 }], 'Ethics: 1 hour'],
  ['cycleId', '7c9e6679-7425-4000-8000-000000000001', 'Texas RN license'],
  ['counts', [{ cycleId: '1', acceptedHours: null }], 'Texas RN license'],
  ['counts', [{ cycleId: '1', acceptedHours: 2 }], 'Texas RN license (accepted: 2 hours)'],
])('%s of a course: %j is %s', (field, value, text) => {
  expect(valueText('/api/ceu-entries/1', field, value, words)).toBe(text)
})
