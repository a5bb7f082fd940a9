import { addDays, addYears, endOfMonth, isCalendarDate } from '#shared/kernel/dates.ts'
import type { CeRule, RenewalDay, RuleDuty } from './rule.ts'

/** The days around the end of a term on which its renewal opens and closes; `null` if the rule has none. */
export type RenewalDays = {
  opens: string | null
  /** The last day on which it is in time, if that is before the end. */
  applyBy: string | null
  lateUntil: string | null
}

/** A duty of a renewal, with the last day to do it. */
export type DatedDuty = Omit<RuleDuty, 'by'> & { dueOn: string }

type Renewing = Pick<CeRule, 'renewal'>

export const noRenewalDays: RenewalDays = { opens: null, applyBy: null, lateUntil: null }

/** The days for the term that ends on `end`. */
export function renewalDaysOf({ renewal }: Renewing, end: string): RenewalDays {
  const { opens, applyBy, lateUntil } = renewal
  const dayOf = (day: RenewalDay | null, from: string, way: Way) =>
    day === null ? null : dayAround(day, { end, from, way, renewal })
  const by = dayOf(applyBy, end, 'before')
  const due = by ?? end
  return {
    opens: dayOf(opens, due, 'before'),
    applyBy: by !== null && by < end ? by : null,
    lateUntil: dayOf(lateUntil, due, 'after'),
  }
}

/** Everything that the renewal of the term that ends on `end` needs, each with its last day. */
export function datedDuties(rule: Pick<CeRule, 'renewal' | 'duties'>, end: string): DatedDuty[] {
  const start = addYears(end, -Math.ceil(rule.renewal.years))
  const due = renewalDaysOf(rule, end).applyBy ?? end
  return rule.duties.flatMap(({ by, ...duty }) => {
    const own = by && dayAround(by, { end, from: end, way: 'before', renewal: rule.renewal })
    // A day of even years, in a term without such a year.
    if (own !== null && own <= start) return []
    return [{ ...duty, dueOn: own ?? due }]
  })
}

type Way = 'before' | 'after'
type Around = { end: string; from: string; way: Way; renewal: CeRule['renewal'] }

/** A day of the calendar is the nearest one before or after `from`, if the term ends on a day of the rule. */
function dayAround(day: RenewalDay, { end, from, way, renewal }: Around): string | null {
  if ('daysBefore' in day) return addDays(end, -day.daysBefore)
  if ('daysAfter' in day) return addDays(end, day.daysAfter)
  const isByRule = renewal.dates.some((each) => dateIn(end.slice(0, 4), each) === end)
  if (!isByRule) return null
  const year = Number(from.slice(0, 4))
  const years = way === 'before' ? [year, year - 1, year - 2] : [year, year + 1, year + 2]
  const days = years
    .filter((each) => day.years === 'every' || (day.years === 'even') === (each % 2 === 0))
    .map((each) => dateIn(String(each), day))
  return days.find((each) => (way === 'before' ? each <= from : each >= from)) ?? null
}

/** A day that the month does not have means the last day of the month. */
export function dateIn(year: string, { month, day }: { month: number; day: number }): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return isCalendarDate(date) ? date : endOfMonth(`${year}-${twoDigits(month)}-01`)
}
