import type { Status } from '#shared/credentials/status.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'

export type SampleBadge = {
  short: string
  title: string
  issuer: string
  status: Exclude<Status, 'expired'>
  days: number
  date: string
}

// More than a month apart, so that each badge has its own month in the timeline.
const badges: Omit<SampleBadge, 'date'>[] = [
  {
    short: 'BLS',
    title: 'Basic Life Support',
    issuer: 'American Heart Association',
    status: 'expiring_soon',
    days: 17,
  },
  {
    short: 'CCRN',
    title: 'Critical Care, CCRN',
    issuer: 'AACN Certification',
    status: 'renewal_due',
    days: 52,
  },
  { short: 'RN', title: 'Registered Nurse', issuer: 'Texas Board of Nursing', status: 'active', days: 130 },
  {
    short: 'ACLS',
    title: 'Advanced Cardiac Life Support',
    issuer: 'American Heart Association',
    status: 'active',
    days: 248,
  },
]

/** The badges in the pictures. Their dates are relative to the day of the visit, so that dates and days left agree. */
export function sampleBadges(now: Date): SampleBadge[] {
  const today = todayIn(now, null)
  return badges.map((badge) => ({ ...badge, date: addDays(today, badge.days) }))
}
