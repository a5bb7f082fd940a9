import { addDays, addYears, endOfMonth } from '#shared/kernel/dates.ts'
import type { CeuCycle, CycleProposal } from './cycle.ts'
import {
  type CeRule,
  noAnswers,
  type Period,
  periodStart,
  proposePeriod,
  type RuleAnswers,
  requirementsOf,
} from './rule.ts'
import { keepTopicNames } from './topic-match.ts'

type ProposalCredential = Pick<
  CycleProposal,
  'credentialId' | 'kind' | 'credentialTitle' | 'state' | 'issuedAt' | 'expiresAt'
> & { renewalCycle: number | null }
type EarlierCycle = Pick<CeuCycle, 'cycleEnd' | 'topics' | 'topicsCompleted' | 'answers'>

/** Whether the proposal's rule requires hours or topics. */
export function hasRequirements({ rule, requiredHours, topics }: CycleProposal): boolean {
  return rule !== null && (requiredHours !== null || topics.length > 0)
}

/** The next cycle of a credential, from its rule and from its earlier cycles. `renewalCycle` is in years. */
export function proposeCycle(
  { renewalCycle, ...credential }: ProposalCredential,
  rule: CeRule | null,
  earlier: readonly EarlierCycle[],
  today: string,
): CycleProposal {
  const latestFirst = earlier.toSorted((a, b) => (a.cycleEnd < b.cycleEnd ? 1 : -1))
  const answers = rule ? answersFrom(rule, latestFirst) : noAnswers
  const years = rule ? rule.periodYears : renewalCycle
  const latestEnd = latestFirst[0]?.cycleEnd
  const stated = rule
    ? proposePeriod(rule, credential, answers, today)
    : periodEndingOn(credential.expiresAt, years)
  // If neither the credential nor its rule has an end date, the last cycle's end date is used.
  const current = stated ?? periodEndingOn(latestEnd ?? null, years)
  const isReached = (date: string | undefined) => date !== undefined && (latestEnd ?? '') >= date
  const period = current && years && latestEnd ? periodAfter(current, years, latestEnd) : current
  const requirements = rule ? requirementsOf(rule, answers) : { requiredHours: null, topics: [] }
  return {
    ...credential,
    ...requirements,
    topics: keepTopicNames(
      requirements.topics,
      latestFirst.flatMap((cycle) => cycle.topics),
    ),
    rule,
    answers,
    cycleStart: period?.cycleStart ?? null,
    cycleEnd: period?.cycleEnd ?? credential.expiresAt,
    hasCycle: isReached(stated?.cycleEnd) || isReached(today),
  }
}

function periodEndingOn(cycleEnd: string | null, years: number | null): Period | null {
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

/** A topic that was completed once, or within the last few cycles, is not asked about again. */
function answersFrom(rule: CeRule, latestFirst: readonly EarlierCycle[]): RuleAnswers {
  if (latestFirst.length === 0) return noAnswers
  const topics = rule.topics
    .filter(({ topic, every }) => {
      const recent = every === 'once' ? latestFirst : latestFirst.slice(0, cyclesOf(every) - 1)
      return recent.some(
        ({ topicsCompleted, answers }) =>
          topicsCompleted.some((completed) => completed.topic === topic && completed.isMet) ||
          (every === 'once' &&
            answers.topics.some((given) => given.topic === topic && given.answer === 'done')),
      )
    })
    .map(({ topic }) => ({ topic, answer: 'done' as const }))
  return { firstRenewal: false, topics }
}

/** 3 for `3 cycles`; 1 for a topic that is required in every cycle. */
function cyclesOf(every: string): number {
  return Number(/^(\d) cycles$/.exec(every)?.[1] ?? 1)
}
