import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { sessionList } from '#shared/auth/sign-in-methods.ts'
import { asSessionKind, isAlive } from './session-life.ts'
import { listSessions } from './session-list-store.ts'

/** The owner's current sessions: this session first, then by last use (recorded once a minute). */
export async function openSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { owner, sessionId }: Pick<Actor, 'owner' | 'sessionId'>,
) {
  const rows = await listSessions(db, owner, clock.now())
  const items = rows
    .map((row) => ({ ...row, kind: asSessionKind(row.kind), isCurrent: row.id === sessionId }))
    .filter((session) => isAlive(session, clock.now()))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
    .map(({ updatedAt, expiresAt, userAgent, ...session }) => ({
      ...session,
      device: deviceOf(userAgent),
      lastUsedAt: updatedAt,
      endsAt: expiresAt,
    }))
  return sessionList.parse({ items })
}
