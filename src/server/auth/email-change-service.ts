import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { findUserById, removeUnverifiedUser, updateEmail } from '#server/users/store.ts'
import { removePasswordAndAccountsSince } from './account-store.ts'
import { accessCodes, consumeCode, createCode, removeCodes } from './action-code-store.ts'
import { removePasskeysSince } from './passkey-store.ts'
import { endSessions } from './session-store.ts'
import { removeTwoFactorSince } from './two-factor-store.ts'

/** Switches to the address that a code confirms, and returns it; `null` when the code is not valid. */
export function confirmEmailChange({ auth, clock, db }: Services, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const code = await consumeCode(tx, 'change-email', token, clock.now())
    const user = code && (await findUserById(tx, code.userId))
    if (!user || !code.detail) return null
    await changeEmail(tx, user.id, code.detail, clock.now())
    await auth.events.record(user.id, 'auth_email_changed', { tx })
    await auth.events.sendEmailChanged(tx, user, code.detail)
    return code.detail
  })
}

/**
 * Restores the address that a code was sent to, and removes what a thief may have added since; `null` when the code is
 * not valid. `resetToken` is a code for a new password: the old one is removed, whoever knew it.
 */
export function recoverEmail(
  { auth, clock, config, db }: Services,
  token: string,
): Promise<{ email: string; resetToken: string } | null> {
  return db.transaction(async (tx) => {
    const code = await consumeCode(tx, 'recover-email', token, clock.now())
    const email = code?.detail
    if (!code || !email || !(await findUserById(tx, code.userId))) return null
    const { userId, createdAt } = code
    if (config.SMTP_URL !== undefined) await removeUnverifiedUser(tx, email, userId)
    await changeEmail(tx, userId, email, clock.now())
    await removePasswordAndAccountsSince(tx, userId, createdAt)
    await removePasskeysSince(tx, userId, createdAt)
    await removeTwoFactorSince(tx, userId, createdAt)
    await removeCodes(tx, userId)
    await auth.events.record(userId, 'auth_email_recovered', { tx })
    return { email, resetToken: await createCode(tx, 'reset-password', userId, clock.now()) }
  })
}

/** Throws `email_taken`. Every session ends. */
async function changeEmail(tx: Db, userId: string, email: string, now: Date): Promise<void> {
  await updateEmail(tx, userId, email, now)
  // Codes that were sent to the previous address stop working, except the ones that restore it.
  await removeCodes(tx, userId, accessCodes)
  await endSessions(tx, userId)
}
