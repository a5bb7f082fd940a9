import { z } from 'zod'

/** GET `/healthz`. */
export const liveness = z.object({ status: z.literal('ok') })

/** GET `/readyz`. Each check is `ok`, or one word for the failure; never an error text or an address. */
export const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  checks: z.object({
    database: z.string(),
    files: z.string(),
    mail: z.string(),
    scheduler: z.string(),
    reminders: z.string(),
  }),
})
export type Readiness = z.infer<typeof readiness>
