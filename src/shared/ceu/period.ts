import { addDays, addYears, calendarMonths, endOfMonth } from '#shared/kernel/dates.ts'
import type { RuleAnswers } from './answers.ts'
import { dateIn } from './renewal-days.ts'
import type { CeRule } from './rule.ts'

export type Period = { cycleStart: string; cycleEnd: string }

export function containsDay({ cycleStart, cycleEnd }: Period, day: string): boolean {
  return cycleStart <= day && day <= cycleEnd
}

/** The facts from which the end of a period can be computed. */
export type PeriodFacts = {
  issuedAt: string | null
  expiresAt: string | null
  /** 1 to 12. */
  birthMonth: number | null
}

/**
 * The period that ends when the license expires. Without an expiration date it ends on the day that the rule
 * determines, if there is exactly one; `null` without both. The rule's day wins if the license is renewed more often
 * than the period ends. At the first renewal the period begins when the license was issued.
 */
export function proposePeriod(
  rule: CeRule,
  facts: PeriodFacts,
  answers: RuleAnswers,
  today: string,
): Period | null {
  const [only, ...others] = possibleEnds(rule, facts, today)
  // A reissued license runs from a day other than the one in the vault, so the owner enters that day.
  const isCertain = others.length === 0 && rule.renewal.basis !== 'issue-date'
  const computed = isCertain ? (only ?? null) : null
  const { issuedAt, expiresAt } = facts
  const isLonger = rule.renewal.years < rule.periodYears
  const cycleEnd = isLonger ? (computed ?? expiresAt) : (expiresAt ?? computed)
  if (cycleEnd === null) return null
  const fullStart = periodStart(cycleEnd, rule.periodYears)
  const isShorter =
    answers.firstRenewal === true && issuedAt !== null && issuedAt > fullStart && issuedAt < cycleEnd
  return { cycleStart: isShorter ? issuedAt : fullStart, cycleEnd }
}

/**
 * The days on which a period can end by the rule, until the next renewal (or the next period, if it ends on fixed
 * days), soonest first. There are several if only the license shows the group or the year, and none if the rule and the
 * facts do not determine a day.
 */
export function possibleEnds(
  { renewal, periodYears, jurisdiction }: CeRule,
  { birthMonth, issuedAt }: Pick<PeriodFacts, 'birthMonth' | 'issuedAt'>,
  today: string,
): string[] {
  // Issuers of certifications round to the end of a month or a year, and each does so differently.
  if (renewal.basis === 'issue-date' && (jurisdiction !== null || renewal.monthEnd !== null))
    return nextAnniversary(renewal, issuedAt, today)
  const isFixed = renewal.dates.length > 0
  const days = isFixed ? renewal.dates : birthMonthDays(renewal, birthMonth)
  const years = Math.ceil(isFixed ? Math.max(renewal.years, periodYears) : renewal.years)
  const last = addYears(today, years)
  const year = Number(today.slice(0, 4))
  if (jurisdiction === null && issuedAt === null) return []
  const ends = days.flatMap(({ month, day, years: parity }) =>
    Array.from({ length: years + 1 }, (_, later) => year + later)
      .filter((each) => parity === 'every' || (parity === 'even') === (each % 2 === 0))
      .map((each) => dateIn(String(each), { month, day })),
  )
  const isLikely = (end: string) => jurisdiction !== null || isAboutATerm(issuedAt ?? end, end, renewal.years)
  return [...new Set(ends)].filter((date) => date >= today && date < last && isLikely(date)).toSorted()
}

/** Whether about a whole number of terms lies between: the first one of a certification is often rounded. */
function isAboutATerm(issuedAt: string, end: string, years: number): boolean {
  const [months, term] = [calendarMonths(issuedAt, end) % (years * 12), years * 12]
  return months <= 12 || months >= term - 12
}

function birthMonthDays(
  { basis, monthsAfterBirthMonth, dayOfMonth, inYears }: CeRule['renewal'],
  birthMonth: number | null,
): CeRule['renewal']['dates'] {
  if (basis !== 'birth-month' || birthMonth === null || monthsAfterBirthMonth === null) return []
  const month = ((birthMonth - 1 + monthsAfterBirthMonth + 12) % 12) + 1
  // Only the month of birth is known, so both years are possible.
  const years = inYears === 'birth-year' ? 'every' : inYears
  return [{ month, day: dayOfMonth ?? 31, years }]
}

/** The first end, today or later, that is a whole number of renewals after the issue. */
function nextAnniversary(
  { years, monthEnd }: CeRule['renewal'],
  issuedAt: string | null,
  today: string,
): string[] {
  if (issuedAt === null || !Number.isInteger(years)) return []
  const endAfter = (renewals: number) => {
    const day = addYears(issuedAt, renewals * years)
    if (monthEnd === null) return day
    return monthEnd === 'issue-month' ? endOfMonth(day) : addDays(`${day.slice(0, 7)}-01`, -1)
  }
  const passed = Number(today.slice(0, 4)) - Number(issuedAt.slice(0, 4))
  const renewals = Math.max(1, Math.floor(passed / years))
  const end = endAfter(renewals)
  return [end < today ? endAfter(renewals + 1) : end]
}

/** The day after the previous period ended. The last day of a month stays the last day, even in a leap year. */
export function periodStart(cycleEnd: string, years: number): string {
  const previous = addYears(cycleEnd, -years)
  return addDays(cycleEnd === endOfMonth(cycleEnd) ? endOfMonth(previous) : previous, 1)
}
