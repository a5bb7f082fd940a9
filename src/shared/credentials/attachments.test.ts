import { describe, expect, it } from 'vitest'
import { applyFileChange, mainFirst } from './attachments.ts'

const none = { fileId: null, fileIds: [] }
const trashed = { fileId: 'gone', fileIds: ['a'] }
const two = { fileId: 'a', fileIds: ['a', 'b'] }

describe('the files of a credential', () => {
  it.each([
    ['no change', {}, two, two],
    ['a first file', { fileId: 'a' }, none, { fileId: 'a', fileIds: ['a'] }],
    [
      'files without a main one',
      { fileId: null, fileIds: ['b', 'a'] },
      none,
      { fileId: 'b', fileIds: ['b', 'a'] },
    ],
    ['a main one and others', { fileId: 'c', fileIds: ['b'] }, none, { fileId: 'c', fileIds: ['b', 'c'] }],
    ['another main one', { fileId: 'b' }, two, { fileId: 'b', fileIds: ['a', 'b'] }],
    ['the main one detached', { fileId: null }, two, { fileId: null, fileIds: ['b'] }],
    ['the main one kept', { fileIds: ['c', 'a'] }, two, { fileId: 'a', fileIds: ['c', 'a'] }],
    ['the main one left out', { fileIds: ['c', 'b'] }, two, { fileId: 'c', fileIds: ['c', 'b'] }],
    ['a duplicate', { fileIds: ['c', 'c'] }, none, { fileId: 'c', fileIds: ['c'] }],
    ['all detached', { fileIds: [] }, two, none],
    ['another order', { fileId: null, fileIds: ['b', 'a'] }, two, { fileId: 'b', fileIds: ['b', 'a'] }],
    ['no change while the main one is in the trash', {}, trashed, trashed],
  ])('after %s', (_what, change, current, expected) => {
    expect(applyFileChange(change, current)).toEqual(expected)
  })

  it('are at most twenty, whether in fileIds or fileId', () => {
    const fileIds = Array.from({ length: 20 }, (_, i) => `${i}`)
    expect(applyFileChange({ fileIds, fileId: '0' }, none).fileIds).toHaveLength(20)
    const errors = [{ path: 'fileIds', message: 'At most 20 files' }]
    expect(() => applyFileChange({ fileIds, fileId: 'x' }, none)).toThrow(
      expect.objectContaining({ code: 'invalid', errors }),
    )
  })

  it('are shown with the main one first', () => {
    expect(mainFirst('b', ['a', 'b', 'c'])).toEqual({ fileId: 'b', fileIds: ['b', 'a', 'c'] })
    expect(mainFirst(null, ['a', 'b'])).toEqual({ fileId: null, fileIds: ['a', 'b'] })
  })

  it('are shown without a main one while it is in the trash', () => {
    expect(mainFirst('gone', ['a', 'b'])).toEqual({ fileId: null, fileIds: ['a', 'b'] })
    expect(mainFirst('gone', [])).toEqual(none)
  })
})
