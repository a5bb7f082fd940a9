import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { tokenDigest } from '#server/auth/sessions/session-store.ts'
import { verifications } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'

const FLOW_MS = 10 * 60_000

/** The data needed when the browser returns from a provider. */
const oidcFlow = z.object({
  operation: z.enum(['signIn', 'link', 'reauthenticate']),
  provider: z.string(),
  /** The path to return to. */
  next: z.string(),
  /** Identifies the attempt if the provider is in a separate window. */
  popup: z.uuid().optional(),
  kind: z.enum(['remembered', 'brief', 'shared', 'app']),
  /** The owner of the account; `null` for a sign-in. */
  userId: z.string().nullable(),
  /** When the flow began, by the machine's clock, because providers use the machine's time too. */
  startedAt: z.iso.datetime().optional(),
})
export type OidcFlow = z.infer<typeof oidcFlow>

/** Stored for ten minutes under the hash of `state`, which goes to the provider and comes back. */
export async function saveFlow(db: Db, state: string, flow: OidcFlow, now: Date): Promise<void> {
  await db.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenDigest(`flow:${state}`),
    value: `provider-flow:${flow.userId ?? ''}`,
    detail: JSON.stringify(flow),
    expiresAt: new Date(now.getTime() + FLOW_MS),
    createdAt: now,
    updatedAt: now,
  })
}

/** Removes and returns the flow. Of several requests with the same `state`, only one gets it. */
export async function consumeFlow(db: Db, state: string, now: Date): Promise<OidcFlow | null> {
  const [row] = await db
    .delete(verifications)
    .where(and(eq(verifications.identifier, tokenDigest(`flow:${state}`)), gt(verifications.expiresAt, now)))
    .returning()
  return row?.detail ? oidcFlow.parse(JSON.parse(row.detail)) : null
}
