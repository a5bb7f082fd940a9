import { consumeTwoFactorAttempt } from '#server/auth/sessions/session-store.ts'
import { consumeTwoFactorTry } from '#server/auth/two-factor/two-factor-limit.ts'
import {
  completeTwoFactorSignIn,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '#server/auth/two-factor/two-factor-service.ts'
import { hasTwoFactor, isNearMiss, startTwoFactor } from '#server/auth/two-factor/two-factor-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { FirebaseError } from './error-service.ts'
import { findPendingSession, issueTokens, TOTP_ENROLLMENT, trackApp } from './token-service.ts'
import { requireRecentTokenUser } from './token-session-service.ts'

const DIGITS = 6
const PERIOD_SECONDS = 30
const ENROLLMENT_MS = 10 * 60_000

/** Completes a sign-in with a code of the authenticator app. */
export async function finishSecondFactor(
  services: Services,
  request: Request,
  { credential, enrollmentId, code }: { credential: string; enrollmentId?: string | undefined; code: string },
) {
  const { auth, clock, db } = services
  const found = await findPendingSession(services, credential)
  const user = found && (await findUserById(db, found.session.userId))
  if (!found || !user) throw new FirebaseError('INVALID_MFA_PENDING_CREDENTIAL')
  if (enrollmentId !== undefined && enrollmentId !== TOTP_ENROLLMENT)
    throw new FirebaseError('MFA_ENROLLMENT_NOT_FOUND')
  const { session, provider } = found
  const refund = await consumeTwoFactorTry(services, request, user)
  if (!(await consumeTwoFactorAttempt(db, session.id, clock.now()))) throw new Problem('second_factor_over')
  if ((await completeTwoFactorSignIn(services, session, user, { code })) === null) {
    const wasJustRight = await isNearMiss(db, user.id, { code }, auth.secrets, clock.now())
    if (!wasJustRight) await auth.events.record(user.id, 'auth_second_factor_failed')
    throw new Problem('code_wrong')
  }
  await refund()
  await trackApp(services, user)
  return issueTokens(services, user, session.id, provider)
}

/** A secret for an authenticator app, which `finishEnrollment` turns on. */
export async function startEnrollment(services: Services, idToken: string) {
  const { auth, clock, db } = services
  const { user } = await requireRecentTokenUser(services, idToken)
  const started = await startTwoFactor(db, user, auth.secret, clock.now())
  if (!started) throw new Problem('second_factor_is_on')
  return {
    totpSessionInfo: {
      sharedSecretKey: started.secret,
      verificationCodeLength: DIGITS,
      hashingAlgorithm: 'SHA1',
      periodSec: PERIOD_SECONDS,
      sessionInfo: TOTP_ENROLLMENT,
      finalizeEnrollmentTime: new Date(clock.now().getTime() + ENROLLMENT_MS).toISOString(),
    },
  }
}

export async function finishEnrollment(
  services: Services,
  request: Request,
  { idToken, code, name }: { idToken: string; code: string; name: string | null },
) {
  const { session, user, provider } = await requireRecentTokenUser(services, idToken)
  if (await hasTwoFactor(services.db, user.id)) throw new Problem('second_factor_is_on')
  const refund = await consumeTwoFactorTry(services, request, user)
  const turnedOn = await turnOnTwoFactor(services, session, user, { code, name })
  if (!turnedOn) throw new Problem('code_wrong')
  await refund()
  return { ...(await issueTokens(services, user, session.id, provider)), totpAuthInfo: {} }
}

export async function withdrawEnrollment(services: Services, idToken: string, enrollmentId: string) {
  const { session, user, provider } = await requireRecentTokenUser(services, idToken)
  if (enrollmentId !== TOTP_ENROLLMENT) throw new FirebaseError('MFA_ENROLLMENT_NOT_FOUND')
  await turnOffTwoFactor(services, session, user)
  return issueTokens(services, user, session.id, provider)
}
