import type { RuleAnswers, TopicAnswer } from './answers.ts'
import type { RuleTopic } from './rule.ts'

export const noAnswers: RuleAnswers = { firstRenewal: null, topics: [] }

/** The answer about this topic, by its key or, as older cycles have it, by its name. */
export function answerOf(
  answers: RuleAnswers,
  { key, topic }: Pick<RuleTopic, 'key' | 'topic'>,
): TopicAnswer | null {
  return answers.topics.find((one) => one.topic === key || one.topic === topic)?.answer ?? null
}
