import { expect, test } from 'vitest'
import { changedFiles } from './credential-patch.ts'

const fileIds = ['front', 'back', 'renewal']

test('unchanged files are not sent, in any order of the others', () => {
  expect(changedFiles({ fileIds }, fileIds)).toEqual({})
  expect(changedFiles({ fileIds }, ['front', 'renewal', 'back'])).toEqual({})
  expect(changedFiles({ fileIds: [] }, [])).toEqual({})
})

test('removes a file, adds one, and changes the main one', () => {
  expect(changedFiles({ fileIds }, ['back', 'renewal'])).toEqual({
    fileId: 'back',
    fileIds: ['back', 'renewal'],
  })
  expect(changedFiles({ fileIds }, [...fileIds, 'new'])).toMatchObject({ fileId: 'front' })
  expect(changedFiles({ fileIds }, ['renewal', 'front', 'back'])).toMatchObject({ fileId: 'renewal' })
  expect(changedFiles({ fileIds }, [])).toEqual({ fileId: null, fileIds: [] })
})
