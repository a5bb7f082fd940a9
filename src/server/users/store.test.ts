import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isOwnerDeleted, notAuthenticatedIfDeleted } from './store.ts'

const failed = (code: string) =>
  new DrizzleQueryError('insert', [], Object.assign(new Error('refused'), { code }))

test.each([
  ['their row is gone', failed('23503'), true],
  ['another row is there already', failed('23505'), false],
  ['no connection could be had at all', new Error('connect ECONNREFUSED'), false],
  ['something threw what is no error', 'refused', false],
])('a write that failed because %s', (_why, error, isGone) => {
  expect(isOwnerDeleted(error)).toBe(isGone)
  const thrown = isGone ? expect.objectContaining({ code: 'not_authenticated' }) : error
  expect(() => notAuthenticatedIfDeleted(error)).toThrow(thrown as Error)
})
