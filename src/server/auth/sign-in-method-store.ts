import { and, asc, count, eq, isNotNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { accounts, passkeys, recoveryCodes, secondFactors } from './table.ts'

const PASSWORD = 'credential'

/** Every way in of the owner's, and her second factor. */
export async function findWaysIn(db: Db, owner: Owner) {
  const mine = await db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, owner))
    .orderBy(asc(accounts.createdAt))
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, owner))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  const [factor] = await db
    .select({ since: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, owner), isNotNull(secondFactors.confirmedAt)))
  const [left] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, owner))
  return {
    hasPassword: mine.some(({ providerId, password }) => providerId === PASSWORD && password !== null),
    secondFactor: {
      isOn: factor !== undefined,
      since: factor?.since ?? null,
      recoveryCodesLeft: left?.count ?? 0,
    },
    passkeys: keys,
    linkedAccounts: mine.filter(({ providerId }) => providerId !== PASSWORD),
  }
}

export async function renamePasskey(tx: Db, owner: Owner, id: string, name: string) {
  await requirePasskey(tx, owner, id)
  const [row] = await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning()
  if (!row) throw new Problem('passkey_not_found')
  return row
}

export async function removePasskey(tx: Db, owner: Owner, id: string): Promise<void> {
  await requirePasskey(tx, owner, id)
  await requireAnother(tx, owner, { passkeyId: id })
  await tx.delete(passkeys).where(eq(passkeys.id, id))
}

export async function removeLinkedAccount(tx: Db, owner: Owner, id: string): Promise<void> {
  const [row] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.id, id), ne(accounts.providerId, PASSWORD)))
  if (!row) throw new Problem('linked_account_not_found')
  if (row.userId !== owner) throw new Problem('linked_account_not_owned')
  await requireAnother(tx, owner, { accountId: id })
  await tx.delete(accounts).where(eq(accounts.id, id))
}

async function requirePasskey(tx: Db, owner: Owner, id: string): Promise<void> {
  const [row] = await tx.select({ userId: passkeys.userId }).from(passkeys).where(eq(passkeys.id, id))
  if (!row) throw new Problem('passkey_not_found')
  if (row.userId !== owner) throw new Problem('passkey_not_owned')
}

/**
 * "Unlink not the last way in": locked, or of two removals at once each would leave the other. A mailed link is not
 * counted: it needs a mail server, and the mailbox.
 */
async function requireAnother(
  tx: Db,
  owner: Owner,
  going: { passkeyId?: string; accountId?: string },
): Promise<void> {
  await lockOwnerRow(tx, owner)
  const left = await findWaysIn(tx, owner)
  const keys = left.passkeys.filter(({ id }) => id !== going.passkeyId)
  const linked = left.linkedAccounts.filter(({ id }) => id !== going.accountId)
  if (!left.hasPassword && keys.length + linked.length === 0) throw new Problem('last_way_in')
}
