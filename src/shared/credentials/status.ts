import { addDays, daysBetween } from '#shared/kernel/dates.ts'

/** "Expiring soon: 30 days. Renewal due: 60 days." Both inclusive. */
export const EXPIRING_SOON_DAYS = 30
export const RENEWAL_DUE_DAYS = 60

export const statuses = ['active', 'renewal_due', 'expiring_soon', 'expired'] as const
export type Status = (typeof statuses)[number]

/** Whole days until `expiresAt`, negative once it has passed; `null` if it never expires. */
export function daysLeft(expiresAt: string | null, today: string): number | null {
  return expiresAt === null ? null : daysBetween(today, expiresAt)
}

/** `today` is the calendar date in the owner's time zone. Without `expiresAt` the status is active. */
export function statusOf(expiresAt: string | null, today: string): Status {
  return statusWith(daysLeft(expiresAt, today))
}

/** The status for a number of days left. */
export function statusWith(left: number | null): Status {
  if (left === null || left > RENEWAL_DUE_DAYS) return 'active'
  if (left > EXPIRING_SOON_DAYS) return 'renewal_due'
  return left >= 0 ? 'expiring_soon' : 'expired'
}

/** How a credential is shown. A credential with a missing date has no status and never looks active. */
export type Look = Status | 'date_missing'

type Expiry = { expiresAt: string | null; neverExpires: boolean }

export function lookOf(expiry: Expiry, today: string): Look {
  return isDateMissing(expiry) ? 'date_missing' : statusOf(expiry.expiresAt, today)
}

/** Whether a credential is still valid. It is valid through its last day. */
export type Standing = 'valid' | 'date_missing' | 'lapsed'

export function standingOf({ expiresAt, neverExpires }: Expiry, today: string): Standing {
  if (expiresAt === null) return neverExpires ? 'valid' : 'date_missing'
  return expiresAt >= today ? 'valid' : 'lapsed'
}

/** The credential has no expiration date, and the owner did not say that it never expires. */
export function isDateMissing({ expiresAt, neverExpires }: Expiry): boolean {
  return expiresAt === null && !neverExpires
}

/** Dates from `from` to `to`, both inclusive. `orNone` is set if the range includes records without a date. */
export type ExpiryRange = { from?: string; to?: string; orNone: boolean }

/** The inverse of `statusOf`: the `expiresAt` dates that have the status `wanted` today. */
export function expiryRange(wanted: Status, today: string): ExpiryRange {
  switch (wanted) {
    case 'expired':
      return { to: addDays(today, -1), orNone: false }
    case 'expiring_soon':
      return { from: today, to: addDays(today, EXPIRING_SOON_DAYS), orNone: false }
    case 'renewal_due':
      return {
        from: addDays(today, EXPIRING_SOON_DAYS + 1),
        to: addDays(today, RENEWAL_DUE_DAYS),
        orNone: false,
      }
    case 'active':
      return { from: addDays(today, RENEWAL_DUE_DAYS + 1), orNone: true }
  }
}
