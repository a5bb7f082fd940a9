import { afterEach, beforeEach, vi } from 'vitest'
import type { CreatedShare, Share, ShareEvent } from '#shared/shares/share.ts'
import type { ShareView, ViewCertification, ViewFile, ViewLicense } from '#shared/shares/view.ts'
import { noteServerTime } from '#web/http/server-clock.ts'

/** Saturday, 3:05 PM in the owner's time zone. */
export const sampleNow = '2026-11-21T21:05:00.000Z'
const DAY_MS = 24 * 3_600_000

/** Fixes the date to `now` for every test of the file; timers keep running. */
export function stopClock(): void {
  beforeEach(() => {
    vi.setSystemTime(sampleNow)
    // A test before this one may have had a server with another date.
    noteServerTime(sampleNow)
  })
  afterEach(() => void vi.useRealTimers())
}

/** The instant `days` days after `now`. */
export function daysFromNow(days: number): string {
  return new Date(Date.parse(sampleNow) + days * DAY_MS).toISOString()
}

export function sampleId(nth: number): string {
  return `0d2a3a3c-5b34-4f0e-9d35-${String(nth).padStart(12, '0')}`
}

/** A share of a license and a certification, open for a week. */
export const sampleShare: Share = {
  id: sampleId(1),
  resourceType: 'packet',
  resourceId: null,
  resources: [
    { resourceType: 'license', resourceId: sampleId(11), title: 'Texas RN license' },
    { resourceType: 'certification', resourceId: sampleId(12), title: 'Basic Life Support' },
  ],
  masks: { hideNumber: false },
  includeFiles: true,
  allowDownloads: true,
  mode: 'live',
  recipient: 'Maria at Mercy',
  note: null,
  language: null,
  hasPasscode: false,
  viewLimit: null,
  viewsLeft: null,
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  expiresAt: daysFromNow(7),
  revokedAt: null,
  state: 'live',
  createdAt: sampleNow,
  updatedAt: sampleNow,
}

const token = 'A'.repeat(43)

export const sampleCreatedShare: CreatedShare = {
  ...sampleShare,
  token,
  url: `https://lanyard.example/share/${token}`,
}

export const sampleEvent: ShareEvent = {
  at: '2026-11-21T20:10:00.000Z',
  kind: 'opened',
  what: null,
  device: 'Chrome on Windows',
  visitor: '3fa1c2',
}

export const samplePdf: ViewFile = { id: 'letter', name: 'letter.pdf', kind: 'pdf' }

export const sampleViewLicense: ViewLicense = {
  resourceType: 'license',
  title: 'Texas RN license',
  type: 'RN',
  state: 'TX',
  issuer: 'Texas Board of Nursing',
  multistate: true,
  number: 'RN-884213',
  isNumberHidden: false,
  issuedAt: '2024-04-01',
  expiresAt: '2027-06-09',
  neverExpires: false,
  status: 'active',
  daysLeft: 200,
  lookup: { name: 'Nursys', url: 'https://www.nursys.com/' },
  lookedUp: null,
  files: [samplePdf],
  filesWithheld: 0,
}

export const sampleViewCertification: ViewCertification = {
  resourceType: 'certification',
  title: 'Basic Life Support',
  issuer: 'American Heart Association',
  code: 'BLS',
  number: null,
  isNumberHidden: false,
  issuedAt: null,
  expiresAt: '2026-11-18',
  neverExpires: false,
  status: 'expired',
  daysLeft: -3,
  lookup: null,
  lookedUp: null,
  files: [],
  filesWithheld: 0,
}

/** A visitor's view of a valid license and an expired certification. */
export const sampleView: ShareView = {
  ownerName: 'Ann Reyes',
  recipient: 'Mercy Hospital',
  note: null,
  asOf: sampleNow,
  today: '2026-11-21',
  frozenAt: null,
  openUntil: daysFromNow(7),
  timeZone: 'America/Chicago',
  allowDownloads: true,
  items: [sampleViewLicense, sampleViewCertification],
}
