import { createHash, randomBytes } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { Problem } from '#shared/http/errors.ts'
import { calendarDate, hours, tags, text, uuid } from '#shared/kernel/fields.ts'
import { cycleTitle } from './missing-service.ts'
import { countText, dayText } from './text-service.ts'
import { adds, answerTool, numbersInput, type ToolContext } from './tool-service.ts'

const courseInput = z.strictObject({
  title: text(200).describe('The name of the course'),
  provider: text(200).describe('Who gave it'),
  hours: hours.describe('Contact hours, as on the certificate: more than 0, at most 500, two decimals'),
  completedOn: calendarDate.describe('The day it was completed, YYYY-MM-DD'),
  topics: tags.default([]).describe('Topics that it counts for, as whats_missing names them'),
  cycleId: uuid
    .optional()
    .describe('The CE cycle, as whats_missing names it. Needed only if several cycles have that day'),
  confirm: z.boolean().default(false).describe('true only after the nurse saw this draft and said yes'),
  draftId: z.string().max(100).optional().describe('Of the draft that the nurse confirmed'),
  ...numbersInput,
})
type Asked = z.output<typeof courseInput>

const named = z.object({ id: z.string(), title: z.string(), from: calendarDate, to: calendarDate })

const courseAnswer = z.object({
  status: z.enum(['draft', 'choose_cycle', 'saved']),
  draftId: z.string().nullable().describe('Send it back with `confirm: true` and the same course'),
  course: z.object({
    ...{ title: z.string(), provider: z.string(), hours: z.number(), completedOn: calendarDate },
    topics: z.array(z.string()),
  }),
  cycle: named.nullable(),
  alsoIn: z.array(z.string()).describe('The other CE cycles that have the day: it counts there too'),
  cycles: z.array(named).describe('To choose from'),
  similar: z
    .array(z.object({ title: z.string(), completedOn: z.string(), hours: z.number() }))
    .describe('Courses in the vault that may be the same'),
  counted: z
    .array(z.object({ cycle: z.string(), hours: z.number() }))
    .describe('Once saved: the hours that each CE cycle counts'),
})
type CourseAnswer = z.infer<typeof courseAnswer>

export function addCourseTool(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'draft_course',
    {
      title: 'Draft a course',
      description:
        'Drafts a completed CE course. The first call saves nothing: show the draft to the nurse and ask. To save it, call again with the same course, its `draftId` and `confirm: true`. Needs a token with the scope `write`.',
      inputSchema: courseInput,
      outputSchema: courseAnswer,
      annotations: adds,
    },
    (asked) => answerTool(context, asked, { find: () => draftOrSave(context, asked), say }),
  )
}

async function draftOrSave(context: ToolContext, asked: Asked): Promise<CourseAnswer> {
  if (!context.scopes.includes('write')) throw new Problem('token_scope_missing')
  const { items: cycles } = await context.api('GET /api/ceu-cycles')
  const cycle = cycleFor(cycles, asked)
  const { title, provider, completedOn, topics } = asked
  const shown = {
    course: { title, provider, hours: asked.hours, completedOn, topics },
    counted: [],
    alsoIn: [],
  }
  if (cycle === null) {
    const choices = cycles.map(present)
    return { ...shown, status: 'choose_cycle', draftId: null, cycle: null, cycles: choices, similar: [] }
  }
  if (asked.confirm && isDraft(asked, cycle.id)) return save(context, asked, { cycle, cycles })
  const query = { title, completedAt: completedOn, hours: asked.hours }
  const { items: similar } = await context.api('GET /api/ceu-entries/similar', { query })
  return {
    ...{ ...shown, status: 'draft', draftId: createDraftId(asked, cycle.id) },
    ...{ cycle: present(cycle), cycles: [] },
    alsoIn: cycles.filter((each) => each.id !== cycle.id && hasDay(each, completedOn)).map(cycleTitle),
    similar: similar.map((each) => ({
      ...{ title: each.title, completedOn: each.completedAt, hours: each.hours },
    })),
  }
}

