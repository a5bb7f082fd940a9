import type { Problem } from '#shared/http/errors.ts'

/** True of a final refusal; false when another try may succeed: no connection, too many tries, a server error. */
export function isAuthError({ code }: Problem): boolean {
  if (code === 'invalid' || code === 'bad_request' || code === 'reauthentication_needed') return true
  // Better Auth's own codes are in capitals.
  return code === code.toUpperCase()
}
