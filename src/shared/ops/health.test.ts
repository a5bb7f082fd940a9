import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { liveness, readiness } from './health.ts'

const checks = { database: 'ok', files: 'ok', mail: 'ok', scheduler: 'ok', reminders: 'late' }

test.each(['ok', 'degraded', 'unavailable'])('a process is ready or not, and says why: %s', (status) => {
  expect(readiness.parse({ status, checks })).toEqual({ status, checks })
  for (const check of Object.keys(checks))
    expect(problemsOf(readiness, { status, checks: { ...checks, [check]: undefined } })).toHaveLength(1)
})

test('a running process is ok', () => {
  expect(liveness.parse({ status: 'ok' })).toEqual({ status: 'ok' })
  expect(problemsOf(liveness, { status: '' })).toHaveLength(1)
})
