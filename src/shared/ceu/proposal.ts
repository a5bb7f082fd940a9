import { addDays, addYears, endOfMonth } from '#shared/kernel/dates.ts'
import type { RuleAnswers } from './answers.ts'
import type { CeuCycle, CycleProposal, CycleTopic, RenewalFacts } from './cycle.ts'
import { type Period, periodStart, possibleEnds, proposePeriod } from './period.ts'
import { datedDuties, noRenewalDays, renewalDaysOf } from './renewal-days.ts'
import { answerOf, cyclesOf, noAnswers, requirementsOf } from './requirements.ts'
import type { CeRule } from './rule.ts'
import { isFromOfficialText } from './rule-facts.ts'
import { keepTopicNames } from './topic-match.ts'
import { hundredths } from './units.ts'

type ProposalCredential = Pick<
  CycleProposal,
  'credentialId' | 'kind' | 'credentialTitle' | 'state' | 'issuedAt' | 'expiresAt'
> & { renewalCycle: number | null; birthMonth: number | null }
type EarlierCycle = Pick<
  CeuCycle,
  'cycleEnd' | 'topics' | 'topicsCompleted' | 'answers' | 'requiredHours' | 'hoursCounted' | 'wayId'
>

/** Whether the proposal's rule requires something that a cycle tracks: hours, topics, practice, a portfolio. */
export function hasRequirements({ rule, requiredHours, topics }: CycleProposal): boolean {
  if (rule === null) return false
  return requiredHours !== null || topics.length > 0 || (rule.ways.length > 0 && retakenIn(rule) === null)
}

/** Whether the credential is renewed by taking its course or exam again, with nothing to count. */
export const isRetaken = ({ rule }: Pick<CycleProposal, 'rule'>) => rule !== null && retakenIn(rule) !== null

/** Whether the proposed cycle is over, for example that of an expired license. */
export const isEnded = ({ cycleEnd }: Pick<CycleProposal, 'cycleEnd'>, today: string) =>
  cycleEnd !== null && cycleEnd < today

/** The proposals in their order, those of cycles that are over last. */
export function currentFirst<P extends Pick<CycleProposal, 'cycleEnd'>>(
  proposals: readonly P[],
  today: string,
): P[] {
  return proposals.toSorted((a, b) => Number(isEnded(a, today)) - Number(isEnded(b, today)))
}

/** What the proposed cycle asks for, as what is left of it. */
export function askedBy({ rule, requiredHours, topics, ...facts }: CycleProposal) {
  return {
    hoursLeft: requiredHours ?? 0,
    topicsLeft: topics.length,
    needsLeft: rule === null ? 0 : requirementsOf(rule, facts).needs.length,
  }
}

/**
 * The course or exam to retake, if every way of the rule requires only that, as for a life support card. Such a renewal
 * has nothing to count.
 */
export function retakenIn({ ways }: Pick<CeRule, 'ways'>): 'course' | 'exam' | null {
  const kinds = new Set(ways.flatMap(({ needs }) => needs.map(({ kind }) => kind)))
  const [only] = kinds
  return kinds.size === 1 && (only === 'course' || only === 'exam') ? only : null
}

/**
 * The next cycle of a credential, from its rule and from its earlier cycles. `ruleFor` finds the rule for a cycle that ends
 * on a date; `renewalCycle` is in years.
 */
