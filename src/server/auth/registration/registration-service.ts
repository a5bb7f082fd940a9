import { createPassword } from '#server/auth/account-store.ts'
import { consumeCodeLocked, findCode, removeCodes } from '#server/auth/action-code-store.ts'
import { consumeInvitation } from '#server/auth/invitation-store.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { requireStrongPassword } from '#server/auth/password-strength.ts'
import { dropSince, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import {
  confirmUser,
  createUnconfirmedUser,
  findUserByEmail,
  findUserById,
  type UserRow,
} from '#server/users/store.ts'
import type { RegistrationInput, VerifyEmailInput } from '#shared/auth/registration.ts'
import { Problem } from '#shared/http/errors.ts'

type NewDetails = Pick<RegistrationInput, 'password' | 'name' | 'firstName' | 'lastName'>
type Details<T> = T & { password: string; name: string }

/** Throws `invalid` unless the password is present. The name is empty if none was entered. */
export function requireDetails<T extends NewDetails>(input: T): Details<T> {
  const { password, firstName, lastName } = input
  const name = input.name ?? [firstName, lastName].filter(Boolean).join(' ')
  if (password !== undefined) return { ...input, password, name }
  throw new Problem('invalid', { errors: [{ path: 'password', message: 'Required' }] })
}

/** Mails a link to the address. Stores nothing else that was typed, because the address may be someone else's. */
export async function requestRegistration({ auth, clock, db }: Services, email: string): Promise<void> {
  const user = (await createUnconfirmedUser(db, email, clock.now())) ?? (await findUserByEmail(db, email))
  if (user) await auth.events.sendExistingAccount(user)
}

/**
 * Activates the account of an address with the code mailed to it; `null` if the code is not valid. Only the data sent
 * with the code counts. Anything set up earlier is discarded.
 */
export async function confirmRegistration(
  { auth, clock, db }: Services,
  steps: RecoveryStep[],
  input: Omit<VerifyEmailInput, 'replacesSession'>,
): Promise<UserRow | null> {
  const { token } = input
  const found = await findCode(db, 'verify-email', token, clock.now())
  const before = found && (await findUserById(db, found.userId))
  if (!before || before.emailVerified) return null
  const { password, name, firstName = null, lastName = null, ...more } = requireDetails(input)
  await requireStrongPassword('password', password, before.email, name, firstName, lastName)
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const code = await consumeCodeLocked(tx, 'verify-email', token, now)
    const user = code && (await findUserById(tx, code.userId))
    if (!user || user.emailVerified) return null
    await dropSince(tx, steps, { owner: asOwnerId(user.id), since: new Date(0), now })
    await removeCodes(tx, user.id)
    await consumeInvitation(tx, user.email, 'confirmed address', now)
    const { locale = null, timeZone = null } = more
    await confirmUser(tx, user.id, { name, firstName, lastName, locale, timeZone }, now)
    await createPassword(tx, user.id, hash, now)
    await auth.events.record(user.id, 'auth_register', { tx })
    await auth.events.record(user.id, 'auth_email_verified', { tx })
    return findUserById(tx, user.id)
  })
}
