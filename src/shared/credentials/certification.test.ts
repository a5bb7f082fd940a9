import { describe, expect, it } from 'vitest'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { certifications, findCertification, usualExpiry } from './certification.ts'

describe('the list of certifications', () => {
  it('contains those of the specification, each once, and ends with Other', () => {
    const codes = certifications.map(({ code }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(['BLS', 'ACLS', 'PALS', 'NRP', 'CPR', 'CCRN', 'CEN', 'TNCC']),
    )
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.at(-1)).toBe('OTHER')
    expect(codes.length).toBeGreaterThanOrEqual(35)
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
    ['BLS', '2025-06-12', '2027-06-30'],
    ['BLS', '2026-02-01', '2028-02-29'],
    ['ACLS', '2025-01-31', '2027-01-31'],
    ['TNCC', '2024-02-29', '2028-02-29'],
    ['NRP', '2024-02-29', '2026-02-28'],
    ['CEN', '2024-02-29', '2028-02-29'],
    ['CCRN', '2025-03-01', '2028-03-01'],
    ['CNOR', '2025-01-01', '2030-12-31'],
    ['CPN', '2025-11-15', '2026-12-31'],
    ['RNC-OB', '2025-03-15', '2028-03-15'],
    ['RNC-OB', '2025-03-14', '2027-12-15'],
    ['RNC-OB', '2025-12-31', '2028-12-15'],
    ['RNC-OB', '2025-12-14', '2028-09-15'],
    ['RNC-OB', '2025-07-01', '2028-06-15'],
    ['NIHSS', '2025-05-05', '2026-05-05'],
    ['OTHER', '2025-05-05', null],
    ['something else', '2025-05-05', null],
    [null, '2025-05-05', null],
  ])('%s issued %s is %s', (code, issuedAt, expected) => {
    expect(usualExpiry(code, issuedAt)).toBe(expected)
  })

  it.each(certifications.map(({ code }) => code))('%s follows its own data', (code) => {
    const known = findCertification(code)
    for (const issuedAt of ['2024-02-29', '2025-01-31', '2025-03-15', '2025-12-31', '2026-08-01']) {
      const expiry = usualExpiry(code, issuedAt)
      if (!known?.validityYears) {
        expect(expiry).toBeNull()
        continue
      }
      expect(expiry && isCalendarDate(expiry)).toBe(true)
      const [year, month, day] = issuedAt.split('-').map(Number)
      const months =
        (Number(expiry?.slice(0, 4)) - (year ?? 0)) * 12 + Number(expiry?.slice(5, 7)) - (month ?? 0)
      const validityMonths = known.validityYears * 12
      if (known.validUntil === 'year-end') {
        expect(expiry).toBe(`${(year ?? 0) + known.validityYears}-12-31`)
      } else if (known.validUntil === 'quarter-15') {
        expect(expiry).toMatch(/-(03|06|09|12)-15$/)
        expect(validityMonths - months).toBeGreaterThanOrEqual(0)
        expect(validityMonths - months).toBeLessThanOrEqual(3)
      } else {
        expect(months).toBe(validityMonths)
        if (known.validUntil === 'day')
          expect(Math.abs(Number(expiry?.slice(8)) - (day ?? 0))).toBeLessThan(2)
      }
    }
  })
})
