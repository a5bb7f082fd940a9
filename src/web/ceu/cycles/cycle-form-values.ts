import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import {
  type CeuCycle,
  type CeuCycleInput,
  type CeuCyclePatch,
  type CycleProposal,
  ceuCycleInput,
} from '#shared/ceu/cycle.ts'
import { type CeRule, type DueTopic, dueUnder, proposePeriod, type RuleAnswers } from '#shared/ceu/rule.ts'

export type CycleValues = z.input<typeof ceuCycleInput>
export type ParsedCycle = CeuCycleInput

/** What a cycle's form stands on: the rule, and what is known of the license or certification. */
export type CycleBasis = {
  rule: CeRule | null
  name: string | null
  issuedAt: string | null
  /** Bound to a license or certification, whose state it has. */
  isBound: boolean
}

/** A proposal as the form shows it; what it does not know stays empty. */
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

/** What a PATCH sends: the fields that are not as they were. */
export function changedCycle(cycle: CeuCycle, { ruleId: _rule, ...next }: ParsedCycle): CeuCyclePatch {
  const before = valuesOfCycle(cycle) as Record<string, unknown>
  const changed = Object.entries(next).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  return Object.fromEntries(changed)
}

const words: Record<string, string> = {
  state: 'Which state is it for?',
  cycleStart: 'On which day does it begin?',
  cycleEnd: 'On which day does it end?',
}

/** The schema's own check, in the words of this form. */
export const cycleResolver: Resolver<CycleValues, unknown, ParsedCycle> = async (values, ...rest) => {
  const result = await zodResolver(ceuCycleInput)(values, ...rest)
  const { topics, ...errors } = result.errors as FieldErrors<CycleValues>
  for (const [key, error] of Object.entries(errors))
    if (error && 'message' in error && error.message === 'Required' && words[key]) error.message = words[key]
  for (const error of Array.isArray(topics) ? (topics as { topic?: { message?: string } }[]) : [])
    if (error?.topic?.message === 'Required') error.topic.message = 'What is it called?'
  return result
}

/** While a year is typed it is a 2, a 20, a 202: no date to reckon with yet. */
export const isTypedOut = (date: string | null | undefined): date is string => !!date && date >= '1900'

/** The first day of the period that ends on this one, by the rule and her answers. */
export function startUnder(
  { rule, issuedAt }: Pick<CycleBasis, 'rule' | 'issuedAt'>,
  cycleEnd: string | undefined,
  answers: RuleAnswers,
): string | null {
  if (!rule || !isTypedOut(cycleEnd)) return null
  return proposePeriod(rule, { issuedAt, expiresAt: cycleEnd }, answers, cycleEnd)?.cycleStart ?? null
}

type Topic = { topic: string; hours?: number | null; tags?: string[] }
type Followed = Pick<CycleValues, 'cycleStart' | 'requiredHours'> & { topics: Topic[] }

/**
 * What her answers change: only what is still as the rule had it. A number that she set stays, a topic that she
 * removed stays away, one of her own stays.
 */
export function followAnswers(
  values: Followed & { cycleEnd: string | undefined },
  basis: Pick<CycleBasis, 'rule' | 'issuedAt'>,
  before: RuleAnswers,
  after: RuleAnswers,
): Followed {
  const { cycleStart, requiredHours, topics } = values
  if (!basis.rule) return { cycleStart, requiredHours, topics }
  const [was, now] = [dueUnder(basis.rule, before), dueUnder(basis.rule, after)]
  const isUsualStart = cycleStart === startUnder(basis, values.cycleEnd, before)
  return {
    cycleStart: (isUsualStart ? startUnder(basis, values.cycleEnd, after) : null) ?? cycleStart,
    requiredHours: requiredHours === was.requiredHours ? now.requiredHours : requiredHours,
    topics: followTopics(topics, was.topics, now.topics),
  }
}

function followTopics(topics: Topic[], was: DueTopic[], now: DueTopic[]): Topic[] {
  const named = (list: readonly Topic[], { topic }: Topic) => list.find((one) => one.topic === topic)
  const due = now.flatMap((topic) => named(topics, topic) ?? (named(was, topic) ? [] : topic))
  const own = topics.filter((topic) => !named(was, topic) && !named(now, topic))
  return [...due, ...own]
}

/** A later answer to the same question takes the place of the earlier one. */
export function withTopicAnswer(
  answers: RuleAnswers,
  topic: string,
  answer: RuleAnswers['topics'][number]['answer'],
): RuleAnswers {
  return { ...answers, topics: [...answers.topics.filter((one) => one.topic !== topic), { topic, answer }] }
}

/** Whether these are the rule's topics, in any order. */
export function isSameTopics(a: readonly Topic[], b: readonly Topic[]): boolean {
  const plain = (list: readonly Topic[]) =>
    JSON.stringify(list.map(({ topic, hours }) => [topic, hours ?? null]).sort())
  return plain(a) === plain(b)
}
