import { z } from 'zod'

/** For a day, the same key and body return the same response and create one record. */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().optional() })
