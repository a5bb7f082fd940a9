import { z } from 'zod'
import { instant } from '#shared/core/fields.ts'

/** GET `/api/users/me/activity`: the owner's own log, newest first. */
export const activityQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1000).optional(),
})

export const activity = z.object({
  id: z.string(),
  action: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  severity: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  timestamp: instant,
  userAgent: z.string().nullable(),
  sessionId: z.string(),
})
export type Activity = z.infer<typeof activity>

export const activityList = z.object({ items: z.array(activity), nextCursor: z.string().nullable() })
export type ActivityList = z.infer<typeof activityList>
export type ActivityQuery = z.infer<typeof activityQuery>
