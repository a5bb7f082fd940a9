import { z } from 'zod'

/**
 * For a day, the same key and body return the same response and create one record. For 45 days more nothing is created
 * again: longer than a change may wait on a device.
 */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().optional() })

/**
 * For a change: the `updatedAt` that the client saw, in quotes. The change is refused if the record has changed
 * since.
 */
export const changeHeaders = idempotencyHeaders.extend({ 'if-match': z.string().max(100).optional() })
