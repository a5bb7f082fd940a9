import { expect, test } from 'vitest'
import { isSuspicious } from './activity-text.ts'

test.each([
  [{ action: 'auth_login_failed', severity: null }, true],
  [{ action: 'security_rate_limit_exceeded', severity: 'medium' }, true],
  [{ action: 'auth_login', severity: null }, false],
  [{ action: 'security_invalid_input', severity: 'low' }, false],
])('%o is for the owner to check: %s', (item, isMarked) => {
  expect(isSuspicious(item)).toBe(isMarked)
})
