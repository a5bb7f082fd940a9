import { expect, test } from 'vitest'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { problemsOf } from '#testing/schema.ts'
import { importInput, importItems, importUndone, undoQuery } from './batch.ts'

const input = { fileName: 'cards.xlsx', credentials: [sampleLicense] }
const column = { name: 'Exp. date', use: 'expiresAt' }

test('requires a file name, at least one credential, and the use of each column', () => {
  expect(importInput.parse(input).columns).toEqual([])
  expect(importInput.parse({ ...input, columns: [column, { name: '', use: null }] }).columns).toHaveLength(2)
  for (const [change, path] of [
    [{ fileName: '' }, 'fileName'],
    [{ fileName: 'x'.repeat(256) }, 'fileName'],
    [{ credentials: [] }, 'credentials'],
    [{ columns: Array(61).fill(column) }, 'columns'],
    [{ columns: [{ ...column, name: 'x'.repeat(201) }] }, 'columns.0.name'],
    [{ columns: [{ ...column, use: 'x'.repeat(41) }] }, 'columns.0.use'],
    [{ columns: [{ ...column, more: 1 }] }, 'columns.0.more'],
    [{ more: 1 }, 'more'],
  ] as const)
    expect(problemsOf(importInput, { ...input, ...change }).map((each) => each.split(':')[0])).toEqual([path])
  expect(problemsOf(importInput, { ...input, credentials: [] })).toEqual(['credentials: Nothing to import'])
})

test('an import has at most 1,000 credentials', () => {
  const many = (count: number) => ({ ...input, credentials: Array(count).fill(sampleLicense) })
  expect(problemsOf(importInput, many(1000))).toEqual([])
  expect(problemsOf(importInput, many(1001))).toEqual(['credentials: At most 1000 credentials at once'])
})

test.each(['credentials', 'courses', 'vault'])('an import of %s is listed with its later changes', (kind) => {
  const at = '2026-11-21T12:00:00.000Z'
  const batch = {
    ...{ id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11', kind, fileName: null, count: 3, changed: 1, deleted: 0 },
    ...{ renewed: 2, createdAt: at, undoneAt: null, undoUntil: at },
  }
  const items = { items: [batch], columns: [[column]] }
  expect(importItems.parse(items)).toEqual(items)
  for (const field of Object.keys(batch))
    expect(problemsOf(importItems.shape.items, [{ ...batch, [field]: [] }])).toHaveLength(1)
})

test('undoing an import keeps records changed since, unless the request says otherwise', () => {
  expect(undoQuery.parse({})).toEqual({ changed: 'keep' })
  expect(undoQuery.parse({ changed: 'delete' })).toEqual({ changed: 'delete' })
  for (const bad of [{ changed: 'all' }, { more: '1' }]) expect(problemsOf(undoQuery, bad)).toHaveLength(1)
  const undone = { deleted: 2, kept: 1, unrenewed: 1, stillRenewed: 0 }
  expect(importUndone.parse(undone)).toEqual(undone)
})
