import type { AuthUser } from '#server/auth/account-events.ts'
import {
  completePendingSession,
  lockLiveSession,
  rotateTokenAndEndOthers,
  type Session,
} from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import {
  confirmTwoFactor,
  consumeTwoFactorCode,
  hasTwoFactor,
  regenerateRecoveryCodes,
  removeTwoFactor,
  type TwoFactorCode,
} from './two-factor-store.ts'

/**
 * Completes a session that waits for its two-factor code, and returns its new token; `null` if the code is wrong.
 * Either the code is used up and the session completed, or neither.
 */
export function completeTwoFactorSignIn(
  { auth, clock, db }: Services,
  session: Session,
  user: AuthUser,
  code: TwoFactorCode,
): Promise<string | null> {
  const { events, secrets } = auth
  const now = clock.now()
  return db.transaction(async (tx) => {
    if (!(await consumeTwoFactorCode(tx, user.id, code, secrets, now))) return null
    const token = await completePendingSession(tx, session, now)
    if (token === null) throw new Problem('second_factor_over')
    await events.record(user.id, 'auth_login', { sessionId: session.id, tx })
    if (code.recoveryCode !== undefined) {
      await events.record(user.id, 'auth_recovery_code_used', { sessionId: session.id, tx })
      await events.sendSignInMethodChanged(tx, user, 'recovery_code_used')
    }
    return token
  })
}

/** Turns two-factor authentication on with a first code. The session gets a new token. `null` if the code is wrong. */
export function turnOnTwoFactor(
  { auth, clock, db }: Services,
  session: Session,
  user: AuthUser,
  { code, name = null }: { code: string; name?: string | null },
): Promise<{ recoveryCodes: string[]; token: string } | null> {
  const { events, secrets } = auth
  return db.transaction(async (tx) => {
    await lockLiveSession(tx, session)
    if (!(await confirmTwoFactor(tx, { userId: user.id, name }, code, secrets, clock.now()))) return null
    const recoveryCodes = await regenerateRecoveryCodes(tx, user.id)
    await events.record(user.id, 'auth_second_factor_on', { sessionId: session.id, tx })
    await events.sendTwoFactorOn(tx, user)
    return { recoveryCodes, token: await rotateTokenAndEndOthers(tx, session) }
  })
}

/** Throws `second_factor_is_off`. */
export async function replaceRecoveryCodes(
  { auth, db }: Services,
  session: Session,
  user: AuthUser,
): Promise<string[]> {
  if (!(await hasTwoFactor(db, user.id))) throw new Problem('second_factor_is_off')
  return db.transaction(async (tx) => {
    await lockLiveSession(tx, session)
    await auth.events.record(user.id, 'auth_recovery_codes_renewed', { sessionId: session.id, tx })
    await auth.events.sendSignInMethodChanged(tx, user, 'recovery_codes')
    return regenerateRecoveryCodes(tx, user.id)
  })
}

/** Returns the session's new token. Throws `second_factor_is_off`. */
export function turnOffTwoFactor({ auth, db }: Services, session: Session, user: AuthUser): Promise<string> {
  return db.transaction(async (tx) => {
    await lockLiveSession(tx, session)
    if (!(await removeTwoFactor(tx, user.id))) throw new Problem('second_factor_is_off')
    await recordTurnedOff(auth, tx, user, session.id)
    return rotateTokenAndEndOthers(tx, session)
  })
}

async function recordTurnedOff(
  { events }: Services['auth'],
  tx: Db,
  user: AuthUser,
  sessionId: string,
): Promise<void> {
  await events.record(user.id, 'auth_second_factor_off', { sessionId, tx })
  await events.sendSignInMethodChanged(tx, user, 'second_factor_off')
}
