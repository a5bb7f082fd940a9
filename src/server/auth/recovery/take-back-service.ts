import {
  consumeCodeLocked,
  createCode,
  findFirstUndoCode,
  removeUndoCodesAfter,
} from '#server/auth/action-code-store.ts'
import { removeUnconfirmedUser } from '#server/auth/registration/registration-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { findUserById, updateEmail } from '#server/users/store.ts'
import type { Recovered } from '#shared/auth/recovery.ts'
import { dropSince, type RecoveryStep } from './recovery-service.ts'

const DAY_MS = 86_400_000

/**
 * The two mailed links that undo the changes of a thief: a changed address, and two-factor authentication that was
 * turned on.
 */
type UndoKind = 'recover-email' | 'revert-second-factor'

/**
 * Returns the account to the owner of the mailbox that received the code, and removes everything that a thief may have
 * added. `null` if the code is not valid. Throws `email_taken`, and then the code stays valid.
 */
export function takeBackAccount(
  services: Services,
  steps: RecoveryStep[],
  kind: UndoKind,
  token: string,
): Promise<Recovered | null> {
  const { clock, config, db } = services
  return db.transaction(async (tx) => {
    const now = clock.now()
    const code = await consumeCodeLocked(tx, kind, token, now)
    const user = code && (await findUserById(tx, code.userId))
    if (!code || !user) return null
    const email = code.detail ?? user.email
    if (config.SMTP_URL !== undefined) await removeUnconfirmedUser(tx, email, user.id)
    await updateEmail(tx, user.id, email, now)
    const since = await earliestEntry(tx, user.id, email, code.createdAt, config.RECOVERY_DAYS)
    const dropped = await dropSince(tx, steps, { owner: asOwnerId(user.id), since, now })
    await removeUndoCodesAfter(tx, user.id, { email, since: code.createdAt })
    await recordTakenBack(services, tx, kind, { ...user, email })
    const resetToken = await createCode(tx, 'reset-password', user.id, now)
    return { email, resetToken, dropped: dropped.map((each) => withProviderNames(config, each)) }
  })
}

/** Some days before the first change reported to this mailbox, no matter which of its links is used first. */
async function earliestEntry(tx: Db, userId: string, email: string, usedAt: Date, days: number) {
  const first = (await findFirstUndoCode(tx, userId, email)) ?? usedAt
  return new Date(Math.min(first.getTime(), usedAt.getTime()) - days * DAY_MS)
}

async function recordTakenBack(
  { auth: { events } }: Services,
  tx: Db,
  kind: UndoKind,
  user: { id: string; email: string; name: string },
): Promise<void> {
  if (kind === 'recover-email') return events.record(user.id, 'auth_email_recovered', { tx })
  await events.record(user.id, 'auth_second_factor_off', { tx })
  await events.sendSignInMethodChanged(tx, user, 'second_factor_off')
}

function withProviderNames(
  { OIDC_PROVIDERS }: Services['config'],
  each: Recovered['dropped'][number],
): Recovered['dropped'][number] {
  if (each.kind !== 'linkedAccount') return each
  const nameOf = (id: string) => OIDC_PROVIDERS.find((provider) => provider.id === id)?.name ?? id
  return { ...each, names: each.names.map(nameOf) }
}
