import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RegistrationInput, signInInput } from '#shared/account/registration.ts'
import type { DebugReport } from '#shared/core/debug.ts'
import { Problem } from '#shared/core/errors.ts'
import { request } from '#web/core/api.ts'

export function signIn(input: z.input<typeof signInInput>): Promise<unknown> {
  return request('POST', '/api/auth/sign-in/email', { body: input })
}

/** Where the address must be confirmed first, no session is open after this. */
export async function register(input: RegistrationInput): Promise<{ isVerificationRequired: boolean }> {
  const answer = await request<{ user: unknown }>('POST', '/api/auth/sign-up/email', { body: input })
  return { isVerificationRequired: answer.user === null }
}

/** Answers the same whether the address has an account or not. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return request('POST', '/api/auth/request-password-reset', { body: { email } })
}

export function sendVerification(email: string): Promise<unknown> {
  return request('POST', '/api/auth/send-verification-email', { body: { email } })
}

/** `code` is the `oobCode` of a mailed link; it works once. Every session of the account ends. */
export function resetPassword(code: string, newPassword: string): Promise<unknown> {
  return request('POST', '/api/auth/reset-password', { body: { token: code, newPassword } })
}

/** `code` is the `oobCode` of a mailed link; it works once, and opens a session. */
export function verifyEmail(code: string): Promise<unknown> {
  return request('POST', '/api/auth/verify-email', { body: { token: code } })
}

/** Every other session of the account ends. */
export function changePassword(input: { currentPassword: string; newPassword: string }): Promise<unknown> {
  return request('POST', '/api/auth/change-password', { body: input })
}

export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => request<DebugReport>('GET', '/api/debug', { signal }),
  staleTime: 0,
})

/** True of what was refused for good; false of what may go better on another try: no connection, too many, 5xx. */
export function isRefusal({ code, message }: Problem): boolean {
  if (code === 'invalid' || code === 'bad_request' || code === 'reauthentication_needed') return true
  // The identity service's own refusals are not in our catalogue: only their sentence tells them from a crash.
  return code === 'unexpected' && message !== new Problem('unexpected').message
}
