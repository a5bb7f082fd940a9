import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { verdict } from '#shared/credentials/verdict-answer.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import { dayText } from './text-service.ts'
import { answerTool, numbersInput, reads, type ToolContext } from './tool-service.ts'

const answer = verdict.shape.verdict.describe(
  '`partly`: in some states. `unknown`: the vault does not say. `no_license`: the vault has no license',
)
const until = calendarDate.nullable().describe('The last day on which it still holds; null if not known')

const clearAnswer = z.object({
  ...{ answer, until, headline: z.string(), nextStep: z.string().nullable() },
  states: z.array(z.object({ state: z.string(), answer, until, reasons: z.array(z.string()) })),
  basis: z.string(),
})

export function addVerdictTool(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'am_i_clear_to_work',
    {
      title: 'Am I clear to work?',
      description:
        'Whether the nurse is clear to work today, by state, until when and why, and the one next step. For another day or another state use where_may_i_work.',
      inputSchema: z.strictObject(numbersInput),
      outputSchema: clearAnswer,
      annotations: reads,
    },
    (asked) => answerTool(context, asked, { find: () => findVerdict(context), say }),
  )
}

async function findVerdict({ api }: ToolContext): Promise<z.infer<typeof clearAnswer>> {
  const found = await api('GET /api/credentials/verdict')
  return {
    ...{ answer: found.verdict, until: found.until, headline: found.headline },
    nextStep: found.action?.label ?? null,
    states: found.states.map((each) => ({
      ...{ state: each.state, answer: each.verdict, until: each.until },
      reasons: each.reasons.map(({ title, reason }) => `${title}: ${reason}`),
    })),
    basis: 'By the dates that the nurse entered. Lanyard did not ask the board.',
  }
}

function say({ headline, states, nextStep, basis }: z.infer<typeof clearAnswer>): string {
  const lines = states.map((each) => {
    const end = each.until === null ? '' : ` until ${dayText(each.until)}`
    return `- ${each.state}: ${each.answer}${end}. ${each.reasons.join('; ')}`.trim()
  })
  return [headline, ...lines, ...(nextStep ? [`Next: ${nextStep}.`] : []), basis].join('\n')
}
