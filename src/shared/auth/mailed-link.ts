import { z } from 'zod'
import { linkToken } from './registration.ts'

/** The `mode` and the `oobCode` in the URL of a mailed link. */
export const mailedLinkInput = z.strictObject({
  mode: z.enum([
    'signIn',
    'resetPassword',
    'verifyEmail',
    'verifyAndChangeEmail',
    'recoverEmail',
    'revertSecondFactorAddition',
  ]),
  token: linkToken,
})
export type MailedLinkInput = z.infer<typeof mailedLinkInput>

/**
 * `email` is the address that the link confirms, restores, signs in to or sets the password of. `signedInAs` is another
 * account's address, which is signed in in this browser. `isUsed`: a password was set with this link in the last day.
 */
export const mailedLink = z.object({
  email: z.string(),
  signedInAs: z.string().nullable(),
  isUsed: z.boolean(),
})
export type MailedLink = z.infer<typeof mailedLink>
