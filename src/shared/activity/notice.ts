import { z } from 'zod'
import { instant, uuid, wholeNumber } from '#shared/kernel/fields.ts'
import { reminder } from '#shared/reminders/reminder.ts'

/** Days for which the bell lists notices; the pages it links to list earlier ones. */
export const NOTICE_DAYS = 90

const nullableText = z.string().nullable()
const common = { id: uuid, at: instant }

/** What the bell shows: each event once. */
export const notice = z.discriminatedUnion('kind', [
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
export type Notice = z.infer<typeof notice>
export type SecurityNotice = Extract<Notice, { kind: 'security' }>
export type OpeningNotice = Extract<Notice, { kind: 'opening' }>

/** GET `/api/notices`: newest first. */
export const noticeQuery = z.strictObject({
  limit: wholeNumber(1, 50).default(20),
  cursor: z.string().max(1000).optional(),
})
export type NoticeQuery = z.infer<typeof noticeQuery>
export const noticePage = z.object({ items: z.array(notice), nextCursor: nullableText })
export type NoticePage = z.infer<typeof noticePage>
