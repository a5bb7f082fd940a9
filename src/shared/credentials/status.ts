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

/** The same by the number of days left. */
export function statusWith(left: number | null): Status {
  if (left === null || left > RENEWAL_DUE_DAYS) return 'active'
  if (left > EXPIRING_SOON_DAYS) return 'renewal_due'
  return left >= 0 ? 'expiring_soon' : 'expired'
}

/** How a credential is shown. One with a missing date has no status, and never looks active. */
export type Look = Status | 'date_missing'

type Expiry = { expiresAt: string | null; neverExpires: boolean }

export function lookOf(expiry: Expiry, today: string): Look {
  return isDateMissing(expiry) ? 'date_missing' : statusOf(expiry.expiresAt, today)
}

/** Whether a credential still holds: on its last day it does. */
export type Standing = 'valid' | 'date_missing' | 'lapsed'

export function standingOf({ expiresAt, neverExpires }: Expiry, today: string): Standing {
  if (expiresAt === null) return neverExpires ? 'valid' : 'date_missing'
  return expiresAt >= today ? 'valid' : 'lapsed'
}

/** Neither an expiration date nor the owner's choice that there is none. */
export function isDateMissing({ expiresAt, neverExpires }: Expiry): boolean {
  return expiresAt === null && !neverExpires
}

/** Dates from `from` to `to`, both inclusive; `orNone` if the range includes records without a date. */
export type ExpiryRange = { from?: string; to?: string; orNone: boolean }

/** The inverse of `statusOf`: the dates `expiresAt` that have the status `wanted` today. */
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
