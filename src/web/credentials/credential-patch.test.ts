import { expect, test } from 'vitest'
import { changedFiles } from './credential-patch.ts'

const fileIds = ['front', 'back', 'renewal']

test('files that are as they were are not sent, in whatever order the others stand', () => {
  expect(changedFiles({ fileIds }, fileIds)).toEqual({})
  expect(changedFiles({ fileIds }, ['front', 'renewal', 'back'])).toEqual({})
  expect(changedFiles({ fileIds: [] }, [])).toEqual({})
})

test('a nurse takes a file off, adds one, or shows another one first', () => {
  expect(changedFiles({ fileIds }, ['back', 'renewal'])).toEqual({
    fileId: 'back',
    fileIds: ['back', 'renewal'],
  })
  expect(changedFiles({ fileIds }, [...fileIds, 'new'])).toMatchObject({ fileId: 'front' })
  expect(changedFiles({ fileIds }, ['renewal', 'front', 'back'])).toMatchObject({ fileId: 'renewal' })
  expect(changedFiles({ fileIds }, [])).toEqual({ fileId: null, fileIds: [] })
})
