import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { credential } from '#shared/credentials/credential.ts'
import type { Home } from '#shared/home/home-answer.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import { maskedNumber } from '#shared/passes/content.ts'
import { cycleTitle } from './missing-service.ts'
import { dayText } from './text-service.ts'
import { answerTool, numbersInput, reads, type ToolContext } from './tool-service.ts'

/** The year line of the dashboard always reaches so far. */
const MOST_DAYS = 330
const MOST = 200

const dueItem = z.object({
  on: calendarDate,
  kind: z.enum(['credential', 'cycle', 'topic', 'application', 'move', 'list']),
  title: z.string(),
  what: z.string(),
  isOverdue: z.boolean(),
  number: z.string().nullable().describe('Of a credential; hidden unless `includeNumbers`'),
})
type DueItem = z.infer<typeof dueItem>

const dueAnswer = z.object({
  ...{ today: calendarDate, until: calendarDate },
  items: z.array(dueItem).describe('By day; what is overdue comes first'),
  withoutDate: z.array(z.string()).describe('Credentials without an expiration date: unknown'),
  isComplete: z.boolean().describe(`False: only the first ${MOST} are shown`),
})
type DueAnswer = z.infer<typeof dueAnswer>

export function addDueTool(server: McpServer, context: ToolContext): void {
  const days = z.int().min(1).max(MOST_DAYS).default(60).describe(`How many days ahead, 1 to ${MOST_DAYS}`)
  server.registerTool(
    'whats_due',
    {
      title: 'What is due?',
      description:
        'What expires or is due in the next days: licenses, certifications, CE cycles, required topics, applications and requirement lists. What is overdue is included.',
      inputSchema: z.strictObject({ days, ...numbersInput }),
      outputSchema: dueAnswer,
      annotations: reads,
    },
    (asked) => answerTool(context, asked, { find: () => findDue(context, asked), say }),
  )
}

type Asked = { days: number; includeNumbers: boolean }

async function findDue({ api }: ToolContext, { days, includeNumbers }: Asked): Promise<DueAnswer> {
  const [home, { items: expiring }, { items: cycles }, undated] = await Promise.all([
    api('GET /api/home'),
    api('GET /api/credentials/renewal/{days}', { params: { days } }),
    api('GET /api/ceu-cycles'),
    api('GET /api/credentials', { query: { dateMissing: 'true', limit: 200 } }),
  ])
  const { today } = home
  const until = addDays(today, days)
  const found: Omit<DueItem, 'isOverdue'>[] = [
    ...expiring.map((each) => ({
      ...{ on: each.expiresAt ?? today, kind: 'credential' as const, title: titleOf(each) },
      what: each.kind === 'license' ? 'The license expires' : 'The certification expires',
      number: each.number && !includeNumbers ? maskedNumber(each.number) : each.number,
    })),
    ...cycles
      .filter(({ cycleEnd }) => cycleEnd >= today)
      .map((each) => ({
        ...{ on: each.cycleEnd, kind: 'cycle' as const, title: cycleTitle(each) },
        ...{ what: 'The CE cycle ends', number: null },
      })),
    ...home.year.flatMap(({ items }) => items.flatMap(yearItems)),
    ...home.next.steps.flatMap(stepItems),
  ]
  const items = found
    .filter(({ on }) => on <= until)
    .map((each) => ({ ...each, isOverdue: each.on < today }))
    .toSorted((a, b) => a.on.localeCompare(b.on))
  return {
    ...{ today, until, items: items.slice(0, MOST) },
    withoutDate: undated.items.map(titleOf),
    isComplete: items.length <= MOST && undated.nextCursor === null,
  }
}

const titleOf = (each: z.infer<typeof credential>) => (each.kind === 'license' ? each.title : each.name)

type Found = Omit<DueItem, 'isOverdue'>

function yearItems(item: Home['year'][number]['items'][number]): Found[] {
  if (item.kind === 'topic') {
    const what = `${item.topic}: ${item.dutyKind === 'ceuDeadline' ? 'the course is due' : 'the courses so far count until then'}`
    return [{ on: item.due, kind: 'topic', title: cycleTitle(item), what, number: null }]
  }
  if (item.kind !== 'apply') return []
  const what = 'The last day to apply for the renewal in time'
  return [{ on: item.due, kind: 'application', title: item.title, what, number: null }]
}

/** Health records are left out, and so are the titles in a list, which may name one. */
function stepItems(step: Home['next']['steps'][number]): Found[] {
  if (step.kind === 'move') {
    const what = 'The last day to apply for a license after the move'
    return [{ on: step.due, kind: 'move', title: step.state, what, number: null }]
  }
  if (step.kind !== 'list') return []
  const what = `The list asks for ${step.leftCount} more`
  return [{ on: step.due, kind: 'list', title: step.title, what, number: null }]
}

function say({ today, until, items, withoutDate, isComplete }: DueAnswer): string {
  const lines = items.map(({ on, title, what, number, isOverdue }) => {
    const numbered = number === null ? title : `${title} (${number})`
    return `- ${dayText(on)}${isOverdue ? ', overdue' : ''}: ${numbered}. ${what}.`
  })
  const head = `From ${dayText(today)} to ${dayText(until)}:`
  return [
    ...(lines.length === 0 ? [`Nothing with a date is due until ${dayText(until)}.`] : [head, ...lines]),
    ...withoutDate.map((title) => `- ${title}: unknown, because it has no expiration date.`),
    ...(isComplete ? [] : ['There are more.']),
  ].join('\n')
}
