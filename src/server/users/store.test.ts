import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isOwnerDeleted, notAuthenticatedIfDeleted } from './store.ts'

const failed = (code: string) =>
  new DrizzleQueryError('insert', [], Object.assign(new Error('refused'), { code }))

test.each([
  ['the owner’s row is gone', failed('23503'), true],
  ['the row already exists', failed('23505'), false],
  ['there was no connection', new Error('connect ECONNREFUSED'), false],
  ['a non-error was thrown', 'refused', false],
])('isOwnerDeleted after a failed write because %s', (_why, error, isGone) => {
  expect(isOwnerDeleted(error)).toBe(isGone)
  const thrown = isGone ? expect.objectContaining({ code: 'not_authenticated' }) : error
  expect(() => notAuthenticatedIfDeleted(error)).toThrow(thrown as Error)
})
