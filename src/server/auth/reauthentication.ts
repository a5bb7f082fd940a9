import { Problem } from '#shared/http/errors.ts'

/** "Password or factor asked again (<= 10 min old)". */
export const REAUTHENTICATION_MS = 10 * 60_000

/**
 * For actions that could take over a vault or copy it. Passes if the owner signed in or reauthenticated in the last ten
 * minutes, otherwise throws `reauthentication_needed`. `POST /api/auth/reauthenticate` restarts the ten minutes.
 */
export function requireRecentAuthentication({ authenticatedAt }: { authenticatedAt: Date }, now: Date): void {
  const age = now.getTime() - authenticatedAt.getTime()
  if (age >= REAUTHENTICATION_MS) throw new Problem('reauthentication_needed')
}
