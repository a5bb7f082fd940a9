import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'

/**
 * A device's copy of a vault, as the server answered it. Everything that depends on the date is calculated on reading.
 */
export type VaultCopy = {
  /** When all of it was read from the server. */
  asOf: string
  user: { id: string; locale: string | null; timeZone: string | null }
  /** Archived ones too. */
  credentials: Credential[]
  cycles: CeuCycle[]
  entries: CeuEntry[]
  renewals: RenewalOverview[]
  /** The list of compact states, as `createCompact` takes it. */
  compact: unknown
  /** Answers that are shown as they are, by the address that was asked. */
  answers: Record<string, unknown>
}

/** Also fetched and kept unchanged, for the first screens and the forms; the dashboard is computed from some of them. */
export const keptAddresses = [
  '/api/auth/get-session',
  '/api/users/me',
  '/api/bell?limit=20',
  '/api/reminders/summary',
  '/api/reminders/channels',
  '/api/reminders/settings',
  '/api/notices/dismissals',
  '/api/ceu-cycles/proposals',
  '/api/ceu-cycles/declined-topics',
  '/api/ceu-entries/suggestions',
  '/api/practice/members',
  '/api/practice/overview',
  '/api/health-records/due',
  '/api/requirement-lists',
] as const
export type KeptAddress = (typeof keptAddresses)[number]

const DAY = 86_400_000
/** After this many days without contact, a device keeps nothing. */
export const KEPT_DAYS = 30

export function isOutdated(contactAt: Date, now: Date): boolean {
  return now.getTime() - contactAt.getTime() >= KEPT_DAYS * DAY
}