/** The cycle that was named, or the only one that has the day; `null` if somebody has to choose. */
function cycleFor(cycles: readonly CeuCycle[], { cycleId, completedOn }: Asked): CeuCycle | null {
  const fitting = cycles.filter((each) =>
    cycleId === undefined ? hasDay(each, completedOn) : each.id === cycleId,
  )
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

const hasDay = ({ cycleStart, cycleEnd }: CeuCycle, day: string) => cycleStart <= day && day <= cycleEnd

const present = (cycle: CeuCycle) => ({
  ...{ id: cycle.id, title: cycleTitle(cycle), from: cycle.cycleStart, to: cycle.cycleEnd },
})

/**
 * A draft is not stored. Its id holds a random part, which makes two drafts of the same course two courses, and a hash
 * of the course, so that nothing is saved but what was shown.
 */
function createDraftId(
  asked: Asked,
  cycleId: string,
  random = randomBytes(12).toString('base64url'),
): string {
  const { title, provider, completedOn, topics } = asked
  const course = JSON.stringify([title, provider, asked.hours, completedOn, topics, cycleId])
  return `${random}.${createHash('sha256').update(`${random} ${course}`).digest('base64url')}`
}

function isDraft(asked: Asked, cycleId: string): boolean {
  const [random = ''] = asked.draftId?.split('.') ?? []
  return asked.draftId === createDraftId(asked, cycleId, random)
}

type Cycles = { cycle: CeuCycle; cycles: readonly CeuCycle[] }

async function save({ api }: ToolContext, asked: Asked, { cycle, cycles }: Cycles): Promise<CourseAnswer> {
  const { title, provider, completedOn: completedAt, topics: topicTags, draftId = '' } = asked
  const body = { cycleId: cycle.id, title, provider, hours: asked.hours, completedAt, topicTags }
  const entry: CeuEntry = await api('POST /api/ceu-entries', { body, idempotencyKey: draftId })
  return {
    ...{ status: 'saved', draftId: null, cycle: present(cycle), cycles: [], similar: [], alsoIn: [] },
    course: {
      ...{ title: entry.title, provider: entry.provider, hours: entry.hours },
      ...{ completedOn: entry.completedAt, topics: entry.topicTags },
    },
    counted: entry.counts.map(({ cycleId, countedHours }) => {
      const counting = cycles.find(({ id }) => id === cycleId) ?? cycle
      return { cycle: cycleTitle(counting), hours: countedHours }
    }),
  }
}

function say({ status, draftId, course, cycle, cycles, similar, alsoIn, counted }: CourseAnswer): string {
  const { title, provider, hours: amount, completedOn, topics } = course
  const facts = `${title}, ${provider}, ${countText(amount, 'contact hour')}, completed ${dayText(completedOn)}`
  const subject = topics.length === 0 ? facts : `${facts}, topics: ${topics.join(', ')}`
  if (status === 'saved')
    return [
      `Saved: ${subject}.`,
      ...counted.map((each) => `${each.cycle} counts ${countText(each.hours, 'hour')}.`),
    ].join(' ')
  if (status === 'choose_cycle') {
    const choices = cycles.map(
      ({ id, title: name, from, to }) => `- ${name}, ${dayText(from)} to ${dayText(to)}: ${id}`,
    )
    if (choices.length === 0) return 'Nothing is saved. There is no CE cycle yet: add one in Lanyard first.'
    return ['Nothing is saved. Ask the nurse which CE cycle it is for:', ...choices].join('\n')
  }
  const twice = similar.map(
    (each) => `The vault may have it already: ${each.title}, ${dayText(each.completedOn)}.`,
  )
  return [
    `Draft, not saved: ${subject}, for ${[cycle?.title ?? '', ...alsoIn].join(' and ')}.`,
    ...twice,
    `Show this to the nurse and ask whether to save it. If yes, call again with confirm: true and draftId ${draftId}.`,
  ].join('\n')
}
