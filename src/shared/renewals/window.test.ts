import { describe, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { certificationAnswer, licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { usualNextEnd } from './usual-end.ts'
import { isRenewable } from './window.ts'

const today = '2026-11-22'
const answered = {
  ...{
    id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
    status: 'active',
    daysLeft: 1,
    dateMissing: false,
    followsSchedule: false,
  },
  ...{ archivedAt: null, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
} as const
const license = (expiresAt: string | null): Credential =>
  licenseAnswer.parse({ ...sampleLicense, ...answered, issuedAt: null, expiresAt })
const certification = (code: string | null): Credential =>
  certificationAnswer.parse({ ...sampleCertification, ...answered, reminderDays: 30, code })

describe('a renewal is offered', () => {
  it.each<[string | null, string | null, boolean, string?]>([
    ['2027-03-22', null, true],
    ['2027-03-23', null, false],
    ['2026-11-22', null, true],
    ['2020-01-01', null, true],
    ['2020-01-01', '2026-01-01T00:00:00.000Z', false],
    [null, null, false],
    ['2027-11-30', null, true, '2026-11-22'],
    ['2027-11-30', null, false, '2026-11-23'],
    ['2027-02-28', null, true, '2026-12-30'],
    ['2027-11-30', '2026-01-01T00:00:00.000Z', false, '2026-11-01'],
  ])('for an end on %s, archived %s: %s, opening %s', (expiresAt, archivedAt, expected, opens) => {
    expect(isRenewable({ expiresAt, archivedAt }, opens ?? null, today)).toBe(expected)
  })
})

describe('the usual next end', () => {
  const next = (credential: Credential, years: number | null, issuedAt: string | null = null) =>
    usualNextEnd(credential, { issuedAt, years, today })

  it.each<[string, number | null, string | null]>([
    ['2027-01-31', 2, '2029-01-31'],
    ['2026-02-28', 2, '2028-02-29'],
    ['2028-02-29', 2, '2030-02-28'],
    ['2026-10-15', 2, '2028-10-15'],
    ['2020-10-31', 2, '2028-10-31'],
    ['2026-10-31', 1, '2027-10-31'],
    ['2026-10-31', null, null],
    ['2026-10-31', 1.5, null],
    ['2026-10-31', 0.5, null],
  ])('of a license until %s renewed every %s years is %s', (expiresAt, years, expected) => {
    expect(next(license(expiresAt), years)).toBe(expected)
  })

  it('of a certification follows the day of the new card', () => {
    expect(next(certification('BLS'), null, '2026-11-20')).toBe('2028-11-30')
    expect(next(certification('BLS'), null)).toBeNull()
    expect(next(certification(null), 2, '2026-11-20')).toBeNull()
  })

  it('of a license without an end is unknown', () => {
    expect(next(license(null), 2)).toBeNull()
  })
})
