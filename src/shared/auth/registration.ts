import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { locale, optionalText, timeZone } from '#shared/kernel/fields.ts'
import { MAX_LENGTH } from './password.ts'

/** Trimmed and in lower case, so that one address is one account however it is typed. */
export const email = z
  .string({ error: (issue) => (issue.input === undefined ? msg`Required` : undefined) })
  .transform((typed) => typed.trim().toLowerCase())
  .refine((address) => address.length <= 254, msg`Value too long (max 254)`)
  .pipe(z.email(msg`Enter an email address, such as name@example.com`))

/** Exactly as typed: neither trimmed nor cleaned. `password.ts` decides how strong it must be. */
export const password = z
  .string({ error: (issue) => (issue.input === undefined ? msg`Required` : undefined) })
  .min(1, msg`Required`)
  .refine((typed) => typed.isWellFormed(), msg`This text has characters that cannot be stored`)
  .refine((typed) => [...typed].length <= MAX_LENGTH, msg`Value too long (max ${MAX_LENGTH})`)

/** The `oobCode` of an emailed link. */
export const linkToken = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\w-]+$/, msg`This link is incomplete`)

/** `locale` and `timeZone` are the browser's. The name can come later, with the profile. */
const newAccount = {
  password,
  name: optionalText(101).optional(),
  firstName: optionalText(50).optional(),
  lastName: optionalText(50).optional(),
  locale: locale.optional(),
  timeZone: timeZone.optional(),
}

/**
 * A new account. With a mail server only `email` counts: anyone can type someone else's address, so the page behind the
 * mailed link asks for everything else.
 */
export const registrationInput = z.strictObject({
  email,
  ...newAccount,
  password: password.optional(),
  invitation: linkToken.optional(),
})
export type RegistrationInput = z.infer<typeof registrationInput>

/**
 * `rememberMe: false` ends the session with the browser, or after an hour without use; `isShared` after 15 minutes
 * without use, and leaves nothing on the computer.
 */
export const signInInput = z.strictObject({
  email,
  password,
  rememberMe: z.boolean().default(true),
  isShared: z.boolean().default(false),
})

/** The address that receives the email with a link. */
export const mailLinkInput = z.strictObject({ email })

export const resetPasswordInput = z.strictObject({ token: linkToken, newPassword: password })
/** Agrees that a session of another account in this browser ends. Without it such a sign-in is refused. */
export const replacesSession = z.boolean().default(false)

/** With a mail server `password` is required: the registration took only the address. */
export const verifyEmailInput = z.strictObject({
  token: linkToken,
  replacesSession,
  ...newAccount,
  password: password.optional(),
})
export type VerifyEmailInput = z.infer<typeof verifyEmailInput>
export const changePasswordInput = z.strictObject({ currentPassword: password, newPassword: password })

/** Deleting an account requires the password again. */
export const accountRemovalInput = z.strictObject({ password: password.optional() })
