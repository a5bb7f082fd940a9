import { z } from 'zod'
import { instant, text } from '#shared/kernel/fields.ts'
import { email, linkToken, password } from './registration.ts'

/** Ways in besides the password, and what the account does with them. */

/** As Better Auth makes them, for passkeys, sessions and linked accounts. */
export const identityId = z.object({ id: z.string().regex(/^[\w-]{1,100}$/, 'This is not a valid id') })

/** Six digits of an authenticator app, typed with or without a space. */
const code = z
  .string({ error: (issue) => (issue.input === undefined ? 'Required' : undefined) })
  .transform((typed) => typed.replace(/\s/g, ''))
  .refine((digits) => /^\d{6}$/.test(digits), 'Enter the six digits that your app shows')

/** Sixteen letters and digits, in any case, with or without dashes. */
const recoveryCode = z
  .string()
  .max(40)
  .refine((typed) => typed.replace(/[\s-]/g, '').length === 16, 'A recovery code has 16 letters and digits')

/** How long the session lives: `isShared` is for a computer that others use, and wins. */
export const stay = { rememberMe: z.boolean().default(true), isShared: z.boolean().default(false) }

export const linkSignInInput = z.strictObject({ token: linkToken, ...stay })

/** Exactly one of the fields must be there. */
function oneOf<T extends object>(given: T): boolean {
  return Object.values(given).filter((value) => value !== undefined).length === 1
}
const either = { path: ['code'], message: 'Enter one code' }

export const codeInput = z.strictObject({ code })
export const secondFactorInput = z
  .strictObject({ code: code.optional(), recoveryCode: recoveryCode.optional() })
  .refine(oneOf, either)

/** One proof: the password, or where a second factor is on, one of its codes. */
export const proofInput = z
  .strictObject({
    password: password.optional(),
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
  })
  .refine(oneOf, { path: ['password'], message: 'Enter your password, or one code' })
export type ProofInput = z.input<typeof proofInput>

export const changeEmailInput = z.strictObject({ newEmail: email })
export const tokenInput = z.strictObject({ token: linkToken })

/** What the browser's `navigator.credentials` gave, as its `toJSON()` writes it. */
const base64url = z
  .string()
  .max(16_000)
  .regex(/^[\w-]+$/, 'This did not come from a passkey')
const ceremony = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url }),
})
const passkeyName = text(60)
export const addPasskeyInput = z.strictObject({ name: passkeyName, response: ceremony })
export const passkeySignInInput = z.strictObject({ response: ceremony, ...stay })
export const passkeyProofInput = z.strictObject({ response: ceremony })
export const renamePasskeyInput = z.strictObject({ name: passkeyName })

/** A path of ours to come back to; nothing that a browser could take for another site. */
const next = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./~?=&%]*$/, 'Only an address within Lanyard')
  .default('/')
export const providerInput = z.strictObject({ provider: z.string().max(40), next })
export const providerSignInInput = z.strictObject({ provider: z.string().max(40), next, ...stay })

/** GET `/api/auth/providers`: what the operator has set up, for the buttons of the sign-in page. */
export const providerList = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
export type ProviderList = z.infer<typeof providerList>

export const passkey = z.object({
  id: z.string(),
  name: z.string().nullable(),
  createdAt: instant,
  usedAt: instant.nullable(),
})

const linkedAccount = z.object({
  id: z.string(),
  provider: z.string(),
  providerName: z.string(),
  createdAt: instant,
})

/** GET `/api/users/me/ways-in`. `recoveryCodesLeft` is 0 to 10. */
export const waysIn = z.object({
  hasPassword: z.boolean(),
  secondFactor: z.object({ isOn: z.boolean(), since: instant.nullable(), recoveryCodesLeft: z.number() }),
  passkeys: z.array(passkey),
  linkedAccounts: z.array(linkedAccount),
})
export type WaysIn = z.infer<typeof waysIn>

/** GET `/api/users/me/sessions`, the one that asks first, then by last use. `device` is "Safari on an iPhone". */
export const sessionList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      isCurrent: z.boolean(),
      kind: z.enum(['remembered', 'brief', 'shared']),
      device: z.string().nullable(),
      createdAt: instant,
      lastUsedAt: instant,
      endsAt: instant,
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>

/**
 * GET `/api/auth/password-policy`: lengths in characters, and the least score of the estimator (0 to 4). A browser
 * whose page is older than the server asks again when a password was refused.
 */
export const passwordPolicy = z.object({ minLength: z.number(), maxLength: z.number(), minScore: z.number() })
export type PasswordPolicy = z.infer<typeof passwordPolicy>
