import type { Kind } from '#shared/credentials/credential.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { isLookupOld, type LookupDifference } from '#shared/lookups/differences.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { t } from '#web/i18n/t.ts'

type Format = (date: string) => string

/** "Looked up today", "Looked up 120 days ago. Look it up again." */
export function lookedUpText(lookedUpOn: string, today: string): string {
  const days = Math.max(0, daysBetween(lookedUpOn, today))
  if (days === 0) return t`Looked up today`
  if (days === 1) return t`Looked up yesterday`
  return isLookupOld(lookedUpOn, today)
    ? t`Looked up ${days} days ago. Look it up again.`
    : t`Looked up ${days} days ago`
}

/** "“Active”, expires Mar 31, 2027, number ending in 4821". */
export function foundText({ status, expiresAt, lastFour }: LookupRecord, format: Format): string {
  return [
    `“${status}”`,
    ...(expiresAt === null ? [] : [t`expires ${format(expiresAt)}`]),
    ...(lastFour === null ? [] : [t`number ending in ${lastFour}`]),
  ].join(', ')
}

/** The difference, and what to do about it. */
export function differenceText(difference: LookupDifference, kind: Kind, format: Format): string {
  const { listed } = difference
  switch (difference.kind) {
    case 'not_active':
      return kind === 'license'
        ? t`It said “${listed}”. Ask the board before you work.`
        : t`It said “${listed}”. Ask the issuer before you work.`
    case 'status_unclear':
      return kind === 'license'
        ? t`It said “${listed}”, which does not clearly mean active. Ask the board if you are not sure.`
        : t`It said “${listed}”, which does not clearly mean active. Ask the issuer if you are not sure.`
    case 'expires_differs':
      return difference.recorded === null
        ? t`It showed the expiration date ${format(listed)}. Your vault has none.`
        : t`It showed the expiration date ${format(listed)}. Your vault says ${format(difference.recorded)}.`
    case 'number_differs':
      return difference.recorded === null
        ? t`The number ended in ${listed}. Your vault has no number.`
        : t`The number ended in ${listed}. Yours ends in ${difference.recorded}. Check your card, and that the record you found is yours.`
  }
}

/** The values that match, and those that were not recorded. */
export function agreementText({ expiresAt, lastFour }: LookupRecord): string {
  if (expiresAt !== null && lastFour !== null)
    return t`The date and the last four of the number match your vault.`
  if (expiresAt !== null) return t`The date matches your vault. You noted no number to compare.`
  if (lastFour !== null) return t`The last four of the number match your vault. You noted no date to compare.`
  return t`You noted no date and no number to compare.`
}
