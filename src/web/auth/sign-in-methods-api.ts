import { queryOptions } from '@tanstack/react-query'
import type { AccessTokenInput, CreatedAccessToken } from '#shared/auth/access-token.ts'
import type { accessTokenContract } from '#shared/auth/access-token-contract.ts'
import type { emailChangeContract } from '#shared/auth/email-contract.ts'
import type { oidcContract } from '#shared/auth/oidc-contract.ts'
import type { passkeyContract } from '#shared/auth/passkey-contract.ts'
import type { passwordContract } from '#shared/auth/password-contract.ts'
import type { sessionContract, signInMethodContract } from '#shared/auth/sign-in-method-contract.ts'
import type { PasskeyResponse, SignInMethods } from '#shared/auth/sign-in-methods.ts'
import type { twoFactorContract } from '#shared/auth/two-factor-contract.ts'
import { client } from '#web/http/client.ts'

const api = client<
  typeof signInMethodContract &
    typeof sessionContract &
    typeof accessTokenContract &
    typeof passwordContract &
    typeof emailChangeContract &
    typeof twoFactorContract &
    typeof passkeyContract &
    typeof oidcContract
>()

/** How the owner can sign in. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => api.call('GET /api/users/me/sign-in-methods', { signal }),
})

/** Every other session of the account ends. */
export function changePassword(body: { currentPassword: string; newPassword: string }): Promise<unknown> {
  return api.call('POST /api/auth/change-password', { body })
}

/** Answers the same whether the new address has an account or not. */
export function changeEmail(newEmail: string): Promise<unknown> {
  return api.call('POST /api/auth/change-email', { body: { newEmail } })
}

/** `uri` for a QR code, `secret` for typing. */
export function startTwoFactor(): Promise<{ secret: string; uri: string }> {
  return api.call('POST /api/auth/second-factor/start')
}

/** The recovery codes are shown this once. Every other session ends. */
export function confirmTwoFactor(code: string): Promise<{ recoveryCodes: string[] }> {
  return api.call('POST /api/auth/second-factor/confirm', { body: { code } })
}

export function regenerateRecoveryCodes(): Promise<{ recoveryCodes: string[] }> {
  return api.call('POST /api/auth/second-factor/recovery-codes')
}

export function removeTwoFactor(): Promise<unknown> {
  return api.call('POST /api/auth/second-factor/remove')
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export function passkeyOptionsToAdd(): Promise<{ challenge: string }> {
  return api.call('POST /api/auth/passkey/options-to-add')
}

/** `response` is the credential's `toJSON()`. */
export function addPasskey(
  name: string,
  response: PasskeyResponse,
): Promise<SignInMethods['passkeys'][number]> {
  return api.call('POST /api/auth/passkey/add', { body: { name, response } })
}

export function renamePasskey(id: string, name: string): Promise<SignInMethods['passkeys'][number]> {
  return api.call('PUT /api/users/me/sign-in-methods/passkeys/{id}', { params: { id }, body: { name } })
}

export function removePasskey(id: string): Promise<void> {
  return api.call('DELETE /api/users/me/sign-in-methods/passkeys/{id}', { params: { id } })
}

/** Send the browser to `url`. `next` is a path of ours to return to. */
export function linkProvider(provider: string, next: string, popup?: string): Promise<{ url: string }> {
  return api.call('POST /api/auth/link-provider', { body: { provider, next, popup } })
}

export function removeLinkedAccount(id: string): Promise<void> {
  return api.call('DELETE /api/users/me/sign-in-methods/linked-accounts/{id}', { params: { id } })
}

/** Where the owner is signed in. The last use changes all the time, so it is always fetched again. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.call('GET /api/users/me/sessions', { signal }),
  staleTime: 0,
})

export function endSession(id: string): Promise<void> {
  return api.call('DELETE /api/users/me/sessions/{id}', { params: { id } })
}

export function endOtherSessions(): Promise<{ ended: number }> {
  return api.call('DELETE /api/users/me/sessions')
}

/** For the owner's own programs, without their secrets. The last use changes all the time. */
export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: ({ signal }) => api.call('GET /api/users/me/tokens', { signal }),
  staleTime: 0,
})

/** The secret is only in this answer. */
export function createAccessToken(body: AccessTokenInput): Promise<CreatedAccessToken> {
  return api.call('POST /api/users/me/tokens', { body })
}

export function endAccessToken(id: string): Promise<void> {
  return api.call('DELETE /api/users/me/tokens/{id}', { params: { id } })
}
