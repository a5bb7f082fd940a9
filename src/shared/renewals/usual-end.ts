import type { Credential } from '#shared/credentials/credential.ts'
import { usualExpiry } from '#shared/credentials/known-certifications.ts'
import { addYears, endOfMonth } from '#shared/kernel/dates.ts'

/**
 * The usual end of the next term: of a certification by the day of the new card, of a license `years` after the current
 * end, as often as it takes to pass today. `null` without a rule. Only a suggestion: the card always wins.
 */
export function usualNextEnd(
  credential: Credential,
  { issuedAt, years, today }: { issuedAt: string | null; years: number | null; today: string },
): string | null {
  if (credential.kind === 'certification')
    return issuedAt === null ? null : usualExpiry(credential.code, issuedAt, credential.issuer)
  const { expiresAt } = credential
  if (expiresAt === null || years === null || years < 1 || !Number.isInteger(years)) return null
  const isMonthEnd = expiresAt === endOfMonth(expiresAt)
  let end = expiresAt
  do end = isMonthEnd ? endOfMonth(addYears(end, years)) : addYears(end, years)
  while (end < today)
  return end
}
