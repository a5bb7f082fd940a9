import { z } from 'zod'

/**
 * For a day, the same key and body return the same response and create one record. For 45 days more nothing is created
 * again: longer than a change may wait on a device.
 */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().optional() })

/** Of a change: with the `updatedAt` that was seen, in quotes, it is refused where the record has changed since. */
export const changeHeaders = idempotencyHeaders.extend({ 'if-match': z.string().max(100).optional() })
