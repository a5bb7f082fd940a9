import { z } from 'zod'
import { email, linkToken, password } from '#shared/auth/registration.ts'
import { optionalText } from '#shared/kernel/fields.ts'

/**
 * The requests of Firebase clients to the identity endpoints. Their other fields (client type, tenant, device) are left
 * out: newer clients may send more.
 */
const idToken = z.string().min(1).max(10_000)
const oobCode = linkToken
const pendingCredential = z.string().min(1).max(500)

export const signUpInput = z.object({
  email: email.optional(),
  password: password.optional(),
  displayName: z.string().max(101).optional(),
  /** Of a signed-in user, who adds a password. */
  idToken: idToken.optional(),
})

export const passwordSignInInput = z.object({ email, password })

export const emailLinkInput = z.object({ email, oobCode, idToken: idToken.optional() })

export const providerSignInInput = z.object({
  /** A query string with `id_token`, `providerId` and `nonce`. */
  postBody: z.string().max(15_000).optional(),
  /** Stands for the `postBody` of a sign-in that was refused because the address has an account. */
  pendingToken: z.string().max(20_000).optional(),
  /** Of a signed-in user, who links the account. */
  idToken: idToken.optional(),
  /** False when a signed-in user authenticates again. */
  autoCreate: z.boolean().default(true),
})

export const idTokenInput = z.object({ idToken })

export const updateInput = z.object({
  idToken: idToken.optional(),
  oobCode: oobCode.optional(),
  displayName: z.string().max(101).nullish(),
  photoUrl: z.string().nullish(),
  email: email.optional(),
  password: password.optional(),
  deleteProvider: z.array(z.string().max(100)).max(20).optional(),
})
export type UpdateInput = z.infer<typeof updateInput>

export const sendCodeInput = z.object({
  requestType: z.enum(['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']),
  email: email.optional(),
  newEmail: email.optional(),
  idToken: idToken.optional(),
  continueUrl: z.string().max(2000).optional(),
  canHandleCodeInApp: z.boolean().optional(),
})
export type SendCodeInput = z.infer<typeof sendCodeInput>

export const resetPasswordInput = z.object({ oobCode, newPassword: password.optional() })

export const refreshInput = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().min(1).max(500),
})

const verificationCode = z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/)

export const secondFactorSignInInput = z.object({
  mfaPendingCredential: pendingCredential,
  mfaEnrollmentId: z.string().max(100).optional(),
  totpVerificationInfo: z.object({ verificationCode }),
})

export const secondFactorEnrollInput = z.object({
  idToken,
  displayName: optionalText(100).default(null),
  totpVerificationInfo: z.object({ verificationCode }),
})

export const secondFactorWithdrawInput = z.object({ idToken, mfaEnrollmentId: z.string().max(100) })
