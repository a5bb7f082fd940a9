import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { needName, topicName } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import { findState } from '#shared/credentials/states.ts'
import { isCycleMissing } from '#shared/home/cycle-steps.ts'
import { english } from '#shared/i18n/translate.ts'
import { calendarDate, searchedText } from '#shared/kernel/fields.ts'
import { openDuties } from '#shared/renewals/duties.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { countText, dayText } from './text-service.ts'
import { answerTool, numbersInput, reads, type ToolContext } from './tool-service.ts'

const MOST = 50
const day = calendarDate.nullable()

const missingCycle = z.object({
  id: z.string(),
  title: z.string(),
  ...{ from: calendarDate, to: calendarDate },
  progress: z.enum(['done', 'on_pace', 'behind', 'not_started', 'ended']),
  unit: z.string().describe('What it counts: `hours`, `CERPs`'),
  required: z.number().nullable().describe('null: there is no total, or it is unknown'),
  counted: z.number(),
  left: z.number(),
  topics: z
    .array(
      z.object({
        topic: z.string(),
        left: z.number().nullable().describe('Hours; null: a course is missing, of any length'),
        dueOn: day,
        isCertain: z.boolean().describe('False: the rule may not require it'),
      }),
    )
    .describe('Required topics that are not met'),
  others: z.array(z.string()).describe('What else the way to renew requires and is not met'),
  isAllKnown: z.boolean().describe('False: more may be missing than is listed'),
  why: z.string(),
})

const missingRenewal = z.object({
  title: z.string(),
  expiresAt: day,
  isStarted: z.boolean(),
  submittedOn: day,
  opensOn: day,
  applyBy: day.describe('The last day to apply in time, if that is before the expiration date'),
  lateUntil: day,
  isRuleKnown: z.boolean().describe('False: what the renewal needs is unknown'),
  toDo: z.array(
    z.object({ what: z.string(), when: z.string(), onlyIf: z.string().nullable(), isConfirmed: z.boolean() }),
  ),
})

const missingAnswer = z.object({
  cycles: z.array(missingCycle).describe('Current CE cycles, soonest end first'),
  renewals: z.array(missingRenewal).describe('Soonest expiration first'),
  withoutCycle: z.array(z.string()).describe('Credentials whose rule requires CE, without a CE cycle yet'),
  withoutRule: z.array(z.string()).describe('Credentials for which Lanyard has no rule: unknown'),
  isComplete: z.boolean().describe(`False: only the first ${MOST} of a list are shown`),
})
type MissingAnswer = z.infer<typeof missingAnswer>

export function addMissingTool(server: McpServer, context: ToolContext): void {
  const about = searchedText(100)
    .optional()
    .describe('Only the credentials whose title or state has this text, such as "Texas", "TX" or "CCRN"')
  server.registerTool(
    'whats_missing',
    {
      title: 'What is missing?',
      description:
        'What is missing in each current CE cycle (hours, required topics, other requirements) and for each renewal, and why.',
      inputSchema: z.strictObject({ about, ...numbersInput }),
      outputSchema: missingAnswer,
      annotations: reads,
    },
    (asked) => answerTool(context, asked, { find: () => findMissing(context, asked.about ?? ''), say }),
  )
}

async function findMissing({ api }: ToolContext, about: string): Promise<MissingAnswer> {
  const [{ today }, { items: cycles }, { items: proposals }, { items: renewals }] = await Promise.all([
    api('GET /api/home'),
    api('GET /api/ceu-cycles'),
    api('GET /api/ceu-cycles/proposals'),
    api('GET /api/renewals'),
  ])
  const isAsked = ({ credentialTitle, state }: Pick<CeuCycle, 'credentialTitle' | 'state'>) =>
    isAbout(about, [credentialTitle, state, state === null ? null : (findState(state)?.name ?? null)])
  const current = cycles
    .filter((cycle) => cycle.cycleEnd >= today && isAsked(cycle))
    .toSorted((a, b) => a.cycleEnd.localeCompare(b.cycleEnd))
  const asked = proposals.filter(isAsked)
  return {
    cycles: current.slice(0, MOST).map((cycle) => presentCycle(cycle, today)),
    renewals: asked.slice(0, MOST).map((each) => presentRenewal(each, renewals)),
    withoutCycle: titlesOf(asked.filter(isCycleMissing)),
    withoutRule: titlesOf(asked.filter(({ rule }) => rule === null)),
    isComplete: current.length <= MOST && asked.length <= MOST,
  }
}

function isAbout(about: string, texts: readonly (string | null)[]): boolean {
  const sought = about.toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(sought)) || sought === ''
}

const titlesOf = (proposals: readonly CycleProposal[]) =>
  proposals.slice(0, MOST).map(({ credentialTitle }) => credentialTitle)

