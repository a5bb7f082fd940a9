import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RegistrationInput, signInInput } from '#shared/auth/registration.ts'
import type {
  PasswordPolicy,
  ProofInput,
  ProviderList,
  SessionList,
  WaysIn,
} from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import type { DebugReport } from '#shared/ops/debug.ts'
import { request } from '#web/http/api.ts'

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

/** What she chose at the sign-in page, for every way in. */
export type Stay = { rememberMe?: boolean; isShared?: boolean }

/** Answers the same whether the address has an account or not. */
export function requestSignInLink(email: string): Promise<unknown> {
  return request('POST', '/api/auth/request-sign-in-link', { body: { email } })
}

/** `code` is the `oobCode` of a mailed link. Like every way in it may reject with `second_factor_needed`. */
export function signInByLink(code: string, stay: Stay = {}): Promise<unknown> {
  return request('POST', '/api/auth/sign-in/link', { body: { token: code, ...stay } })
}

/** Finishes a sign-in that was rejected with `second_factor_needed`; `second_factor_over` means from the start. */
export function signInBySecondFactor(proof: { code: string } | { recoveryCode: string }): Promise<unknown> {
  return request('POST', '/api/auth/sign-in/second-factor', { body: proof })
}

/** After `reauthentication_needed`: good for ten minutes in this session. */
export function proveAgain(proof: ProofInput): Promise<unknown> {
  return request('POST', '/api/auth/reauthenticate', { body: proof })
}

/** Answers the same whether the new address is taken or not. */
export function changeEmail(newEmail: string): Promise<unknown> {
  return request('POST', '/api/auth/change-email', { body: { newEmail } })
}

/** From the mail to the new address. Everyone is signed out by it. */
export function confirmEmailChange(code: string): Promise<{ email: string }> {
  return request('POST', '/api/auth/verify-and-change-email', { body: { token: code } })
}

/** From the mail to the old address. `resetToken` is for `resetPassword`: the old password is gone. */
export function recoverEmail(code: string): Promise<{ email: string; resetToken: string }> {
  return request('POST', '/api/auth/recover-email', { body: { token: code } })
}

/** `uri` for a QR code, `secret` for typing. */
export function startSecondFactor(): Promise<{ secret: string; uri: string }> {
  return request('POST', '/api/auth/second-factor/start', { body: {} })
}

/** The recovery codes are shown this once. Every other session ends. */
export function confirmSecondFactor(code: string): Promise<{ recoveryCodes: string[] }> {
  return request('POST', '/api/auth/second-factor/confirm', { body: { code } })
}

export function renewRecoveryCodes(): Promise<{ recoveryCodes: string[] }> {
  return request('POST', '/api/auth/second-factor/recovery-codes', { body: {} })
}

export function removeSecondFactor(): Promise<unknown> {
  return request('POST', '/api/auth/second-factor/remove', { body: {} })
}

/** From the mail that told of it. Everyone is signed out by it. */
export function revertSecondFactor(code: string): Promise<unknown> {
  return request('POST', '/api/auth/second-factor/revert', { body: { token: code } })
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export function passkeyOptionsToAdd(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return request('POST', '/api/auth/passkey/options-to-add', { body: {} })
}

/** `response` is the credential's `toJSON()`. */
export function addPasskey(name: string, response: unknown): Promise<WaysIn['passkeys'][number]> {
  return request('POST', '/api/auth/passkey/add', { body: { name, response } })
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`; to sign in and to prove oneself again. */
export function passkeyOptionsToSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return request('POST', '/api/auth/passkey/options-to-sign-in', { body: {} })
}

export function signInByPasskey(response: unknown, stay: Stay = {}): Promise<unknown> {
  return request('POST', '/api/auth/sign-in/passkey', { body: { response, ...stay } })
}

export function proveAgainByPasskey(response: unknown): Promise<unknown> {
  return request('POST', '/api/auth/reauthenticate/passkey', { body: { response } })
}

export function renamePasskey(id: string, name: string): Promise<WaysIn['passkeys'][number]> {
  return request('PUT', `/api/users/me/ways-in/passkeys/${encodeURIComponent(id)}`, { body: { name } })
}

export function removePasskey(id: string): Promise<void> {
  return request('DELETE', `/api/users/me/ways-in/passkeys/${encodeURIComponent(id)}`)
}

/** "When it rejects a password the policy is refetched": invalidate it after a refusal of the field. */
export const passwordPolicyQuery = queryOptions({
  queryKey: ['password-policy'],
  queryFn: ({ signal }) => request<PasswordPolicy>('GET', '/api/auth/password-policy', { signal }),
})

/** What the operator has set up. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => request<ProviderList>('GET', '/api/auth/providers', { signal }),
})

/** Send the browser to `url`. `next` is a path of ours to come back to. */
export function signInByProvider(provider: string, next: string, stay: Stay = {}): Promise<{ url: string }> {
  return request('POST', '/api/auth/sign-in/provider', { body: { provider, next, ...stay } })
}

export function linkProvider(provider: string, next: string): Promise<{ url: string }> {
  return request('POST', '/api/auth/link-provider', { body: { provider, next } })
}

export function proveAgainByProvider(provider: string, next: string): Promise<{ url: string }> {
  return request('POST', '/api/auth/reauthenticate/provider', { body: { provider, next } })
}

export function removeLinkedAccount(id: string): Promise<void> {
  return request('DELETE', `/api/users/me/ways-in/linked-accounts/${encodeURIComponent(id)}`)
}

/** How she can sign in, for Settings. */
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => request<WaysIn>('GET', '/api/users/me/ways-in', { signal }),
})

/** Where she is signed in; last use moves on by itself, so it is never taken from before. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request<SessionList>('GET', '/api/users/me/sessions', { signal }),
  staleTime: 0,
})

export function endSession(id: string): Promise<void> {
  return request('DELETE', `/api/users/me/sessions/${encodeURIComponent(id)}`)
}

export function endOtherSessions(): Promise<{ ended: number }> {
  return request('DELETE', '/api/users/me/sessions')
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
