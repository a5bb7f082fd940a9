import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { trashEmptied, trashPage, trashPlace, trashQuery } from './trash.ts'

const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const item = {
  ...{ kind: 'ceuCycle', id, title: 'Texas 2025 to 2027', entryCount: 3, size: null },
  ...{ deletedAt: '2026-11-21T12:00:00.000Z', goneAt: '2026-12-21T12:00:00.000Z', keep: null },
}

test('a list has 50 items at a time by default, at most 200', () => {
  expect(trashQuery.parse({})).toEqual({ limit: 50 })
  expect(trashQuery.parse({ limit: '1', cursor: 'c' })).toEqual({ limit: 1, cursor: 'c' })
  expect(trashQuery.parse({ limit: '200' })).toEqual({ limit: 200 })
  expect(problemsOf(trashQuery, { cursor: 'x'.repeat(1000) })).toEqual([])
  for (const bad of [{ limit: '0' }, { limit: '201' }, { limit: '1.5' }, { cursor: 'x'.repeat(1001) }])
    expect(problemsOf(trashQuery, bad)).toHaveLength(1)
})

test.each([
  ...['license', 'certification', 'lookup', 'competencyRecord', 'healthRecord', 'requirementList'],
  ...['ceuCycle', 'ceuEntry', 'renewal', 'residence', 'file'],
])('a deleted %s is listed', (kind) => {
  const page = {
    items: [{ ...item, kind }],
    nextCursor: null,
    count: 1,
    size: 0,
    keep: { until: '2032-03-31', board: 'Texas' },
  }
  expect(trashPage.parse(page)).toEqual(page)
  expect(trashPlace.parse({ kind, id })).toEqual({ kind, id })
})

test('an item is deleted permanently by its kind and id', () => {
  expect(problemsOf(trashPlace, { kind: 'share', id })).toHaveLength(1)
  expect(problemsOf(trashPlace, { kind: 'file', id: 'x'.repeat(100) })).toEqual([])
  expect(problemsOf(trashPlace, { kind: 'file', id: 'x'.repeat(101) })).toHaveLength(1)
  expect(trashEmptied.parse({ deleted: 3 })).toEqual({ deleted: 3 })
})