export const cycleTitle = ({ credentialTitle, state }: Pick<CeuCycle, 'credentialTitle' | 'state'>) =>
  credentialTitle ?? state ?? 'CE cycle'

function presentCycle(cycle: CeuCycle, today: string): z.infer<typeof missingCycle> {
  const { state, hoursLeft, topicsLeft, topicsInDoubt, needsLeft, isAllKnown } = progressOf(cycle, today)
  const topicsThat = (topics: typeof topicsLeft, isCertain: boolean) =>
    topics.map((topic) => ({
      ...{ topic: topicName(topic, english), left: topic.hours, dueOn: topic.dueOn, isCertain },
    }))
  return {
    ...{ id: cycle.id, title: cycleTitle(cycle), from: cycle.cycleStart, to: cycle.cycleEnd },
    ...{ progress: state, unit: unitName(cycle.rule), required: cycle.requiredHours },
    ...{ counted: cycle.hoursCounted, left: hoursLeft, isAllKnown },
    topics: [...topicsThat(topicsLeft, true), ...topicsThat(topicsInDoubt, false)],
    others: needsLeft.map((need) => needName(need, english)),
    why: whyOf(cycle),
  }
}

function whyOf({ rule }: CeuCycle): string {
  if (rule === null) return 'There is no CE rule for this cycle: the nurse entered what it requires.'
  return `By CE rule ${rule.id}, last corrected on ${dayText(rule.version)}, and what the nurse changed in it.`
}

function presentRenewal(
  { credentialId, credentialTitle, expiresAt, renewal }: CycleProposal,
  renewals: readonly RenewalOverview[],
): z.infer<typeof missingRenewal> {
  const open = renewals.find((each) => each.credentialId === credentialId && each.state !== 'done')
  const duties = openDuties(renewal?.duties ?? [], open?.duties ?? [])
  return {
    ...{ title: credentialTitle, expiresAt, isStarted: open !== undefined },
    submittedOn: open?.submittedOn ?? null,
    opensOn: renewal?.opens ?? null,
    applyBy: renewal?.applyBy ?? null,
    lateUntil: renewal?.lateUntil ?? null,
    isRuleKnown: renewal !== null,
    toDo: duties.map(({ what, when, onlyIf, isConfirmed }) => ({ what, when, onlyIf, isConfirmed })),
  }
}

function say({ cycles, renewals, withoutCycle, withoutRule, isComplete }: MissingAnswer): string {
  const lines = [
    ...cycles.map(sayCycle),
    ...renewals.flatMap(sayRenewal),
    ...withoutCycle.map((title) => `${title}: its rule requires CE, and there is no CE cycle yet.`),
    ...withoutRule.map((title) => `${title}: unknown. Lanyard has no rule for it.`),
  ]
  if (lines.length === 0) return 'There is no CE cycle and no renewal that this is about.'
  return [...lines, ...(isComplete ? [] : ['There are more.'])].join('\n')
}

function sayCycle(cycle: MissingAnswer['cycles'][number]): string {
  const { title, to, unit, required, counted, left, topics, others, isAllKnown, why } = cycle
  const total =
    required === null
      ? `${counted} ${unit} counted; the total is not known`
      : `${counted} of ${required} ${unit} counted, ${left} left`
  const missing = [
    ...topics.map(
      ({ topic, left, dueOn, isCertain }) =>
        `${isCertain ? '' : 'perhaps '}${topic}${left === null ? '' : ` (${countText(left, 'hour')})`}${dueOn === null ? '' : ` by ${dayText(dueOn)}`}`,
    ),
    ...others,
  ]
  return [
    `${title}, CE until ${dayText(to)}: ${total}.`,
    ...(missing.length > 0 ? [`Also missing: ${missing.join('; ')}.`] : []),
    ...(isAllKnown ? [] : ['More may be missing: not every part of its rule is known.']),
    why,
  ].join(' ')
}

function sayRenewal(renewal: MissingAnswer['renewals'][number]): string[] {
  const { title, expiresAt, isStarted, submittedOn, applyBy, isRuleKnown, toDo } = renewal
  if (!isRuleKnown && !isStarted) return []
  const end = expiresAt === null ? 'no expiration date is recorded' : `expires ${dayText(expiresAt)}`
  const state =
    submittedOn !== null ? `submitted on ${dayText(submittedOn)}` : isStarted ? 'started' : 'not started'
  const steps = toDo.map(({ what, onlyIf }) => (onlyIf === null ? what : `${what} (only if ${onlyIf})`))
  return [
    [
      `${title}, renewal: ${end}, ${state}.`,
      ...(applyBy === null ? [] : [`Apply by ${dayText(applyBy)}.`]),
      ...(steps.length > 0 ? [`To do: ${steps.join('; ')}.`] : []),
      ...(isRuleKnown ? [] : ['What else it needs is unknown.']),
    ].join(' '),
  ]
}
