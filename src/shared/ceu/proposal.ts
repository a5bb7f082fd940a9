import { addDays, addYears, endOfMonth } from '#shared/kernel/dates.ts'
import type { CeuCycle, CycleProposal } from './cycle.ts'
import {
  type CeRule,
  dueUnder,
  noAnswers,
  type Period,
  periodStart,
  proposePeriod,
  type RuleAnswers,
} from './rule.ts'

type Held = Pick<
  CycleProposal,
  'credentialId' | 'kind' | 'credentialTitle' | 'state' | 'issuedAt' | 'expiresAt'
> & { renewalCycle: number | null }
type Earlier = Pick<CeuCycle, 'cycleEnd' | 'topicsCompleted' | 'answers'>

/** What a new cycle could be, from the rule and from what the earlier cycles of the same credential tell. */
export function proposeCycle(
  { renewalCycle, ...held }: Held,
  rule: CeRule | null,
  earlier: readonly Earlier[],
  today: string,
): CycleProposal {
  const latestFirst = earlier.toSorted((a, b) => (a.cycleEnd < b.cycleEnd ? 1 : -1))
  const answers = rule ? answersFrom(rule, latestFirst) : noAnswers
  const years = rule ? rule.periodYears : renewalCycle
  const latestEnd = latestFirst[0]?.cycleEnd
  const told = rule ? proposePeriod(rule, held, answers, today) : periodOf(held.expiresAt, years)
  // Where neither the credential nor its rule tells an end, the last cycle does.
  const now = told ?? periodOf(latestEnd ?? null, years)
  const reaches = (date: string | undefined) => date !== undefined && (latestEnd ?? '') >= date
  const period = now && years && latestEnd ? periodAfter(now, years, latestEnd) : now
  const due = rule ? dueUnder(rule, answers) : { requiredHours: null, topics: [] }
  return {
    ...held,
    ...due,
    rule,
    answers,
    cycleStart: period?.cycleStart ?? null,
    cycleEnd: period?.cycleEnd ?? held.expiresAt,
    hasCycle: reaches(told?.cycleEnd) || reaches(today),
  }
}

function periodOf(cycleEnd: string | null, years: number | null): Period | null {
  if (cycleEnd === null || years === null || !Number.isInteger(years)) return null
  return { cycleStart: periodStart(cycleEnd, years), cycleEnd }
}

/** The period itself, or the first one after it that no earlier cycle has reached. */
function periodAfter(period: Period, years: number, latestEnd: string): Period {
  if (period.cycleEnd > latestEnd) return period
  let { cycleStart, cycleEnd } = period
  while (cycleEnd <= latestEnd) {
    const later = addYears(cycleEnd, years)
    cycleEnd = cycleEnd === endOfMonth(cycleEnd) ? endOfMonth(later) : later
    cycleStart = periodStart(cycleEnd, years)
  }
  const after = addDays(latestEnd, 1)
  return { cycleStart: cycleStart > latestEnd || after >= cycleEnd ? cycleStart : after, cycleEnd }
}

/** What was done once, or within so many cycles, need not be asked for again. */
function answersFrom(rule: CeRule, latestFirst: readonly Earlier[]): RuleAnswers {
  if (latestFirst.length === 0) return noAnswers
  const topics = rule.topics
    .filter(({ topic, every }) => {
      const within = every === 'once' ? latestFirst : latestFirst.slice(0, cyclesOf(every) - 1)
      return within.some(
        ({ topicsCompleted, answers }) =>
          topicsCompleted.some((done) => done.topic === topic && done.isMet) ||
          (every === 'once' && answers.topics.some((told) => told.topic === topic && told.answer === 'done')),
      )
    })
    .map(({ topic }) => ({ topic, answer: 'done' as const }))
  return { firstRenewal: false, topics }
}

/** 3 of `3 cycles`; 1 of what is owed every time. */
function cyclesOf(every: string): number {
  return Number(/^(\d) cycles$/.exec(every)?.[1] ?? 1)
}
