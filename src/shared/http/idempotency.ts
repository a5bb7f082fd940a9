import { z } from 'zod'

/**
 * For a day, the same key and body return the same response and create one record. For 45 more days, the key still
 * creates nothing again. That is longer than a change may wait on a device.
 */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().optional() })

/**
 * For a change: the `updatedAt` that the client saw, in quotes. The change is refused if the record has changed since
 * then.
 */
export const changeHeaders = idempotencyHeaders.extend({ 'if-match': z.string().max(100).optional() })
