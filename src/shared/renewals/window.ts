import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { daysLeft } from '#shared/credentials/status.ts'

/** From 120 days before its end, and once it has lapsed. */
export function isRenewable(
  { expiresAt, archivedAt }: Pick<Credential, 'expiresAt' | 'archivedAt'>,
  today: string,
): boolean {
  const left = daysLeft(expiresAt, today)
  return archivedAt === null && left !== null && left <= RENEWAL_WINDOW_DAYS
}
