import type { Kind } from '#shared/credentials/credential.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import type { LookupDifference } from '#shared/lookups/differences.ts'
import type { LookupPlace } from '#shared/lookups/place.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'

type Format = (date: string) => string

/** Who keeps the register. */
export const registrarOf = (kind: Kind) => (kind === 'license' ? 'board' : 'issuer')

/** "Looked up today", "Looked up 120 days ago". */
export function lookedUpText(lookedUpOn: string, today: string): string {
  const days = Math.max(0, daysBetween(lookedUpOn, today))
  if (days === 0) return 'Looked up today'
  return days === 1 ? 'Looked up yesterday' : `Looked up ${days} days ago`
}

/** "“Active”, expires Mar 31, 2027, number ending in 4821". */
export function foundText({ status, expiresAt, lastFour }: LookupRecord, format: Format): string {
  return [
    `“${status}”`,
    ...(expiresAt === null ? [] : [`expires ${format(expiresAt)}`]),
    ...(lastFour === null ? [] : [`number ending in ${lastFour}`]),
  ].join(', ')
}

/** Where to find it; of a board or issuer only its own page is known. */
export function placeText({ name, isRegister }: LookupPlace, kind: Kind): string {
  if (isRegister) return name
  return kind === 'license'
    ? `${name}: look for license verification on the board’s page`
    : `${name}: look for verification on the issuer’s page`
}

/** What differs, and what to do about it. */
export function differenceText(difference: LookupDifference, kind: Kind, format: Format): string {
  const { listed } = difference
  switch (difference.kind) {
    case 'not_active':
      return `It said “${listed}”. Ask the ${registrarOf(kind)} what that means before you work on it.`
    case 'status_unclear':
      return `It said “${listed}”, which does not plainly say active. Ask the ${registrarOf(kind)} if you are not sure.`
    case 'expires_differs':
      return difference.recorded === null
        ? `It expires ${format(listed)} there. No date is recorded here.`
        : `It expires ${format(listed)} there, and ${format(difference.recorded)} here.`
    case 'number_differs':
      return difference.recorded === null
        ? `The number ends in ${listed} there. No number is recorded here.`
        : `The number ends in ${listed} there, and in ${difference.recorded} here. Check your card, and that it was you whom you found.`
  }
}

/** What agrees, and what was not written down to compare. */
export function agreementText({ expiresAt, lastFour }: LookupRecord): string {
  if (expiresAt !== null && lastFour !== null)
    return 'The date and the last four of the number are those in your vault.'
  if (expiresAt !== null) return 'The date is the one in your vault. You wrote down no number to compare.'
  if (lastFour !== null)
    return 'The last four of the number are those in your vault. You wrote down no date to compare.'
  return 'You wrote down neither a date nor a number to compare.'
}
