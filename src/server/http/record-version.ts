import type { Context } from 'hono'
import { Problem } from '#shared/http/errors.ts'

/** The `updatedAt` that an `If-Match` header names. */
export function seenVersion(c: Context): string | undefined {
  return c.req.header('if-match')?.replaceAll('"', '')
}

/**
 * Rejects with `changed_meanwhile` unless the record still has the version that was seen. Without `seen`, any version
 * passes.
 */
export function requireVersion(updatedAt: Date, seen: string | undefined): void {
  if (seen !== undefined && updatedAt.toISOString() !== seen) throw new Problem('changed_meanwhile')
}
