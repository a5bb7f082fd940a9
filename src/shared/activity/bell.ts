import { z } from 'zod'
import { instant, uuid, wholeNumber } from '#shared/kernel/fields.ts'
import { reminder } from '#shared/reminders/reminder.ts'

/** Days for which the bell lists events; the pages it links to list earlier ones. */
export const BELL_DAYS = 90

const nullableText = z.string().nullable()
const common = {
  id: uuid,
  at: instant,
  isRead: z
    .boolean()
    .describe(
      'Of a reminder: its owner dismissed it; otherwise: the bell was dismissed since (see `notices`)',
    ),
}

/** The items of the bell: each event once. */
export const bellItem = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('reminder'), reminder }),
  z.object({
    ...common,
    kind: z.literal('opening'),
    shareId: uuid,
    name: nullableText.describe('What the share link shows'),
    recipient: nullableText,
    device: nullableText,
  }),
  z.object({
    ...common,
    kind: z.literal('security'),
    action: z.string().describe('As in the activity log'),
    count: z.number().int().describe('How many such events of one hour this stands for'),
    userAgent: nullableText,
    isCurrent: z.boolean().describe('Done in the session that sends the request'),
  }),
])
export type BellItem = z.infer<typeof bellItem>
export type SecurityItem = Extract<BellItem, { kind: 'security' }>
export type OpeningItem = Extract<BellItem, { kind: 'opening' }>

/** Until an owner opens the bell for the first time, items older than this count as read. */
export const FRESH_DAYS = 7

/** GET `/api/bell`: newest first. */
export const bellQuery = z.strictObject({
  limit: wholeNumber(1, 50).default(20),
  cursor: z.string().max(1000).optional(),
})
export type BellQuery = z.infer<typeof bellQuery>
export const bellPage = z.object({ items: z.array(bellItem), nextCursor: nullableText })
export type BellPage = z.infer<typeof bellPage>
