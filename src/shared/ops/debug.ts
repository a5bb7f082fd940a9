import { z } from 'zod'
import { instant } from '#shared/kernel/fields.ts'

const reachable = z.object({ reachable: z.boolean() })

/** A message of the local outbox. `html` is data for a sandboxed frame, never markup for the page. */
export const outboxMessage = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  state: z.string(),
  createdAt: instant,
  text: z.string(),
  html: z.string(),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

/** GET `/api/debug/outbox`: the newest first. */
export const outboxMail = z.object({
  items: z.array(outboxMessage.pick({ to: true, subject: true, text: true })),
})
export type OutboxMail = z.infer<typeof outboxMail>

const emulator = z.object({
  mode: z.literal('emulator'),
  identity: reachable.extend({ kind: z.literal('embedded') }),
  database: reachable.extend({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string().nullable(),
    /** How many migrations have been applied. */
    migrations: z.number().int().nullable(),
  }),
  storage: reachable.extend({ kind: z.enum(['disk', 's3']) }),
  mail: reachable.extend({ mode: z.enum(['smtp', 'outbox']) }),
  versions: z.object({ lanyard: z.string(), node: z.string() }),
  /** Newest first, at most 200. */
  outbox: z.array(outboxMessage),
})

/** The answer to a signed-in owner in production: only which services respond. */
const production = z.object({
  mode: z.literal('production'),
  identity: reachable,
  database: reachable,
  storage: reachable,
  mail: reachable,
})

/** GET `/api/debug`. */
export const debugReport = z.discriminatedUnion('mode', [emulator, production])
export type DebugReport = z.infer<typeof debugReport>
