import { describe, expect, it, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { problemsOf } from '#testing/schema.ts'
import {
  competencyAmountText,
  competencyKind,
  competencyKindNames,
  competencyRecordInput,
  competencyRecordPage,
  competencyRecordPatch,
  competencyRecordQuery,
  competencyUnit,
} from './record.ts'
import { sampleRecord } from './sample.ts'

const exam = { kind: 'exam', title: 'NCLEX-RN', endDate: '2026-02-01' }
const problems = (more: object) => problemsOf(competencyRecordInput, { ...sampleRecord, ...more })

test('a record needs a kind, a title and a day', () => {
  expect(competencyRecordInput.parse(exam)).toEqual({
    ...exam,
    ...{ amount: null, startDate: null, organization: null, fileIds: [], notes: null },
  })
  expect(competencyRecordInput.parse(sampleRecord)).toEqual(sampleRecord)
  expect(problemsOf(competencyRecordInput, {})).toEqual([
    'kind: Required',
    'title: Required',
    'endDate: Required',
  ])
  expect(problems({ more: 1 })).toHaveLength(1)
})

test.each([
  ['practice_hours', 'Practice hours', 'hours'],
  ['academic_credits', 'Academic credits', 'semester credits'],
  ['refresher', 'Refresher course', 'hours'],
  ['exam', 'Exam', 'hours'],
  ['course', 'Required course', 'hours'],
  ['assessment', 'Competency assessment', 'modules'],
  ['publication', 'Publication', 'hours'],
  ['portfolio', 'Portfolio', 'hours'],
  ['other', 'Other', 'hours'],
] as const)('%s is called “%s”, and is counted in %s', (kind, name, unit) => {
  expect([competencyKindNames[kind], competencyUnit(kind, english)]).toEqual([name, unit])
})

test('every kind has a name', () => {
  expect(Object.keys(competencyKindNames)).toEqual(competencyKind.options)
})

describe('the amount', () => {
  it.each(['practice_hours', 'academic_credits'])('is required of %s', (kind) => {
    expect(problems({ kind, amount: null })).toEqual(['amount: Required'])
  })

  it.each(competencyKind.options.slice(2))('is optional of %s', (kind) => {
    expect([problems({ kind, amount: null }), problems({ kind, amount: 40 })]).toEqual([[], []])
  })

  it.each<[number, string[]]>([
    [0, ['amount: More than 0']],
    [-1, ['amount: More than 0']],
    [0.01, []],
    [0.001, ['amount: At most two decimals']],
    [20_000, []],
    [20_000.01, ['amount: At most 20,000']],
  ])('%d', (amount, expected) => {
    expect(problems({ kind: 'academic_credits', amount })).toEqual(expected)
  })

  it.each<[number, string | null, string[]]>([
    [24, null, []],
    [24.01, null, ['amount: One day has only 24 hours']],
    [24.01, '2025-12-31', ['amount: One day has only 24 hours']],
    [48, '2025-12-30', []],
    [48.01, '2025-12-30', ['amount: These 2 days have only 48 hours']],
  ])('of %d practice hours from %s on fits into its days', (amount, startDate, expected) => {
    expect(problems({ amount, startDate })).toEqual(expected)
    expect(problems({ kind: 'academic_credits', amount, startDate })).toEqual([])
  })
})

test('the dates are in order', () => {
  expect(problems({ startDate: '2026-01-01' })).toEqual(['endDate: This date is before the first day'])
  expect(problems({ startDate: '2025-12-31', amount: 8 })).toEqual([])
  expect(problems({ startDate: null, endDate: '2025-02-30', amount: 8 })).toHaveLength(1)
})

test('a patch has only the fields that change', () => {
  expect(competencyRecordPatch.parse({ notes: null })).toEqual({ notes: null })
  expect(competencyRecordPatch.parse({})).toEqual({})
  expect(problemsOf(competencyRecordPatch, { id: 'x' })).toHaveLength(1)
})

test('texts and files are limited', () => {
  expect(problems({ title: 'x'.repeat(201) })).toHaveLength(1)
  expect(problems({ title: ' ' })).toEqual(['title: Required'])
  expect(problems({ organization: 'x'.repeat(201), notes: 'x'.repeat(2001) })).toHaveLength(2)
  const ids = Array.from({ length: 21 }, () => crypto.randomUUID())
  expect(problems({ fileIds: ids })).toEqual(['fileIds: At most 20 files'])
})

test('a page has 50 records by default, at most 200', () => {
  expect(competencyRecordQuery.parse({})).toEqual({ limit: 50 })
  expect(competencyRecordQuery.parse({ limit: '200' })).toEqual({ limit: 200 })
  expect(problemsOf(competencyRecordQuery, { limit: '201' })).toHaveLength(1)
  expect(problemsOf(competencyRecordQuery, { cursor: 'x'.repeat(4000) })).toEqual([])
  expect(problemsOf(competencyRecordQuery, { cursor: 'x'.repeat(4001) })).toHaveLength(1)
  const at = '2026-11-21T12:00:00.000Z'
  const page = {
    items: [{ ...sampleRecord, id: crypto.randomUUID(), createdAt: at, updatedAt: at }],
    nextCursor: null,
  }
  expect(competencyRecordPage.parse(page)).toEqual(page)
})

test.each([
  ['practice_hours', 1248.5, '1,248.5 hours'],
  ['practice_hours', 1, '1 hour'],
  ['academic_credits', 3, '3 semester credits'],
  ['academic_credits', 1, '1 semester credit'],
  ['refresher', 40, '40 hours'],
  ['assessment', 3, '3 modules'],
  ['assessment', 1, '1 module'],
  ['exam', null, ''],
] as const)('%s of %s is read as “%s”', (kind, amount, expected) => {
  expect(competencyAmountText({ kind, amount }, english)).toBe(expected)
})
