import type { ProblemCode } from '#shared/http/errors.ts'

/**
 * The specification's identity and storage codes and their equivalents here. `by` is what raises it: the server, the
 * browser, or nothing, with the reason (decision 23). The texts are in the catalog, except that `PASSWORD_TOO_WEAK`
 * describes the given password.
 */
export type IdentityCode = { by: 'server' | 'browser'; code: ProblemCode } | { by: 'nobody'; why: string }

export const identityCodes = {
  'auth/multi-factor-auth-required': { by: 'server', code: 'second_factor_needed' },
  'auth/password-does-not-meet-requirements': { by: 'server', code: 'PASSWORD_TOO_WEAK' },
  'auth/user-mismatch': { by: 'server', code: 'user_mismatch' },
  'auth/unauthorized-domain': { by: 'server', code: 'foreign_origin' },
  'auth/popup-blocked': { by: 'browser', code: 'popup_blocked' },
  'auth/popup-closed-by-user': { by: 'browser', code: 'popup_closed' },
  'auth/cancelled-popup-request': { by: 'browser', code: 'popup_cancelled' },
  'auth/web-storage-unsupported': { by: 'browser', code: 'storage_unsupported' },
  'auth/network-request-failed': { by: 'browser', code: 'unavailable' },
  'auth/internal-error': { by: 'server', code: 'unexpected' },
  'auth/argument-error': { by: 'server', code: 'invalid' },
  'auth/invalid-api-key': {
    by: 'nobody',
    why: 'The browser talks to its own server, which has no API keys.',
  },
  'auth/auth-domain-config-required': { by: 'server', code: 'provider_unknown' },
  'storage/unknown': { by: 'server', code: 'unexpected' },
  'storage/object-not-found': { by: 'server', code: 'file_not_found' },
  'storage/bucket-not-found': { by: 'server', code: 'file_bytes_missing' },
  'storage/quota-exceeded': { by: 'server', code: 'too_many_files' },
  'storage/unauthenticated': { by: 'server', code: 'not_authenticated' },
  'storage/unauthorized': { by: 'server', code: 'file_not_owned' },
  'storage/retry-limit-exceeded': { by: 'browser', code: 'unavailable' },
  'storage/canceled': { by: 'browser', code: 'cancelled' },
  'storage/invalid-url': { by: 'server', code: 'page_not_found' },
  'storage/invalid-argument': { by: 'server', code: 'multipart_expected' },
} as const satisfies Record<string, IdentityCode>

/** The problem for the `name` of an error of `navigator.credentials` or of an aborted request. */
export function problemOfPasskeyError(name: string): ProblemCode {
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  if (name === 'InvalidStateError') return 'passkey_failed'
  if (name === 'NotSupportedError' || name === 'SecurityError') return 'passkeys_unsupported'
  return 'unexpected'
}
