import { findCode, isExpiredCode } from '#server/auth/action-code-store.ts'
import { confirmEmailChange, requestEmailChange } from '#server/auth/email/email-change-service.ts'
import { requestSignInLink, verifyAddress } from '#server/auth/email/email-link-service.ts'
import { requestPasswordReset, resetPassword } from '#server/auth/password-service.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { takeBackAccount } from '#server/auth/recovery/take-back-service.ts'
import { authRequestContext } from '#server/auth/request-context.ts'
import { endSessionById } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import type { SendCodeInput } from '#shared/firebase-api/identity.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { FirebaseError } from './error-service.ts'
import { isAllowedOrigin } from './origin-service.ts'
import { mfaInfo } from './token-service.ts'
import { requireRecent, requireTokenUser } from './token-session-service.ts'

/** The purpose of a code, in Firebase's terms. */
const operations = {
  'reset-password': 'PASSWORD_RESET',
  'sign-in': 'EMAIL_SIGNIN',
  'verify-email': 'VERIFY_EMAIL',
  'change-email': 'VERIFY_AND_CHANGE_EMAIL',
  'recover-email': 'RECOVER_EMAIL',
  'revert-second-factor': 'REVERT_SECOND_FACTOR_ADDITION',
} as const
const kinds = keysOf(operations)

/** Mails a link. The response is the same whether or not an address has an account. */
export async function sendCode(
  services: Services,
  request: Request,
  input: SendCodeInput,
  apiKey: string,
): Promise<{ email: string }> {
  const context = authRequestContext.getStore()
  if (context) context.actionLink = actionLinkOf(services, input, apiKey)
  const { requestType, email, newEmail, idToken } = input
  if (requestType === 'PASSWORD_RESET' || requestType === 'EMAIL_SIGNIN') {
    if (email === undefined) throw new FirebaseError('MISSING_EMAIL')
    if (requestType === 'EMAIL_SIGNIN') await requestSignInLink(services, email)
    else await requestPasswordReset(services, request, email)
    return { email }
  }
  const current = await requireTokenUser(services, idToken ?? '')
  const { session, user } = current
  if (requestType === 'VERIFY_EMAIL') {
    if (!user.emailVerified) await services.auth.events.sendVerification(user)
    return { email: user.email }
  }
  if (newEmail === undefined) throw new FirebaseError('MISSING_NEW_EMAIL')
  requireRecent(services, current)
  await requestEmailChange(services, session, user, newEmail)
  return { email: user.email }
}

/** The purpose of a mailed code, without using it up. */
export async function describeCode(services: Services, code: string) {
  const { clock, db } = services
  for (const kind of kinds) {
    const found = await findCode(db, kind, code, clock.now())
    const user = found && (await findUserById(db, found.userId))
    if (!user) continue
    const requestType = operations[kind]
    if (kind === 'change-email') return { requestType, email: user.email, newEmail: found.detail }
    const sentTo = found.detail ?? user.email
    if (kind === 'recover-email') return { requestType, email: sentTo, newEmail: user.email }
    if (kind === 'revert-second-factor') {
      const [factor] = await mfaInfo(services, user.id)
      return { requestType, email: sentTo, mfaInfo: factor }
    }
    return { requestType, email: user.email }
  }
  throw await codeError(services, code)
}

/** Sets the password with a mailed code. */
export async function confirmReset(
  services: Services,
  request: Request,
  { token, newPassword }: { token: string; newPassword: string },
) {
  await requireUnexpired(services, token)
  const { user } = await resetPassword(services, request, { token, newPassword })
  return { requestType: operations['reset-password'], email: user.email }
}

/** Uses a mailed code that confirms or restores something. */
export async function applyCode(
  services: Services,
  request: Request,
  recoverySteps: RecoveryStep[],
  code: string,
): Promise<{ email: string }> {
  const { requestType, email } = await describeCode(services, code)
  if (requestType === 'VERIFY_EMAIL') {
    await confirmAddress(services, request, code)
    return { email }
  }
  if (requestType === 'VERIFY_AND_CHANGE_EMAIL') {
    const changed = await confirmEmailChange(services, code)
    if (changed !== null) return { email: changed }
  }
  const kind = (['recover-email', 'revert-second-factor'] as const).find(
    (each) => operations[each] === requestType,
  )
  const recovered = kind && (await takeBackAccount(services, recoverySteps, kind, code))
  if (!recovered) throw new FirebaseError('INVALID_OOB_CODE')
  return { email: recovered.email }
}

/** With a mail server, the owner sets name and password on the page behind the mailed link. */
async function confirmAddress(services: Services, request: Request, code: string): Promise<void> {
  if (services.config.SMTP_URL !== undefined)
    throw new FirebaseError('OPERATION_NOT_ALLOWED', 'Open the link in the mail to finish the registration.')
  const { context } = await verifyAddress(services, request, code)
  if (context.createdSession) await endSessionById(services.db, context.createdSession.sessionId)
}

export async function requireUnexpired({ clock, db }: Services, code: string): Promise<void> {
  if (await isExpiredCode(db, kinds, code, clock.now())) throw new FirebaseError('EXPIRED_OOB_CODE')
}

async function codeError(services: Services, code: string): Promise<FirebaseError> {
  await requireUnexpired(services, code)
  return new FirebaseError('INVALID_OOB_CODE')
}

/**
 * Links lead to our own sign-in page. For an app that handles links itself, they lead to the app's page, but only on an
 * origin that the operator allows. On our own origin a stranger may not choose the page: some pages show text from
 * their address.
 */
function actionLinkOf(
  { config }: Services,
  { continueUrl, canHandleCodeInApp, requestType }: SendCodeInput,
  apiKey: string,
) {
  if (continueUrl !== undefined) {
    if (!URL.canParse(continueUrl)) throw new FirebaseError('INVALID_CONTINUE_URI')
    if (!isAllowedOrigin(config, new URL(continueUrl).origin)) throw new FirebaseError('UNAUTHORIZED_DOMAIN')
  } else if (requestType === 'EMAIL_SIGNIN') throw new FirebaseError('MISSING_CONTINUE_URI')
  // The values that a client reads from a link. The sender of the request must not be able to set them.
  const key = /^[\w-]{1,100}$/.test(apiKey) ? apiKey : config.FIREBASE_PROJECT_ID
  const isOurs = continueUrl === undefined || new URL(continueUrl).origin === config.publicUrl
  const page = canHandleCodeInApp && !isOurs ? continueUrl : `${config.publicUrl}/login`
  return (mode: string, oobCode: string) => {
    const url = new URL(page)
    const more = isOurs ? {} : { continueUrl }
    for (const [name, value] of Object.entries({ mode, oobCode, apiKey: key, ...more }))
      url.searchParams.set(name, value)
    return url.href
  }
}
