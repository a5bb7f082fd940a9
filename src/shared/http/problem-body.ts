import { z } from 'zod'

/** The RFC 9457 body of every error response. Separate from `errors.ts`, so that the first page loads without zod. */
export const problemBody = z.object({
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  message: z.string().optional().describe('Repeats the detail, with the codes of Better Auth'),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retryAfter: z.number().int().optional().describe('Seconds to wait, with 429'),
  requestId: z.string().optional(),
})
export type ProblemBody = z.infer<typeof problemBody>