export function proposeCycle(
  { renewalCycle, birthMonth, ...credential }: ProposalCredential,
  ruleFor: (cycleEnd: string) => CeRule | null,
  earlier: readonly EarlierCycle[],
  today: string,
): CycleProposal {
  const latestFirst = earlier.toSorted((a, b) => (a.cycleEnd < b.cycleEnd ? 1 : -1))
  const { issuedAt, expiresAt } = credential
  const present = ruleFor(expiresAt ?? today) ?? ruleFor(today)
  const years = present ? present.periodYears : renewalCycle
  const latestEnd = latestFirst[0]?.cycleEnd
  const stated = present
    ? proposePeriod(present, { issuedAt, expiresAt, birthMonth }, answersFrom(present, latestFirst), today)
    : periodEndingOn(expiresAt, years)
  // If neither the credential nor its rule has an end date, the last cycle's end date is used.
  const current = stated ?? periodEndingOn(latestEnd ?? null, years)
  const isReached = (date: string | undefined) => date !== undefined && (latestEnd ?? '') >= date
  const period = current && years && latestEnd ? periodAfter(current, years, latestEnd) : current
  // Another record of the rule may be in effect by then.
  const rule = period ? (ruleFor(period.cycleEnd) ?? present) : present
  const answers = rule ? answersFrom(rule, latestFirst) : noAnswers
  const wayId = latestFirst.find((cycle) => rule?.ways.some(({ id }) => id === cycle.wayId))?.wayId ?? null
  const cycleEnd = period?.cycleEnd ?? expiresAt
  const { requiredHours, topics } = rule
    ? requirementsOf(rule, { answers, wayId, cycleEnd, issuedAt })
    : { requiredHours: null, topics: [] }
  return {
    ...credential,
    requiredHours,
    topics: keepTopicNames(
      topics,
      latestFirst.flatMap((cycle) => cycle.topics),
    ),
    rule,
    answers,
    wayId,
    cycleStart: period?.cycleStart ?? null,
    cycleEnd,
    possibleEnds: rule && stated === null ? possibleEnds(rule, { birthMonth, issuedAt }, today) : [],
    carriedOverHours: rule ? leftOver(rule, latestFirst[0], period) : null,
    renewal: present && renewalFactsOf(present, expiresAt),
    hasCycle: isReached(stated?.cycleEnd) || isReached(today),
  }
}

function renewalFactsOf(rule: CeRule, expiresAt: string | null): RenewalFacts {
  const duties =
    expiresAt === null ? rule.duties.map((duty) => ({ ...duty, dueOn: null })) : datedDuties(rule, expiresAt)
  return {
    ...(expiresAt === null ? noRenewalDays : renewalDaysOf(rule, expiresAt)),
    duties: duties.map(({ key, what, when, onlyIf, isStanding, dueOn }) => ({
      ...{ key, what, when, onlyIf, isStanding, dueOn },
      isConfirmed: isFromOfficialText(rule, `duty:${key}`),
    })),
  }
}

/** The surplus of the cycle right before this one, if the rule is known to allow carrying it over. */
function leftOver(rule: CeRule, before: EarlierCycle | undefined, period: Period | null): number | null {
  const { allowed, hours } = rule.carryOver
  if (allowed !== true || !before || before.requiredHours === null || period === null) return null
  if (period.cycleStart !== addDays(before.cycleEnd, 1)) return null
  const surplus = hundredths(before.hoursCounted) - hundredths(before.requiredHours)
  return surplus > 0 ? Math.min(surplus, hundredths(hours ?? surplus / 100)) / 100 : null
}

function periodEndingOn(cycleEnd: string | null, years: number | null): Period | null {
  if (cycleEnd === null || years === null || !Number.isInteger(years)) return null
  return { cycleStart: periodStart(cycleEnd, years), cycleEnd }
}

/** The period itself, or the first later one that no earlier cycle has reached. */
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

/**
 * Leaves out questions about a topic that was completed once, or within the last few cycles. A topic that replaced an
 * earlier one has its own key, so the answer about the earlier topic does not apply to it.
 */
function answersFrom(rule: CeRule, latestFirst: readonly EarlierCycle[]): RuleAnswers {
  if (latestFirst.length === 0) return noAnswers
  const topics = rule.topics
    .filter((asked) => {
      const { key, topic, every, replaces } = asked
      const recent = every === 'once' ? latestFirst : latestFirst.slice(0, cyclesOf(asked) - 1)
      const isThis = (one: CycleTopic | undefined) =>
        one !== undefined && (one.key === key || (one.key === null && one.topic === topic && !replaces))
      return recent.some(
        (cycle) =>
          cycle.topicsCompleted.some(({ isMet }, at) => isMet && isThis(cycle.topics[at])) ||
          (every === 'once' && answerOf(cycle.answers, replaces ? { key, topic: key } : asked) === 'done'),
      )
    })
    .map(({ key }) => ({ topic: key, answer: 'done' as const }))
  return { firstRenewal: false, topics }
}
