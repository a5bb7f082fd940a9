import { expect, test } from 'vitest'
import { type AuditAction, failedTries, repeatable, severityOf } from './actions.ts'

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

test('what changes the vault is recorded each time', () => {
  const changes = /_(created|updated|deleted|restored|purged|uploaded|changed|added|removed|on|off)$/
  expect(repeatable.filter((action) => changes.test(action))).toEqual([])
  for (const action of ['file_downloaded', 'auth_activity_exported', 'credential_share_opened'])
    expect(repeatable).toContain(action)
  for (const action of ['security_csp_violation', 'security_invalid_input', 'security_unauthorized_access'])
    expect(repeatable).toContain(action)
})
