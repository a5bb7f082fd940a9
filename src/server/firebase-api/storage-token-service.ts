import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isAlive } from '#server/auth/sessions/session-life.ts'
import { findAppSession } from '#server/auth/sessions/session-store.ts'
import type { ObjectRow } from '#server/files/object-store.ts'
import type { Services } from '#server/services.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'

const LIFE_MS = 15 * 60_000
const LABEL = 'lanyard: download of an object'

/**
 * The token in a download URL: for one file, for 15 minutes, and only while the session that requested it lasts. Anyone
 * with the URL can read the file.
 */
export function createDownloadToken(
  { auth, clock }: Pick<Services, 'auth' | 'clock'>,
  { sessionId }: Actor,
  { id }: Pick<ObjectRow, 'id'>,
): string {
  const claims = `${sessionId}.${clock.now().getTime() + LIFE_MS}`
  return Buffer.from(`${claims}.${signature(auth.secret, id, claims)}`).toString('base64url')
}

/** The session that requested the token, as the actor of the download; `null` if the token is no longer valid. */
export async function findTokenHolder(
  { auth, clock, db }: Services,
  row: Pick<ObjectRow, 'id' | 'ownerId'>,
  token: string,
): Promise<Pick<Actor, 'owner' | 'sessionId'> | null> {
  const text = Buffer.from(token, 'base64url').toString()
  const [, claims, sessionId = '', until, given = ''] = /^((.+)\.(\d{1,16}))\.([\w-]+)$/s.exec(text) ?? []
  const now = clock.now()
  if (claims === undefined || now.getTime() >= Number(until)) return null
  if (!auth.secrets.some((secret) => isEqual(signature(secret, row.id, claims), given))) return null
  const session = await findAppSession(db, sessionId)
  if (!session || session.userId !== row.ownerId || !isAlive(session, now)) return null
  return { owner: asOwnerId(row.ownerId), sessionId }
}

function signature(secret: string, fileId: string, claims: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', LABEL, 32))
  return createHmac('sha256', key).update(`${fileId}.${claims}`).digest('base64url')
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
