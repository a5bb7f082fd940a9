import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, instant, ownerId, queryFlag } from '#shared/kernel/fields.ts'

/** "Audit action prefixes: auth_, credential_, file_, security_." */
export const activityPrefix = z.enum(['auth', 'credential', 'file', 'security'])
export type ActivityPrefix = z.infer<typeof activityPrefix>

/** `from` and `to` are days in the owner's time zone, inclusive. `severe`: only records that the owner should check. */
const filters = {
  prefix: activityPrefix.optional(),
  severe: queryFlag,
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

function isInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to
}
const order = { path: ['to'], message: msg`This date is before the start date` }

/** GET `/api/users/me/activity`: the owner's own log, newest first. */
export const activityQuery = z
  .strictObject({
    ...filters,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(1000).optional(),
  })
  .refine(isInOrder, order)
export type ActivityQuery = z.infer<typeof activityQuery>
export type ActivityFilter = Omit<ActivityQuery, 'limit' | 'cursor'>

/** GET `/api/users/me/activity/export`: every matching record, as a file. */
export const activityExportQuery = z
  .strictObject({ ...filters, format: z.enum(['csv', 'json']) })
  .refine(isInOrder, order)
export type ActivityExport = z.infer<typeof activityExportQuery>

/** `isCurrent`: done in the session that sends the request. */
export const activity = z.object({
  id: z.string(),
  userId: ownerId,
  action: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  name: z
    .string()
    .nullable()
    .describe('The current name of what it was about; null once it is deleted permanently'),
  severity: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  timestamp: instant,
  userAgent: z.string().nullable(),
  sessionId: z.string(),
  leftOut: z
    .number()
    .int()
    .nullable()
    .describe(
      'Set on a record that stands for this many more of its kind in the same hour, which are not listed',
    ),
  isCurrent: z.boolean(),
})
export type Activity = z.infer<typeof activity>

export const activityList = z.object({ items: z.array(activity), nextCursor: z.string().nullable() })

/** A record in an export, which does not depend on the requesting session. */
export const exportedActivity = activity.omit({ isCurrent: true })
