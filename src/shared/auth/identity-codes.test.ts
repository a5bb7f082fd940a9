import { expect, test } from 'vitest'
import { isProblemCode } from '#shared/http/errors.ts'
import { identityCodes, problemOfPasskeyError } from './identity-codes.ts'

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'passkey_failed'],
  ['NotSupportedError', 'passkeys_unsupported'],
  ['SecurityError', 'passkeys_unsupported'],
  ['TypeError', 'unexpected'],
  ['', 'unexpected'],
])('the WebAuthn error %s maps to %s', (name, code) => expect(problemOfPasskeyError(name)).toBe(code))

test('every code of the specification has a problem, or a reason why it cannot occur', () => {
  const codes = Object.entries(identityCodes)
  expect(codes).toHaveLength(23)
  for (const [name, entry] of codes) {
    expect(name).toMatch(/^(auth|storage)\/[a-z-]+$/)
    if (entry.by === 'nobody') expect(entry.why).toMatch(/^[A-Z].{20,}\.$/)
    else {
      expect(['server', 'browser']).toContain(entry.by)
      expect(entry.code === 'PASSWORD_TOO_WEAK' || isProblemCode(entry.code), name).toBe(true)
    }
  }
})
