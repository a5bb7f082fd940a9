import { consumeCodeLocked, removeAccessCodes } from '#server/auth/action-code-store.ts'
import { endSessions } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById, updateEmail } from '#server/users/store.ts'

/** Switches to the address that a code confirms, and returns it; `null` when the code is not valid. */
export function confirmEmailChange({ auth, clock, db }: Services, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const code = await consumeCodeLocked(tx, 'change-email', token, clock.now())
    const user = code && (await findUserById(tx, code.userId))
    if (!user || !code.detail) return null
    // Throws `email_taken`.
    await updateEmail(tx, user.id, code.detail, clock.now())
    // Codes that were sent to the previous address stop working, except the ones that restore it.
    await removeAccessCodes(tx, user.id)
    await endSessions(tx, user.id)
    await auth.events.record(user.id, 'auth_email_changed', { tx })
    await auth.events.sendEmailChanged(tx, user, code.detail)
    return code.detail
  })
}
