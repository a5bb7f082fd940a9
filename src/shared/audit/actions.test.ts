import { expect, test } from 'vitest'
import { type AuditAction, failedTries, securityNotices, severityOf } from './actions.ts'

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

test('the owner checks failed sign-ins and wrong passwords', () => {
  expect(failedTries).toEqual(['auth_login_failed', 'auth_password_refused', 'auth_second_factor_failed'])
})

test.each<AuditAction>([
  ...(['auth_login_failed', 'auth_second_factor_failed', 'auth_password_reset_requested'] as const),
  ...(['auth_password_changed', 'auth_email_change_requested', 'auth_email_changed'] as const),
  ...(['auth_email_recovered', 'auth_second_factor_on', 'auth_second_factor_off'] as const),
  ...(['auth_recovery_codes_renewed', 'auth_recovery_code_used', 'auth_passkey_added'] as const),
  ...(['auth_passkey_removed', 'auth_token_made', 'auth_account_linked', 'auth_account_unlinked'] as const),
  ...(['auth_sessions_ended', 'auth_account_disabled', 'auth_account_enabled'] as const),
  ...(['auth_second_person_confirmed', 'auth_second_person_ended', 'credential_pass_added'] as const),
  'security_rate_limit_exceeded',
])('the owner hears of %s', (action) => {
  expect(securityNotices).toContain(action)
})

test.each<AuditAction>([
  ...(['auth_login', 'auth_logout', 'auth_session_ended', 'file_downloaded'] as const),
  ...(['credential_updated', 'security_invalid_input'] as const),
])('%s is only in the log', (action) => {
  expect(securityNotices).not.toContain(action)
})
