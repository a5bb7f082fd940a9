import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { emailChangeContract, emailLinkContract } from '#shared/auth/email-contract.ts'
import type { MailedLinkInput } from '#shared/auth/mailed-link.ts'
import type { oidcContract } from '#shared/auth/oidc-contract.ts'
import type { passkeyContract } from '#shared/auth/passkey-contract.ts'
import type { passwordContract } from '#shared/auth/password-contract.ts'
import type { Recovered } from '#shared/auth/recovery.ts'
import type { RegistrationInput, signInInput, verifyEmailInput } from '#shared/auth/registration.ts'
import type { PasskeyResponse, ReauthenticationInput, SessionOptions } from '#shared/auth/sign-in-methods.ts'
import type { reauthenticationContract, twoFactorContract } from '#shared/auth/two-factor-contract.ts'
import { client } from '#web/http/client.ts'

const api = client<
  typeof passwordContract &
    typeof emailLinkContract &
    typeof emailChangeContract &
    typeof twoFactorContract &
    typeof reauthenticationContract &
    typeof passkeyContract &
    typeof oidcContract
>()

/** Rejects with `second_factor_needed` when a two-factor code is still needed, as every sign-in method does. */
export function signIn(body: z.input<typeof signInInput>): Promise<unknown> {
  return api.call('POST /api/auth/sign-in/email', { body })
}

/** Where the address must be confirmed first, nobody is signed in after this. */
export async function register(body: RegistrationInput): Promise<{ isVerificationRequired: boolean }> {
  const { user } = await api.call('POST /api/auth/sign-up/email', { body })
  return { isVerificationRequired: user === null }
}

/** Answers the same whether the address has an account or not. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return api.call('POST /api/auth/request-password-reset', { body: { email } })
}

export function sendVerification(email: string): Promise<unknown> {
  return api.call('POST /api/auth/send-verification-email', { body: { email } })
}

/** `code` is the `oobCode` of an emailed link; it works once. Every session of the account ends. */
export function resetPassword(code: string, newPassword: string): Promise<unknown> {
  return api.call('POST /api/auth/reset-password', { body: { token: code, newPassword } })
}

/** The account that an emailed link is about. The link stays unused. */
export function mailedLinkQuery(mode: MailedLinkInput['mode'], code: string) {
  return queryOptions({
    queryKey: ['mailed-link', mode, code],
    queryFn: ({ signal }) => api.call('POST /api/auth/mailed-link', { body: { mode, token: code }, signal }),
    staleTime: 'static',
    // The answer names accounts: it is dropped when its page closes.
    gcTime: 0,
    retry: false,
  })
}

/** Works once, and signs in. With a mail server it takes the name and the password of the new account. */
export function verifyEmail(body: z.input<typeof verifyEmailInput>): Promise<unknown> {
  return api.call('POST /api/auth/verify-email', { body })
}

/** Answers the same whether the address has an account or not. */
export function requestSignInLink(email: string): Promise<unknown> {
  return api.call('POST /api/auth/request-sign-in-link', { body: { email } })
}

/** `code` is the `oobCode` of an emailed link. Rejects with `other_session` unless `replacesSession` is set. */
export function signInByLink(
  code: string,
  options: SessionOptions & { replacesSession?: boolean } = {},
): Promise<unknown> {
  return api.call('POST /api/auth/sign-in/link', { body: { token: code, ...options } })
}

/** Finishes a sign-in that was rejected with `second_factor_needed`; `second_factor_over` means start again. */
export function verifyTwoFactor(body: { code: string } | { recoveryCode: string }): Promise<unknown> {
  return api.call('POST /api/auth/sign-in/second-factor', { body })
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`; to sign in and to reauthenticate. */
export function passkeyOptionsToSignIn(): Promise<{ challenge: string }> {
  return api.call('POST /api/auth/passkey/options-to-sign-in')
}

/** `response` is the credential's `toJSON()`. */
export function signInByPasskey(
  response: PasskeyResponse,
  sessionOptions: SessionOptions = {},
): Promise<unknown> {
  return api.call('POST /api/auth/sign-in/passkey', { body: { response, ...sessionOptions } })
}

/** Send the browser to `url`. `next` is a path of ours to return to, `popup` the attempt of a `ProviderWindow`. */
export function signInByProvider(
  body: SessionOptions & { provider: string; next: string; popup?: string | undefined },
): Promise<{ url: string }> {
  return api.call('POST /api/auth/sign-in/provider', { body })
}

/** After `reauthentication_needed`: good for ten minutes in this session. */
export function reauthenticate(body: ReauthenticationInput): Promise<unknown> {
  return api.call('POST /api/auth/reauthenticate', { body })
}

export function reauthenticateByPasskey(response: PasskeyResponse): Promise<unknown> {
  return api.call('POST /api/auth/reauthenticate/passkey', { body: { response } })
}

/** Send the browser to `url`. */
export function reauthenticateByProvider(
  provider: string,
  next: string,
  popup?: string,
): Promise<{ url: string }> {
  return api.call('POST /api/auth/reauthenticate/provider', { body: { provider, next, popup } })
}

/** From the email to the new address. Every session ends. */
export function confirmEmailChange(code: string): Promise<{ email: string }> {
  return api.call('POST /api/auth/verify-and-change-email', { body: { token: code } })
}

/** From the email to the old address. `resetToken` is for `resetPassword`: the old password is removed. */
export function recoverEmail(code: string): Promise<Recovered> {
  return api.call('POST /api/auth/recover-email', { body: { token: code } })
}

/** From the email that announced two-factor authentication; recovers the account in the same way. */
export function revertTwoFactor(code: string): Promise<Recovered> {
  return api.call('POST /api/auth/second-factor/revert', { body: { token: code } })
}

/** "When it rejects a password the policy is refetched": invalidate it when the server refused the field. */
export const passwordPolicyQuery = queryOptions({
  queryKey: ['password-policy'],
  queryFn: ({ signal }) => api.call('GET /api/auth/password-policy', { signal }),
})

/** The services that the operator has configured. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => api.call('GET /api/auth/providers', { signal }),
})
