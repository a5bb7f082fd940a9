import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { findingsIn, isSamePerson } from './findings.ts'
import type { Suggestion } from './page.ts'

const suggestion = (field: Suggestion['field'], value: string): Suggestion => ({
  field,
  value,
  confidence: 'confident',
  printed: value,
  where: [],
})
const course = { kind: 'course', cycles: [{ cycleStart: '2025-01-01', cycleEnd: '2026-12-31' }] } as const
const codes = (
  values: Partial<Record<Suggestion['field'], string>>,
  purpose: Parameters<typeof findingsIn>[0]['purpose'] = course,
) =>
  findingsIn({
    suggestions: Object.entries(values).map(([field, value]) =>
      suggestion(field as Suggestion['field'], value),
    ),
    ownerName: 'Rosa Delgado',
    today: '2026-11-23',
    purpose,
    date: (date) => date,
    t: english,
  }).map(({ code }) => code)

const certificate = {
  kind: 'ce_certificate',
  approvedBy: 'Ohio Nurses Association',
  completedAt: '2026-03-14',
}

describe('the form of a course', () => {
  test('has nothing to say about a complete certificate of the owner', () => {
    expect(codes({ ...certificate, holderName: 'ROSA M. DELGADO' })).toEqual([])
  })
  test.each([
    ['other_name', { ...certificate, holderName: 'Daniel Okafor' }],
    ['outside_cycles', { ...certificate, completedAt: '2024-12-31' }],
    ['missing_approver', { kind: 'ce_certificate', completedAt: '2026-03-14' }],
    ['completion_card', { kind: 'certification' }],
    ['other_kind', { kind: 'license' }],
    ['transcript', { kind: 'ce_transcript' }],
  ])('tells %s', (code, values) => {
    expect(codes(values)).toEqual([code])
  })
})

describe('the form of a credential', () => {
  test.each([
    ['course_certificate', { kind: 'ce_certificate' }],
    ['expired', { kind: 'certification', expiresAt: '2026-11-22' }],
  ])('tells %s', (code, values) => {
    expect(codes(values, { kind: 'certification' })).toEqual([code])
  })
  test('has nothing to say about a card that ends today', () => {
    expect(codes({ kind: 'license', expiresAt: '2026-11-23' }, { kind: 'license' })).toEqual([])
  })
})

test.each([
  ['Rosa Delgado', 'Rosa Delgado', true],
  ['R. Delgado', 'Rosa Delgado', true],
  ['DELGADO, ROSA', 'Rosa Delgado', true],
  ['Rosa María Delgado, RN', 'Rosa Delgado', true],
  ['José Núñez', 'Jose Nunez', true],
  ['Rosa Smith', 'Rosa Delgado', false],
  ['Maria Delgado', 'Rosa Delgado', false],
])('%s and %s', (a, b, isSame) => {
  expect(isSamePerson(a, b)).toBe(isSame)
})
