import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { RuleAnswers, TopicAnswer } from '#shared/ceu/answers.ts'
import { type CeuCycle, type CeuCycleInput, type CeuCyclePatch, ceuCycleInput } from '#shared/ceu/cycle.ts'
import { proposePeriod } from '#shared/ceu/period.ts'
import {
  type RequiredTopic,
  type Requirements,
  type RuleFacts,
  requirementsOf,
} from '#shared/ceu/requirements.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { msg } from '#shared/i18n/translate.ts'
import { createCycle, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { changedOf, useSave } from '#web/ui/use-save.ts'

/** Fields of the form that can show an error from the server. */
const fields = ['state', 'cycleStart', 'cycleEnd', 'requiredHours', 'carriedOverHours', 'topics', 'notes']

/** The schema's keys. A date that is not filled in yet is absent. */
export type CycleValues = Omit<z.input<typeof ceuCycleInput>, 'cycleStart' | 'cycleEnd'> & {
  cycleStart?: string | undefined
  cycleEnd?: string | undefined
}
export type ParsedCycle = CeuCycleInput

/** The context of the form: the rule, and the license or certification. */
export type CycleFormContext = {
  rule: CeRule | null
  name: string | null
  issuedAt: string | null
  /** The cycle belongs to a license or certification, which determines the state. */
  isBound: boolean
  /** Days on which the period can end by the rule, if there are several and the credential has no expiration date. */
  possibleEnds: string[]
}

export type CycleForm = UseFormReturn<CycleValues, unknown, ParsedCycle>

/** The owner's answers about the parts of the rule that apply. */
export type RuleChoices = Pick<RuleFacts, 'answers' | 'wayId'>

/** The props of each field of the form. */
export type CycleFieldProps = { form: CycleForm; context: CycleFormContext; choices: RuleChoices }

export function valuesOfCycle(cycle: CeuCycle): CycleValues {
  const { state, cycleStart, cycleEnd, requiredHours, topics, notes } = cycle
  const { ruleId, answers, wayId, needAnswers, carriedOverHours, licenseId, certificationId } = cycle
  return {
    ...{ state, cycleStart, cycleEnd, requiredHours, topics, notes },
    ...{ ruleId, answers, wayId, needAnswers, carriedOverHours, licenseId, certificationId },
  }
}

/** The changed fields, for a PATCH. */
export function changedCycle(cycle: CeuCycle, { ruleId: _rule, ...next }: ParsedCycle): CeuCyclePatch {
  return changedOf(valuesOfCycle(cycle), next)
}

export const cycleResolver = schemaResolver<CycleValues, ParsedCycle>({
  schema: ceuCycleInput,
  required: {
    state: msg`Enter the state`,
    cycleStart: msg`Enter the start date`,
    cycleEnd: msg`Enter the end date`,
    'topics.*.topic': msg`Enter the topic`,
  },
})

/** While a year is typed it passes through 2, 20 and 202. Nothing is calculated with those. */
export const isCompleteDate = (date: string | null | undefined): date is string => !!date && date >= '1900'

/** The first day of the period that ends on `cycleEnd`, by the rule and the owner's answers. */
export function cycleStartFor(
  { rule, issuedAt }: Pick<CycleFormContext, 'rule' | 'issuedAt'>,
  cycleEnd: string | undefined,
  answers: RuleAnswers,
): string | null {
  if (!rule || !isCompleteDate(cycleEnd)) return null
  const facts = { issuedAt, expiresAt: cycleEnd, birthMonth: null }
  return proposePeriod(rule, facts, answers, cycleEnd)?.cycleStart ?? null
}

/** The requirements of the rule for these answers, in the cycle that ends on `cycleEnd`. */
export function requiredFor(
  { rule, issuedAt }: Pick<CycleFormContext, 'rule' | 'issuedAt'>,
  cycleEnd: string | undefined,
  choices: RuleChoices,
): Requirements | null {
  if (!rule) return null
  return requirementsOf(rule, {
    ...choices,
    issuedAt,
    cycleEnd: isCompleteDate(cycleEnd) ? cycleEnd : null,
  })
}

type Topic = NonNullable<CycleValues['topics']>[number]
type AnsweredValues<T> = Pick<CycleValues, 'cycleStart' | 'cycleEnd'> & {
  requiredHours: number | null
  topics: T[]
}

/**
 * The values after an answer or the way changed. Only values that still match the rule change with it. A number that
 * the owner set, a topic that they removed and a topic that they added stay unchanged.
 */
export function applyChoices<T extends Topic>(
  values: AnsweredValues<T>,
  context: Pick<CycleFormContext, 'rule' | 'issuedAt'>,
  before: RuleChoices,
  after: RuleChoices,
): Omit<AnsweredValues<T | RequiredTopic>, 'cycleEnd'> {
  const { cycleStart, cycleEnd, requiredHours, topics } = values
  const [previous, next] = [requiredFor(context, cycleEnd, before), requiredFor(context, cycleEnd, after)]
  if (!previous || !next) return { cycleStart, requiredHours, topics }
  const isStartByRule = cycleStart === cycleStartFor(context, cycleEnd, before.answers)
  return {
    cycleStart: (isStartByRule ? cycleStartFor(context, cycleEnd, after.answers) : null) ?? cycleStart,
    requiredHours: requiredHours === previous.requiredHours ? next.requiredHours : requiredHours,
    topics: applyToTopics(topics, previous.topics, next.topics),
  }
}

function applyToTopics<T extends Topic>(
  topics: T[],
  previous: RequiredTopic[],
  next: RequiredTopic[],
): (T | RequiredTopic)[] {
  const find = <U extends Topic>(list: readonly U[], { topic }: Topic) =>
    list.find((other) => other.topic === topic)
  const required = next.flatMap((topic) => find(topics, topic) ?? (find(previous, topic) ? [] : topic))
  const own = topics.filter((topic) => !find(previous, topic) && !find(next, topic))
  return [...required, ...own]
}

/** Replaces an earlier answer about the same topic, including one stored by name. */
export function withTopicAnswer(
  answers: RuleAnswers,
  { key, topic }: Pick<RuleTopic, 'key' | 'topic'>,
  answer: TopicAnswer,
): RuleAnswers {
  const others = answers.topics.filter((one) => one.topic !== key && one.topic !== topic)
  return { ...answers, topics: [...others, { topic: key, answer }] }
}

/** Whether both lists have the same topics with the same hours, in any order. */
export function isSameTopics(a: readonly Topic[], b: readonly Topic[]): boolean {
  const normalized = (list: readonly Topic[]) =>
    JSON.stringify(list.map(({ topic, hours }) => [topic, hours ?? null]).sort())
  return normalized(a) === normalized(b)
}

/** Submits a new cycle, or the changed fields of an edited one. */
export function useCycleSave(
  form: CycleForm,
  initial: CeuCycle | undefined,
  onSaved: (saved: CeuCycle) => void,
) {
  return useSave(form, {
    ...{ initial, fields, onSaved },
    send: (values, { idempotencyKey }) =>
      initial ? updateCycle(initial.id, changedCycle(initial, values)) : createCycle(values, idempotencyKey),
    queryOf: ({ id }) => cycleQuery(id),
  })
}
