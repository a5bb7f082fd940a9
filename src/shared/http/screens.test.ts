import { expect, test } from 'vitest'
import { screenAt } from './screens.ts'

test.each([
  ['/', '/'],
  ['/credentials/', '/credentials'],
  ['/credentials/6f1c', '/credentials/$id'],
  ['/credentials/health', '/credentials/health'],
  ['/credentials/lists/new', '/credentials/lists/new'],
  ['/credentials/lists/6f1c/edit', '/credentials/lists/$listId/edit'],
  ['/share/abc', '/share/$token'],
  ['/Settings', undefined],
  ['/credentials/6f1c/nothing', undefined],
])('the screen at %s is %s', (path, screen) => {
  expect(screenAt(path)?.path).toBe(screen)
})
