import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addYears, daysBetween, endOfMonth } from '#shared/kernel/dates.ts'
import { ceRuleOf } from '#testing/ce-rule.ts'
import { periodStart, possibleEnds, proposePeriod } from './period.ts'
import { noAnswers } from './requirements.ts'
import type { CeRule } from './rule.ts'
import { embeddedRules } from './rules.ts'

function ruleOf(id: string): CeRule {
  const rule = embeddedRules.find(id, '2027-03-31')
  if (!rule) throw new Error(`no rule ${id}`)
  return rule
}

const atFirst = (firstRenewal: boolean) => ({ firstRenewal, topics: [] })

const today = '2026-11-21'
const none = { issuedAt: null, expiresAt: null, birthMonth: null }

describe('the proposed period', () => {
  it.each([
    ['TX-RN', '2027-04-30', '2025-05-01'],
    ['NY-RN', '2028-02-29', '2025-03-01'],
    ['MI-RN', '2027-03-31', '2025-04-01'],
    ['MA-RN', '2028-06-17', '2026-06-18'],
    ['CERT-CMSRN', '2029-09-30', '2024-10-01'],
    ['CT-APRN', '2027-03-31', '2025-04-01'],
  ])('for %s until %s starts on %s', (id, expiresAt, cycleStart) => {
    const period = proposePeriod(ruleOf(id), { ...none, expiresAt }, noAnswers, today)
    expect(period).toEqual({ cycleStart, cycleEnd: expiresAt })
  })

  it.each([
    ['KY-RN', today, '2026-11-01', '2027-10-31'],
    ['KY-RN', '2026-10-31', '2025-11-01', '2026-10-31'],
    ['FL-LPN', today, '2025-08-01', '2027-07-31'],
    ['WI-RN', today, '2026-03-01', '2028-02-28'],
    ['WI-RN', '2025-05-01', '2024-03-01', '2026-02-28'],
  ])(
    'for %s on %s without an expiration date ends on the fixed day: %s to %s',
    (id, day, cycleStart, cycleEnd) => {
      expect(proposePeriod(ruleOf(id), none, noAnswers, day)).toEqual({ cycleStart, cycleEnd })
    },
  )

  it.each(['TX-RN', 'FL-RN', 'GA-RN', 'AL-RN', 'CERT-CNOR'])(
    'for %s without an expiration date is unknown',
    (id) => {
      expect(proposePeriod(ruleOf(id), none, noAnswers, today)).toBeNull()
    },
  )

  it('starts with the license at a first renewal, and not at a later one', () => {
    const license = { ...none, issuedAt: '2026-02-10', expiresAt: '2027-04-30' }
    const first = proposePeriod(ruleOf('TX-RN'), license, atFirst(true), today)
    const later = proposePeriod(ruleOf('TX-RN'), license, atFirst(false), today)
    expect([first?.cycleStart, later?.cycleStart]).toEqual(['2026-02-10', '2025-05-01'])
  })

  it('is the reporting period for a West Virginia LPN, who renews every year and reports every second', () => {
    const license = { ...none, expiresAt: '2027-06-30' }
    const period = proposePeriod(ruleOf('WV-LPN'), license, noAnswers, today)
    expect(period).toEqual({ cycleStart: '2026-07-01', cycleEnd: '2028-06-30' })
  })
})

describe('the end of a license that runs from its issue date', () => {
  it.each([
    ['MI-RN', '2021-03-15', '2027-03-15'],
    ['MI-RN', '2026-11-20', '2028-11-20'],
    ['MI-RN', '2024-11-21', today],
    ['MI-RN', '2024-02-29', '2028-02-29'],
    ['MI-RN', '2022-02-28', '2028-02-28'],
    ['OR-RN', '2026-05-02', '2028-05-02'],
  ])('%s of %s can be %s', (id, issuedAt, end) => {
    expect(possibleEnds(ruleOf(id), { birthMonth: null, issuedAt }, today)).toEqual([end])
  })

  it('is offered, not filled in', () => {
    expect(proposePeriod(ruleOf('MI-RN'), { ...none, issuedAt: '2021-03-15' }, noAnswers, today)).toBeNull()
  })

  it.each(['MI-RN', 'CERT-WCC'])('is not offered for %s when it cannot be determined', (id) => {
    const issuedAt = id === 'MI-RN' ? null : '2021-03-15'
    expect(possibleEnds(ruleOf(id), { birthMonth: null, issuedAt }, today)).toEqual([])
  })
})

