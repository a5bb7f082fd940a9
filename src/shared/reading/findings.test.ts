import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { findingsIn, isOwnName, isSamePerson } from './findings.ts'
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
    ['completion_card', { holderName: 'Rosa Delgado', kind: 'certification' }],
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

test.each([
  ['Ann Delgado Jr., BSN', 'Ann Delgado', true],
  ['Ann Born', 'Ann Delgado Born', true],
  ['Ann Born', 'A. Bornstein', false],
  ['Rosa Ana Delgado', 'Delgado Rosa', true],
  ['Delgado Rosa', 'Rosa Ana Delgado', false],
  ['Rosa Delgado', 'Rosa Delgado, RN', true],
  ['Rosa Delgado', 'Rosa Delgado Srinivas', true],
  ['Kathleen OBRIEN', "Kathleen O'Brien", true],
  ['O’BRIEN, KATHLEEN M', "Kathleen O'Brien", true],
  ['Kathleen O Brien', "Kathleen O'Brien", true],
  ['Maria De La Cruz', 'Maria Delacruz', true],
  ['Maria Delacruz', 'Maria de la Cruz', true],
  ['DE LA CRUZ, MARIA', 'Maria Delacruz', true],
  ['Ann McDonald', 'Ann Mc Donald', true],
  ['Jan Vander Berg', 'Jan van der Berg', true],
  ['Maria Munoz', 'María Muñoz García', true],
  ['María Muñoz García', 'Maria Garcia', true],
  ['María Muñoz García', 'Maria Munoz', true],
  ['Lukasz Kowalski', 'Łukasz Kowalski', true],
  ['Soren Moller', 'Søren Møller', true],
  ['Anna Weiss', 'Anna Weiß', true],
  ['Rosa Ana Smith', 'Rosa Ana Delgado', false],
  ['Rosa van Dyke', 'Rosa van Halen', false],
  ['Rosa de la Cruz', 'Rosa de la Torre', false],
  ['Maria Brien', "Kathleen O'Brien", false],
  ['Anh Le', 'Anh Do', false],
  ['Rosa Ana Delgado', 'Rosa Maria Delgado', true],
  ['Dana Delgado', 'Ana Delgado', false],
  ['Rosa  Delgado-Smith', 'Rosa Delgado Smith', true],
])('%s and %s may be the same person: %s', (a, b, isSame) => {
  expect(isSamePerson(a, b)).toBe(isSame)
})

/** Each finding in full. */
const found = (
  values: Partial<Record<Suggestion['field'], string>>,
  more: Partial<Parameters<typeof findingsIn>[0]> = {},
) =>
  findingsIn({
    suggestions: Object.entries(values).map(([field, value]) =>
      suggestion(field as Suggestion['field'], value),
    ),
    ...{ ownerName: 'Rosa Delgado', today: '2026-11-23', purpose: course, t: english },
    date: (date) => `on ${date}`,
    ...more,
  }).map(({ text, advice }) => `${text} ${advice}`)

test.each<
  [Partial<Record<Suggestion['field'], string>>, Parameters<typeof findingsIn>[0]['purpose'], string]
>([
  [
    { ...certificate, holderName: 'Daniel Okafor' },
    course,
    'The document is in the name of Daniel Okafor, and your name here is Rosa Delgado. If your name changed, keep proof of the change with it. If it is somebody else’s, remove the file.',
  ],
  [
    { kind: 'certification' },
    course,
    'This looks like a completion card, not a CE certificate. A board asks for the CE certificate: get it from the provider. Add the card as a certification.',
  ],
  [
    { kind: 'license' },
    course,
    'This looks like a license, not a CE certificate. Add it under “Add a credential”, or choose another file.',
  ],
  [
    { kind: 'ce_certificate' },
    { kind: 'license' },
    'This looks like a CE certificate, not a credential. Log it as a course, so that its hours can count.',
  ],
  [
    { kind: 'ce_transcript' },
    { kind: 'license' },
    'This looks like a list of several courses. Log each course separately: a board asks for the certificate of each.',
  ],
  [
    { ...certificate, completedAt: '2027-01-01' },
    course,
    'on 2027-01-01 is in none of your cycles. Check the date. If it is right, the hours do not count in a cycle that you have here.',
  ],
  [
    { kind: 'ce_certificate' },
    course,
    'This file does not say who approved the provider, as far as it could be read. Look for “approved by” or “accredited by” and enter it. If it is missing, ask the provider for it.',
  ],
  [
    { kind: 'license', expiresAt: '2026-11-22' },
    { kind: 'license' },
    'The date on it has passed: on 2026-11-22. If you have a newer card, add that one instead.',
  ],
])('%j says what to do', (values, purpose, text) => {
  expect(found(values, { purpose })).toEqual([text])
})

test('the first and the last day of any cycle are in it', () => {
  const cycles = [...course.cycles, { cycleStart: '2027-01-01', cycleEnd: '2028-12-31' }]
  for (const completedAt of ['2025-01-01', '2026-12-31', '2027-01-01', '2028-12-31'])
    expect(found({ ...certificate, completedAt }, { purpose: { kind: 'course', cycles } })).toEqual([])
  expect(
    found({ ...certificate, completedAt: '2029-01-01' }, { purpose: { kind: 'course', cycles } }),
  ).toHaveLength(1)
})

test('nothing is said of what was hardly read, or without a name of the owner', () => {
  const doubtful = (field: Suggestion['field'], value: string): Suggestion => ({
    ...suggestion(field, value),
    confidence: 'doubtful',
  })
  const other = doubtful('holderName', 'Daniel Okafor')
  expect(found({}, { suggestions: [other, doubtful('kind', 'license')] })).toEqual([])
  const expired = doubtful('expiresAt', '2020-01-01')
  expect(found({}, { suggestions: [expired], purpose: { kind: 'license' } })).toEqual([])
  expect(found({ kind: 'ce_transcript', expiresAt: '2020-01-01' })).toHaveLength(1)
  expect(found({ ...certificate, holderName: 'Daniel Okafor' }, { ownerName: ' ' })).toEqual([])
})

test.each([
  ['ROSA DELGADO', 'Rosa Delgado', true],
  ['Delgado, Rosa M., RN', 'Rosa Delgado', true],
  ['Delgado Institute', 'Rosa Delgado', false],
  ['Lakeside Academy', '', false],
  ['Ann Arbor Hospital', 'Ann', false],
])('%s is the name of an account of %s: %s', (text, ownerName, isOwn) => {
  expect(isOwnName(text, ownerName)).toBe(isOwn)
})
