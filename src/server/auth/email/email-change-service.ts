import { consumeCodeLocked, removeAccessCodes } from '#server/auth/action-code-store.ts'
import { consumeAndRecord } from '#server/auth/limit-guards.ts'
import { padResponseTime } from '#server/auth/response-time.ts'
import { endSessions, lockLiveSession, type Session } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail, findUserById, type UserRow, updateEmail } from '#server/users/store.ts'

/**
 * Mails a link to the new address. Resolves after the same time whether or not the new address has an account; only a
 * free address gets an email. The present address always gets an email, so that a thief cannot do this unnoticed.
 */
export async function requestEmailChange(
  services: Services,
  session: Pick<Session, 'id' | 'userId'>,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const { auth, db } = services
  // Each request is reported to the present address, no matter which new address it names.
  for (const key of [newEmail, `change:${user.id}`])
    await consumeAndRecord(services, 'mailAddress', key, user.id, 'mail')
  const startedAt = performance.now()
  await auth.events.sendEmailChangeAsked(user, newEmail)
  if (!(await findUserByEmail(db, newEmail)))
    await db.transaction(async (tx) => {
      await lockLiveSession(tx, session)
      await auth.events.sendEmailChange(tx, user, newEmail)
    })
  await auth.events.record(user.id, 'auth_email_change_requested')
  await padResponseTime(auth.padding.mail, startedAt)
}

/** Switches to the address that a code confirms, and returns it; `null` if the code is not valid. */
export function confirmEmailChange({ auth, clock, db }: Services, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const code = await consumeCodeLocked(tx, 'change-email', token, clock.now())
    const user = code && (await findUserById(tx, code.userId))
    if (!user || !code.detail) return null
    // Throws `email_taken`.
    await updateEmail(tx, user.id, code.detail, clock.now())
    // Codes that were sent to the previous address stop working, except codes that restore it.
    await removeAccessCodes(tx, user.id)
    await endSessions(tx, user.id)
    await auth.events.record(user.id, 'auth_email_changed', { tx })
    await auth.events.sendEmailChanged(tx, user, code.detail)
    return code.detail
  })
}