describe('the start of a period', () => {
  it.each([
    ['2025-02-28', 1, '2024-03-01'],
    ['2024-02-29', 2, '2022-03-01'],
    ['2028-02-28', 2, '2026-03-01'],
    ['2026-04-30', 2, '2024-05-01'],
    ['2026-01-31', 1, '2025-02-01'],
    ['2027-05-28', 2, '2025-05-29'],
  ])('ending on %s after %i years is %s', (end, years, start) => {
    expect(periodStart(end, years)).toBe(start)
  })

  const end = fc.integer({ min: 10_000, max: 60_000 }).map((days) => addDays('1970-01-01', days))
  const years = fc.integer({ min: 1, max: 10 })

  it('is that many years earlier, and periods that end with a month follow each other without a gap', () => {
    fc.assert(
      fc.property(end, years, (day, count) => {
        const start = periodStart(day, count)
        const usual = addDays(addYears(day, -count), 1)
        expect(Math.abs(daysBetween(usual, start))).toBeLessThanOrEqual(1)
        const monthEnd = endOfMonth(day)
        const before = addDays(periodStart(monthEnd, count), -1)
        expect(before).toBe(endOfMonth(before))
        expect(before.slice(0, 7)).toBe(addYears(`${day.slice(0, 7)}-01`, -count).slice(0, 7))
      }),
    )
  })
})

describe('the days on which a period can end', () => {
  const renewing = (renewal: Partial<CeRule['renewal']>, periodYears = 2) =>
    ceRuleOf({ renewal: { ...ceRuleOf().renewal, ...renewal }, periodYears })
  const day = (month: number, at: number, years: 'every' | 'even' | 'odd') => ({ month, day: at, years })
  const ends = (rule: CeRule, birthMonth: number | null = null, on = today) =>
    possibleEnds(rule, { birthMonth, issuedAt: null }, on)

  it('are one for a fixed day of even or of odd years', () => {
    expect(ends(renewing({ basis: 'fixed', dates: [day(10, 31, 'even')] }))).toEqual(['2028-10-31'])
    expect(ends(renewing({ basis: 'fixed', dates: [day(10, 31, 'odd')] }))).toEqual(['2027-10-31'])
    expect(ends(renewing({ basis: 'fixed', dates: [day(11, 21, 'even')] }))).toEqual(['2026-11-21'])
  })

  it('are several if the license shows the group or the year', () => {
    expect(ends(renewing({ basis: 'group', dates: [day(4, 30, 'even'), day(7, 31, 'odd')] }))).toEqual([
      ...['2027-07-31', '2028-04-30'],
    ])
    expect(ends(renewing({ basis: 'fixed', dates: [day(4, 1, 'every')] }))).toEqual([
      '2027-04-01',
      '2028-04-01',
    ])
  })

  it('follow from the birth month, as far as the rule says how', () => {
    const month = (monthsAfterBirthMonth: number | null) =>
      renewing({ basis: 'birth-month', monthsAfterBirthMonth })
    expect(ends(month(0), 2)).toEqual(['2027-02-28', '2028-02-29'])
    expect(ends(month(1), 12)).toEqual(['2027-01-31', '2028-01-31'])
    expect(ends(month(-1), 1)).toEqual(['2026-12-31', '2027-12-31'])
    expect(ends(month(null), 2)).toEqual([])
    expect(ends(month(0))).toEqual([])
    expect(ends(renewing({ basis: 'birth-month', monthsAfterBirthMonth: 0, years: 1 }), 2)).toEqual([
      '2027-02-28',
    ])
  })

  it('are all in the time until the next renewal, and there is one for each year of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 15_000, max: 30_000 }).map((days) => addDays('1970-01-01', days)),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 2, 3),
        (on, birthMonth, years) => {
          const rule = renewing({ basis: 'birth-month', monthsAfterBirthMonth: 0, years }, years)
          const found = ends(rule, birthMonth, on)
          expect(found).toHaveLength(years)
          for (const end of found) {
            expect(end >= on && end < addYears(on, years)).toBe(true)
            expect(Number(end.slice(5, 7))).toBe(birthMonth)
            expect(end).toBe(endOfMonth(end))
          }
        },
      ),
    )
  })
})
