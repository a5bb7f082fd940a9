import { z } from 'zod'
import { calendarDate } from '#shared/kernel/fields.ts'

const verdictState = z.enum(['yes', 'partly', 'unknown', 'no'])
export type VerdictState = z.infer<typeof verdictState>

const verdictAnswer = z.enum([...verdictState.options, 'no_license'])
export type VerdictAnswer = z.infer<typeof verdictAnswer>

/** GET `/api/credentials/verdict`: whether the owner is clear to work, by the dates that they entered. */
export const verdict = z.object({
  verdict: verdictAnswer.describe(
    'Never `yes` where a license or a required certification is lapsed or undated',
  ),
  until: calendarDate.nullable().describe('The last day on which all of it still holds'),
  headline: z.string(),
  action: z
    .object({
      kind: z.enum(['add_license', 'add_date', 'renew', 'view']),
      label: z.string(),
      resourceId: z.string().nullable(),
    })
    .nullable()
    .describe('The one next step'),
  answers: z
    .array(z.object({ verdict: verdictState, text: z.string(), states: z.array(z.string()) }))
    .optional()
    .describe('For several states: each different answer once, worst first, with its states'),
  states: z.array(
    z.object({
      state: z.string(),
      verdict: verdictState,
      until: calendarDate.nullable(),
      reasons: z.array(z.object({ resourceId: z.string(), title: z.string(), reason: z.string() })),
    }),
  ),
})
export type Verdict = z.infer<typeof verdict>
