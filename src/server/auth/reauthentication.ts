import { Problem } from '#shared/http/errors.ts'

/** "Password or factor asked again (<= 10 min old)". */
export const PROOF_MS = 10 * 60_000

/**
 * For what could take a vault over or carry it away: passes when she signed in or proved herself in the last ten
 * minutes, else throws `reauthentication_needed`. `POST /api/auth/reauthenticate` is how she does.
 */
export function requireRecentProof({ provenAt }: { provenAt: Date }, now: Date): void {
  if (now.getTime() - provenAt.getTime() >= PROOF_MS) throw new Problem('reauthentication_needed')
}
