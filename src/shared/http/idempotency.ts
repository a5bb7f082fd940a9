import { z } from 'zod'

/** The same key and body give the same answer and one record, for a day. */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().optional() })
