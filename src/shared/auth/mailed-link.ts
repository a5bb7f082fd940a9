import { z } from 'zod'
import { linkToken } from './registration.ts'

/** The `mode` and the `oobCode` in the URL of a mailed link. */
export const mailedLinkInput = z.strictObject({
  mode: z.enum([
    'signIn',
    'verifyEmail',
    'verifyAndChangeEmail',
    'recoverEmail',
    'revertSecondFactorAddition',
  ]),
  token: linkToken,
})
export type MailedLinkInput = z.infer<typeof mailedLinkInput>

/**
 * `email` is the address that the link confirms, restores or signs in to. `signedInAs` is another account's address,
 * which is signed in in this browser.
 */
export const mailedLink = z.object({ email: z.string(), signedInAs: z.string().nullable() })
export type MailedLink = z.infer<typeof mailedLink>
