import { z } from 'zod'
import { text, uuid } from '#shared/kernel/fields.ts'

export const topicAnswer = z.enum(['due', 'done', 'exempt'])
export type TopicAnswer = z.infer<typeof topicAnswer>

/** The owner's answers about a rule. A topic without an answer counts as required, so that nothing is missed. */
export const ruleAnswers = z.strictObject({
  firstRenewal: z.boolean().nullable().default(null).describe('Includes whether its condition applies'),
  topics: z
    .array(
      z.strictObject({
        topic: text(200).describe('The key of the topic; in older cycles its name'),
        answer: topicAnswer,
      }),
    )
    .max(40)
    .default([]),
})
export type RuleAnswers = z.infer<typeof ruleAnswers>

/** The owner's answer about one need of a way to renew. */
export const needAnswer = z.strictObject({
  need: z.string().max(60).describe('`{way}:{position}`, as in `needs`'),
  isDone: z.boolean().default(false).describe('For needs without a number'),
  credentialId: uuid.nullable().default(null).describe('The certification that fulfills it'),
})
export type NeedAnswer = z.infer<typeof needAnswer>
