import { expect, test } from 'vitest'
import { competencyRecord } from '#shared/competency/record.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { inputOf, patchOf, valuesOf } from './use-record-form.ts'

const at = '2026-03-10T15:00:00.000Z'
const record = competencyRecord.parse({
  ...sampleRecord,
  ...{ id: '7c9e6679-7425-4000-8000-000000000301', createdAt: at, updatedAt: at },
})

test('a kind without an amount and a first day sends neither', () => {
  expect(inputOf({ ...valuesOf(record), kind: 'exam' })).toMatchObject({ amount: null, startDate: null })
  expect(inputOf(valuesOf(record))).toMatchObject({ amount: 480.25, startDate: '2025-10-01' })
})

test('leaves out an empty date, so that it is reported as missing, and sends empty texts as null', () => {
  const empty = inputOf({ ...valuesOf(record), endDate: null, organization: ' ', notes: '' })
  expect(empty).not.toHaveProperty('endDate')
  expect(empty).toMatchObject({ organization: null, notes: null })
})

test('sends only what changed, and keeps what the form does not show', () => {
  expect(patchOf(record, { ...valuesOf(record), title: 'New', notes: '' })).toEqual({
    ...{ title: 'New', notes: null },
  })
  const exam = { ...record, kind: 'exam' as const }
  expect(patchOf(exam, { ...valuesOf(exam), title: 'New' })).toEqual({ title: 'New' })
  expect(patchOf(record, { ...valuesOf(record), kind: 'exam' })).toEqual({
    ...{ kind: 'exam', amount: null, startDate: null },
  })
})
