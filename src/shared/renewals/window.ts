import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { daysLeft } from '#shared/credentials/status.ts'

/** From 120 days before its end or from the day on which its renewal `opens`, and once it has lapsed. */
export function isRenewable(
  { expiresAt, archivedAt }: Pick<Credential, 'expiresAt' | 'archivedAt'>,
  opens: string | null,
  today: string,
): boolean {
  const left = daysLeft(expiresAt, today)
  if (archivedAt !== null || left === null) return false
  return left <= RENEWAL_WINDOW_DAYS || (opens !== null && opens <= today)
}
