import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { calendarDate, text } from '#shared/kernel/fields.ts'
import { dayText } from './text-service.ts'
import { answerTool, numbersInput, reads, type ToolContext } from './tool-service.ts'

const practiceItem = z.object({
  state: z.string().describe('Two letters'),
  name: z.string(),
  may: z.enum(['yes', 'no', 'unknown']),
  as: z.string().nullable().describe('The type of license: RN, LPN, APRN'),
  license: z.string().nullable().describe('The title of the license that decides'),
  why: z.string(),
  warnings: z.array(z.string()),
  assumes: z
    .string()
    .nullable()
    .describe('No residence is recorded: true only if the nurse lives in this state'),
  asOf: z.string().describe('The date of what the answer rests on'),
})
type PracticeItem = z.infer<typeof practiceItem>

const whereAnswer = z.object({
  date: calendarDate,
  items: z.array(practiceItem).describe('The state that was asked about, or all with `yes` or `unknown`'),
  notIn: z.array(z.string()).describe('The other states, if all were asked about: `no`'),
})
type WhereAnswer = z.infer<typeof whereAnswer>

export function addPracticeTool(server: McpServer, context: ToolContext): void {
  const state = text(50).optional().describe('Two letters or the name. Without it, every state')
  const date = calendarDate.optional().describe('YYYY-MM-DD; today if not given')
  server.registerTool(
    'where_may_i_work',
    {
      title: 'Where may I work?',
      description:
        'In which states the nurse may practice on a day, as what, on which license and why (own license or Nurse Licensure Compact).',
      inputSchema: z.strictObject({ state, date, ...numbersInput }),
      outputSchema: whereAnswer,
      annotations: reads,
    },
    (asked) => answerTool(context, asked, { find: () => findStates(context, asked), say }),
  )
}

type Asked = { state?: string | undefined; date?: string | undefined }

async function findStates({ api }: ToolContext, { state, date = '' }: Asked): Promise<WhereAnswer> {
  const on = date === '' ? {} : { date }
  if (state !== undefined) {
    const found = await api('GET /api/practice', { query: { state, ...on } })
    return { date: found.date, items: [present(found)], notIn: [] }
  }
  const found = await api('GET /api/practice/states', { query: on })
  return {
    date: found.date,
    items: found.items.filter(({ may }) => may !== false).map(present),
    notIn: found.items.filter(({ may }) => may === false).map((each) => each.state.code),
  }
}

function present({ state, may, as, on, reason, warnings, assumes, asOf }: PracticeAnswer): PracticeItem {
  return {
    ...{ state: state.code, name: state.name },
    may: may === null ? 'unknown' : may ? 'yes' : 'no',
    ...{ as, license: on?.title ?? null, why: reason.text, warnings, assumes, asOf },
  }
}

function say({ date, items, notIn }: WhereAnswer): string {
  const lines = items.map((each) => {
    const { name, may, as, why, warnings, assumes } = each
    const condition = assumes === null ? [] : [`Only if the nurse lives in ${assumes}.`]
    const role = as !== null && may === 'yes' ? `, as ${as}` : ''
    return [`- ${name}: ${may}${role}. ${why}`, ...condition, ...warnings].join(' ')
  })
  const none = items.length === 0 ? ['The vault shows no state in which the nurse may work.'] : []
  const others = notIn.length === 0 ? [] : [`Not in ${notIn.join(', ')}.`]
  return [`On ${dayText(date)}:`, ...lines, ...none, ...others].join('\n')
}
