import { daysBetween } from '#shared/kernel/dates.ts'
import type { LookupRecord } from './record.ts'

/** After this many days a look-up is old. */
export const FRESH_DAYS = 90

export type ListedStanding = 'active' | 'not_active' | 'unclear'

const notActive =
  /\b(not|no longer|in-?active|expired?|lapsed|suspen\w+|revo\w+|surrender\w*|retired|delinquent|null|void\w*|denied|closed|probation\w*|restricted|restrictions?|conditions?|limited|encumbered|reprimand\w*|cancel\w+|pending|terminated|deceased|invalid|inactivated|withdrawn)\b/i
const active = /\b(active|current|valid|clear|good standing|unencumbered|unrestricted|certified|renewed)\b/i

/** Phrases that state the absence of a restriction. */
const none = /\b(no|without) (restrictions?|conditions?|disciplin\w+|reprimands?|encumbrances?)\b/gi

/** The plain meaning of a register's words; a status with words of both kinds is not clearly active. */
export function listedStanding(status: string): ListedStanding {
  const words = status.replace(none, '')
  if (notActive.test(words)) return 'not_active'
  return active.test(words) ? 'active' : 'unclear'
}

export type LookupDifference =
  | { kind: 'not_active' | 'status_unclear'; listed: string }
  /** `recorded`: `null` if the vault has no date. */
  | { kind: 'expires_differs'; listed: string; recorded: string | null }
  /** `recorded`: `null` if the vault has no number. */
  | { kind: 'number_differs'; listed: string; recorded: string | null }

type Listed = Pick<LookupRecord, 'status' | 'expiresAt' | 'lastFour'>
type Recorded = { expiresAt: string | null; number: string | null }

/** The differences between a look-up and the vault. Values that the look-up does not have are not compared. */
export function lookupDifferences(lookup: Listed, recorded: Recorded): LookupDifference[] {
  const found: LookupDifference[] = []
  const standing = listedStanding(lookup.status)
  if (standing === 'not_active') found.push({ kind: 'not_active', listed: lookup.status })
  if (standing === 'unclear') found.push({ kind: 'status_unclear', listed: lookup.status })
  if (lookup.expiresAt !== null && lookup.expiresAt !== recorded.expiresAt)
    found.push({ kind: 'expires_differs', listed: lookup.expiresAt, recorded: recorded.expiresAt })
  const lastFour = lastFourOf(recorded.number)
  if (lookup.lastFour !== null && lookup.lastFour !== lastFour)
    found.push({ kind: 'number_differs', listed: lookup.lastFour, recorded: lastFour })
  return found
}

/** The last four letters and digits of a number; fewer if it has no more, `null` if it has none. */
export function lastFourOf(number: string | null): string | null {
  const letters = (number ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return letters === '' ? null : letters.slice(-4)
}

/** Whether the look-up is so old that the register may say something else by now. */
export function isLookupOld(lookedUpOn: string, today: string): boolean {
  return daysBetween(lookedUpOn, today) > FRESH_DAYS
}
