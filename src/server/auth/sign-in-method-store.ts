import { and, asc, count, eq, isNotNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { PASSWORD_PROVIDER } from './account-store.ts'
import { requirePasskey } from './passkeys/passkey-store.ts'
import { accounts, passkeys, recoveryCodes, twoFactors } from './table.ts'

/** Every sign-in method of the owner, and the state of two-factor authentication. */
export async function findSignInMethods(db: Db, owner: Owner) {
  const own = await db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, owner))
    .orderBy(asc(accounts.createdAt))
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, owner))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  const [twoFactor] = await db
    .select({ since: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, owner), isNotNull(twoFactors.confirmedAt)))
  const [left] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, owner))
  return {
    hasPassword: own.some(
      ({ providerId, password }) => providerId === PASSWORD_PROVIDER && password !== null,
    ),
    secondFactor: {
      isOn: twoFactor !== undefined,
      since: twoFactor?.since ?? null,
      recoveryCodesLeft: left?.count ?? 0,
    },
    passkeys: keys,
    linkedAccounts: own.filter(({ providerId }) => providerId !== PASSWORD_PROVIDER),
  }
}

/** Throws `passkey_not_found`, `passkey_not_owned`, or `last_way_in`. */
export async function removePasskey(tx: Db, owner: Owner, id: string): Promise<void> {
  await requirePasskey(tx, owner, id)
  await requireOtherMethod(tx, owner, { passkeyId: id })
  await tx.delete(passkeys).where(eq(passkeys.id, id))
}

/** Throws `linked_account_not_found`, `linked_account_not_owned`, or `last_way_in`. */
export async function removeLinkedAccount(tx: Db, owner: Owner, id: string): Promise<void> {
  const [row] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.id, id), ne(accounts.providerId, PASSWORD_PROVIDER)))
  if (!row) throw new Problem('linked_account_not_found')
  if (row.userId !== owner) throw new Problem('linked_account_not_owned')
  await requireOtherMethod(tx, owner, { accountId: id })
  await tx.delete(accounts).where(eq(accounts.id, id))
}

/**
 * Protects the last sign-in method. Locks first, because two concurrent removals would each see the other's method. An
 * emailed link does not count: it needs a mail server, and the mailbox.
 */
async function requireOtherMethod(
  tx: Db,
  owner: Owner,
  removed: { passkeyId?: string; accountId?: string },
): Promise<void> {
  await lockOwnerRow(tx, owner)
  const methods = await findSignInMethods(tx, owner)
  const keys = methods.passkeys.filter(({ id }) => id !== removed.passkeyId)
  const linked = methods.linkedAccounts.filter(({ id }) => id !== removed.accountId)
  if (!methods.hasPassword && keys.length + linked.length === 0) throw new Problem('last_way_in')
}
