import { describe, expect, it } from 'vitest'
import sources from '#shared/data/certification-sources.json' with { type: 'json' }
import { addYears, daysBetween, isCalendarDate } from '#shared/kernel/dates.ts'
import { certifications, findCertification, usualExpiry } from './known-certifications.ts'

describe('the list of certifications', () => {
  it('contains those of the specification, each once, and ends with Other', () => {
    const codes = certifications.map(({ code }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(['BLS', 'ACLS', 'PALS', 'NRP', 'CPR', 'CCRN', 'CEN', 'TNCC']),
    )
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.at(-1)).toBe('OTHER')
    expect(codes).toHaveLength(116)
  })

  it('fits the fields of a certification', () => {
    for (const { code, name, issuers } of certifications) {
      expect(code.length).toBeLessThanOrEqual(20)
      expect(name.length).toBeLessThanOrEqual(200)
      for (const issuer of issuers) expect(issuer.length).toBeLessThanOrEqual(200)
    }
  })
})

describe('the usual expiration of a card', () => {
  it.each([
    ['to the last day of the month', 'BLS', '2025-06-12', '2027-06-30'],
    ['to the last day of a leap February', 'BLS', '2026-02-01', '2028-02-29'],
    ['to the last day of the month', 'NRP', '2024-02-29', '2026-02-28'],
    ['to the day', 'CEN', '2024-02-29', '2028-02-29'],
    ['to the day before', 'FNP-BC', '2025-03-01', '2030-02-28'],
    ['to the end of the month before: passed in October 2024', 'CCRN', '2024-10-17', '2027-09-30'],
    ['to the end of the month before: passed in January', 'CCRN', '2025-01-01', '2027-12-31'],
    ['to December 31: certified in 2021', 'CNOR', '2021-05-04', '2026-12-31'],
    ['to the first June 30 after five years: exam in October 2021', 'ONC', '2021-10-10', '2027-06-30'],
    ['to the first June 30 after five years: exam in May 2021', 'ONC', '2021-05-10', '2026-06-30'],
    ['to the first June 30 after five years: exam in June 2021', 'ONC', '2021-06-30', '2026-06-30'],
    ['to the end of February', 'CPN', '2025-11-15', '2026-02-28'],
    ['to the due day of the quarter', 'RNC-OB', '2025-01-02', '2028-03-15'],
    ['to the due day of the quarter', 'RNC-OB', '2025-03-31', '2028-03-15'],
    ['to the due day of the quarter', 'RNC-OB', '2025-04-01', '2028-06-15'],
    ['to the due day of the quarter', 'RNC-OB', '2025-12-31', '2028-12-15'],
    ['as only the card says', 'CPAN', '2025-05-05', null],
    ['as only the card says', 'CCM', '2025-05-05', null],
    ['nowhere', 'OTHER', '2025-05-05', null],
    ['nowhere', 'something else', '2025-05-05', null],
    ['nowhere', null, '2025-05-05', null],
  ])('runs %s: %s issued %s ends %s', (_how, code, issuedAt, expected) => {
    expect(usualExpiry(code, issuedAt)).toBe(expected)
  })

  it('follows the issuer where issuers differ', () => {
    const ends = ['American Heart Association', 'American Red Cross', 'Somebody else', null].map((issuer) =>
      usualExpiry('BLS', '2025-06-12', issuer),
    )
    expect(ends).toEqual(['2027-06-30', '2027-06-12', '2027-06-30', '2027-06-30'])
  })

  it.each(certifications.map(({ code }) => code))('of %s is a date near its years', (code) => {
    const years = findCertification(code)?.validityYears ?? 0
    for (const issuedAt of ['2024-02-29', '2025-01-31', '2025-03-15', '2025-12-31', '2026-08-01']) {
      const expiry = usualExpiry(code, issuedAt)
      if (expiry === null) continue
      expect(isCalendarDate(expiry)).toBe(true)
      const over = daysBetween(addYears(issuedAt, years), expiry)
      expect(over).toBeGreaterThan(-366)
      expect(over).toBeLessThan(366)
    }
  })
})

describe('the data of certifications', () => {
  it('has exceptions to the usual term only for its own issuers', () => {
    for (const { issuers, validUntilByIssuer = [] } of certifications)
      for (const { issuer } of validUntilByIssuer) expect(issuers).toContain(issuer)
  })

  it('cites pages for each one, or says that it is general knowledge', () => {
    expect(sources.records.map(({ code }) => code)).toEqual(
      certifications.slice(0, -1).map(({ code }) => code),
    )
    for (const { code, confidence, sources: pages } of sources.records)
      expect([code, pages.length > 0 || confidence === 'low']).toEqual([code, true])
  })

  it('has a note about the term and the ways to renew for each', () => {
    for (const { code, termNote, renewalNote } of certifications.slice(0, -1))
      expect([code, termNote !== '' && renewalNote !== '']).toEqual([code, true])
  })
})
