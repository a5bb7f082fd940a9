import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { instant, text } from '#shared/kernel/fields.ts'
import { email, linkToken, password, replacesSession } from './registration.ts'

/** An id of a passkey, a session or a linked account, as Better Auth creates it. */
export const byId = z.object({ id: z.string().regex(/^[\w-]{1,100}$/, msg`This is not a valid id`) })

/** Six digits of an authenticator app, typed with or without a space. */
const code = z
  .string({ error: (issue) => (issue.input === undefined ? msg`Required` : undefined) })
  .transform((typed) => typed.replace(/\s/g, ''))
  .refine((digits) => /^\d{6}$/.test(digits), msg`Enter the six digits that your app shows`)

export const RECOVERY_CODE_LENGTH = 26
/** Codes of earlier versions were shorter, and keep working. */
const recoveryCodeLengths = [RECOVERY_CODE_LENGTH, 16]

/** Letters and digits, in any case, with or without dashes. */
const recoveryCode = z
  .string()
  .max(60)
  .refine(
    (typed) => recoveryCodeLengths.includes(typed.replace(/[\s-]/g, '').length),
    msg`A recovery code has ${RECOVERY_CODE_LENGTH} letters and digits, and older ones have 16`,
  )

/** How long the session lives. `isShared` is for a computer that others use; it wins over `rememberMe`. */
export const sessionOptions = { rememberMe: z.boolean().default(true), isShared: z.boolean().default(false) }

export type SessionOptions = { rememberMe?: boolean; isShared?: boolean }

export const linkSignInInput = z.strictObject({ token: linkToken, replacesSession, ...sessionOptions })

/** Exactly one of the fields must be given. */
function oneOf<T extends object>(given: T): boolean {
  return Object.values(given).filter((value) => value !== undefined).length === 1
}
const either = { path: ['code'], message: msg`Enter one code` }

export const codeInput = z.strictObject({ code })
export const twoFactorInput = z
  .strictObject({ code: code.optional(), recoveryCode: recoveryCode.optional() })
  .refine(oneOf, either)

/** The password, or with two-factor authentication on, one of its codes. */
export const reauthenticationInput = z
  .strictObject({
    password: password.optional(),
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
  })
  .refine(oneOf, { path: ['password'], message: msg`Enter your password, or one code` })
export type ReauthenticationInput = z.input<typeof reauthenticationInput>

export const changeEmailInput = z.strictObject({ newEmail: email })
export const tokenInput = z.strictObject({ token: linkToken })

/** The `toJSON()` of the result of the browser's `navigator.credentials`. */
const base64url = z
  .string()
  .max(16_000)
  .regex(/^[\w-]+$/, msg`This did not come from a passkey`)
const passkeyResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url }),
})
export type PasskeyResponse = z.infer<typeof passkeyResponse>

/** The options that the client passes to `navigator.credentials`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

const passkeyName = text(60)
export const addPasskeyInput = z.strictObject({ name: passkeyName, response: passkeyResponse })
export const passkeySignInInput = z.strictObject({ response: passkeyResponse, ...sessionOptions })
export const passkeyReauthenticationInput = z.strictObject({ response: passkeyResponse })
export const renamePasskeyInput = z.strictObject({ name: passkeyName })

/** A path in Lanyard to return to; nothing that a browser could take for another site. */
const next = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./~?=&%]*$/, msg`Only a path within Lanyard`)
  .default('/')
/** Identifies the attempt if the provider opens in a separate window, which then notifies the page that opened it. */
const popup = z.uuid().optional()
export const providerInput = z.strictObject({ provider: z.string().max(40), next, popup })
export const providerSignInInput = z.strictObject({
  provider: z.string().max(40),
  next,
  popup,
  ...sessionOptions,
})

/** The providers that the operator has set up, for the buttons of the sign-in page. */
export const providerList = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })

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

/** `recoveryCodesLeft` is 0 to 10. */
export const signInMethods = z.object({
  hasPassword: z.boolean(),
  secondFactor: z.object({ isOn: z.boolean(), since: instant.nullable(), recoveryCodesLeft: z.number() }),
  passkeys: z.array(passkey),
  linkedAccounts: z.array(linkedAccount),
})
export type SignInMethods = z.infer<typeof signInMethods>

/** The current session first, then by last use. `device` is a name such as "Safari on an iPhone". */
export const sessionList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      isCurrent: z.boolean(),
      kind: z.enum(['remembered', 'brief', 'shared', 'app']),
      device: z.string().nullable(),
      createdAt: instant,
      lastUsedAt: instant,
      endsAt: instant,
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>

/**
 * Lengths in characters, and the lowest accepted score of the estimator (0 to 4). A browser whose page is older than the
 * server asks for it again when a password was refused.
 */
export const passwordPolicy = z.object({ minLength: z.number(), maxLength: z.number(), minScore: z.number() })
export type PasswordPolicy = z.infer<typeof passwordPolicy>
