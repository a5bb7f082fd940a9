import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import {
  type CeuCycle,
  type CeuCycleInput,
  type CeuCyclePatch,
  type CycleProposal,
  ceuCycleInput,
} from '#shared/ceu/cycle.ts'
import {
  type CeRule,
  proposePeriod,
  type RequiredTopic,
  type RuleAnswers,
  requirementsOf,
} from '#shared/ceu/rule.ts'
import { schemaResolver } from '#web/ceu/schema-resolver.ts'

/** The schema's keys; a date that is not filled in yet is absent. */
export type CycleValues = Omit<z.input<typeof ceuCycleInput>, 'cycleStart' | 'cycleEnd'> & {
  cycleStart?: string | undefined
  cycleEnd?: string | undefined
}
export type ParsedCycle = CeuCycleInput

/** What the form knows beside its values: the rule, and the license or certification. */
export type CycleFormContext = {
  rule: CeRule | null
  name: string | null
  issuedAt: string | null
  /** Belongs to a license or certification, which determines the state. */
  isBound: boolean
}

export type CycleForm = UseFormReturn<CycleValues, unknown, ParsedCycle>

/** What each field of the form needs. */
export type CycleFieldProps = { form: CycleForm; context: CycleFormContext; answers: RuleAnswers }

/** A proposal as form values; what it does not know stays empty. */
export function valuesOfProposal(proposal: CycleProposal): Partial<CycleValues> {
  const { credentialId, kind, rule } = proposal
  return {
    state: proposal.state,
    cycleStart: proposal.cycleStart ?? undefined,
    cycleEnd: proposal.cycleEnd ?? undefined,
    requiredHours: proposal.requiredHours,
    topics: proposal.topics,
    answers: proposal.answers,
    ruleId: rule?.id ?? null,
    licenseId: kind === 'license' ? credentialId : null,
    certificationId: kind === 'certification' ? credentialId : null,
    notes: null,
  }
}

export function valuesOfCycle(cycle: CeuCycle): CycleValues {
  const { state, cycleStart, cycleEnd, requiredHours, topics, answers, ruleId, licenseId, certificationId } =
    cycle
  return {
    state,
    cycleStart,
    cycleEnd,
    requiredHours,
    topics,
    answers,
    ruleId,
    licenseId,
    certificationId,
    notes: cycle.notes,
  }
}

/** The changed fields, for a PATCH. */
export function changedCycle(cycle: CeuCycle, { ruleId: _rule, ...next }: ParsedCycle): CeuCyclePatch {
  const before: Record<string, unknown> = valuesOfCycle(cycle)
  const changed = Object.entries(next).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  return Object.fromEntries(changed)
}

export const cycleResolver = schemaResolver<CycleValues, ParsedCycle>({
  schema: ceuCycleInput,
  required: {
    state: 'Enter the state',
    cycleStart: 'Enter the start date',
    cycleEnd: 'Enter the end date',
    'topics.*.topic': 'Enter the topic',
  },
})

/** While a year is typed it passes through 2, 20 and 202, which must not be calculated with. */
export const isCompleteDate = (date: string | null | undefined): date is string => !!date && date >= '1900'

/** The first day of the period that ends on `cycleEnd`, by the rule and the owner's answers. */
export function cycleStartFor(
  { rule, issuedAt }: Pick<CycleFormContext, 'rule' | 'issuedAt'>,
  cycleEnd: string | undefined,
  answers: RuleAnswers,
): string | null {
  if (!rule || !isCompleteDate(cycleEnd)) return null
  return proposePeriod(rule, { issuedAt, expiresAt: cycleEnd }, answers, cycleEnd)?.cycleStart ?? null
}

type Topic = { topic: string; hours?: number | null; tags?: string[] }
type AnsweredValues = Pick<CycleValues, 'cycleStart' | 'requiredHours'> & { topics: Topic[] }

/**
 * The values after an answer changed: only what still matches the rule follows it. A number the owner set, a topic they
 * removed and a topic they added stay as they are.
 */
export function applyAnswers(
  values: AnsweredValues & { cycleEnd: string | undefined },
  context: Pick<CycleFormContext, 'rule' | 'issuedAt'>,
  before: RuleAnswers,
  after: RuleAnswers,
): AnsweredValues {
  const { cycleStart, requiredHours, topics } = values
  if (!context.rule) return { cycleStart, requiredHours, topics }
  const [previous, next] = [requirementsOf(context.rule, before), requirementsOf(context.rule, after)]
  const isStartByRule = cycleStart === cycleStartFor(context, values.cycleEnd, before)
  return {
    cycleStart: (isStartByRule ? cycleStartFor(context, values.cycleEnd, after) : null) ?? cycleStart,
    requiredHours: requiredHours === previous.requiredHours ? next.requiredHours : requiredHours,
    topics: applyTopicAnswers(topics, previous.topics, next.topics),
  }
}

function applyTopicAnswers(topics: Topic[], previous: RequiredTopic[], next: RequiredTopic[]): Topic[] {
  const find = (list: readonly Topic[], { topic }: Topic) => list.find((other) => other.topic === topic)
  const required = next.flatMap((topic) => find(topics, topic) ?? (find(previous, topic) ? [] : topic))
  const own = topics.filter((topic) => !find(previous, topic) && !find(next, topic))
  return [...required, ...own]
}

/** Replaces an earlier answer about the same topic. */
export function withTopicAnswer(
  answers: RuleAnswers,
  topic: string,
  answer: RuleAnswers['topics'][number]['answer'],
): RuleAnswers {
  return { ...answers, topics: [...answers.topics.filter((one) => one.topic !== topic), { topic, answer }] }
}

/** Whether both lists have the same topics with the same hours, in any order. */
export function isSameTopics(a: readonly Topic[], b: readonly Topic[]): boolean {
  const normalized = (list: readonly Topic[]) =>
    JSON.stringify(list.map(({ topic, hours }) => [topic, hours ?? null]).sort())
  return normalized(a) === normalized(b)
}
