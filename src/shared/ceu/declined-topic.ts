import { z } from 'zod'
import { text } from '#shared/kernel/fields.ts'

/** The most that are kept, newest first: more of them were hardly typed by a person. */
export const MAX_DECLINED = 500

/** A label of entries and the required topic that it does not mean, as its owner said. */
export const declinedTopic = z.strictObject({
  label: text(50).transform((label) => label.toLowerCase()),
  topic: text(200),
})
export type DeclinedTopic = z.infer<typeof declinedTopic>
export const declinedTopicItems = z.object({
  items: z.array(z.object({ label: z.string(), topic: z.string() })),
})
