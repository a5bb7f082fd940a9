import { expect, test } from 'vitest'
import { type AuditAction, failedTries, severityOf } from './actions.ts'

test.each<[AuditAction, ReturnType<typeof severityOf>]>([
  ['security_csp_violation', 'medium'],
  ['security_invalid_input', 'low'],
  ['security_unauthorized_access', 'high'],
  ['security_rate_limit_exceeded', 'medium'],
  ['auth_login_failed', null],
  ['file_deleted', null],
])('%s has the severity %s', (action, severity) => {
  expect(severityOf(action)).toBe(severity)
})

test('the owner checks failed sign-ins', () => {
  expect(failedTries).toEqual(['auth_login_failed', 'auth_second_factor_failed'])
})
