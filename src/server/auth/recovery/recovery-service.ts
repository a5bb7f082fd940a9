import { removePasswordAndAccountsSince } from '#server/auth/account-store.ts'
import { removeAccessCodes } from '#server/auth/action-code-store.ts'
import { removeDevicesSince } from '#server/auth/known-device-store.ts'
import { removePasskeysSince } from '#server/auth/passkeys/passkey-store.ts'
import { endSessions } from '#server/auth/sessions/session-store.ts'
import { endGrants } from '#server/auth/tokens/token-store.ts'
import { removeTwoFactor } from '#server/auth/two-factor/two-factor-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { type Dropped, type DroppedKind, droppedKinds } from '#shared/auth/recovery.ts'

/** The account to recover, and the time since which someone else could have had access. */
export type RecoveryScope = { owner: Owner; since: Date; now: Date }

/**
 * Removes everything that a feature stored since then and that could give access. Each feature knows its own tables.
 */
export type RecoveryStep = (tx: Db, scope: RecoveryScope) => Promise<Dropped[]>

/** The result for the removed `names`; empty if there are none. */
export function droppedOf(kind: DroppedKind, names: string[]): Dropped[] {
  return names.length === 0 ? [] : [{ kind, count: names.length, names }]
}

/** Like `droppedOf`, for a kind that exists only once. */
export function droppedOne(kind: DroppedKind, wasThere: boolean): Dropped[] {
  return wasThere ? [{ kind, count: 1, names: [] }] : []
}

/**
 * Revokes everything that could give someone else access: the password, two-factor authentication, all sessions and
 * mailed links of any age, and everything added since then. Codes that undo a change stay: see `removeUndoCodesAfter`.
 */
export async function dropSince(tx: Db, steps: RecoveryStep[], scope: RecoveryScope): Promise<Dropped[]> {
  await lockOwnerRow(tx, scope.owner)
  const all: Dropped[] = []
  for (const step of [dropSignInMethods, ...steps]) all.push(...(await step(tx, scope)))
  return all.sort((a, b) => droppedKinds.indexOf(a.kind) - droppedKinds.indexOf(b.kind))
}

async function dropSignInMethods(tx: Db, { owner, since }: RecoveryScope): Promise<Dropped[]> {
  const { hadPassword, linked } = await removePasswordAndAccountsSince(tx, owner, since)
  await removeDevicesSince(tx, owner, since)
  const wasOn = await removeTwoFactor(tx, owner)
  const tokens = await endGrants(tx, owner)
  const sessions = await endSessions(tx, owner)
  return [
    ...droppedOne('password', hadPassword),
    ...droppedOne('secondFactor', wasOn),
    ...droppedOf('passkey', await removePasskeysSince(tx, owner, since)),
    ...droppedOf('linkedAccount', linked),
    ...droppedOf(
      'session',
      sessions.map((userAgent) => deviceOf(userAgent) ?? 'An unknown browser'),
    ),
    ...droppedOf('accessToken', tokens),
    ...droppedOf('emailChange', await removeAccessCodes(tx, owner)),
  ]
}
