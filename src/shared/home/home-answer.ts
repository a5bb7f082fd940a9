import { z } from 'zod'
import { ceuCycle, cycleProposal } from '#shared/ceu/cycle.ts'
import { practiceOverview } from '#shared/compact/practice-answer.ts'
import { kind } from '#shared/credentials/credential.ts'
import { status } from '#shared/credentials/status-schema.ts'
import { verdict } from '#shared/credentials/verdict-answer.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import { notice } from '#shared/notices/notice.ts'
import { reachableChannels, reminderSummary } from '#shared/reminders/reminder.ts'
import { share } from '#shared/shares/share.ts'

const isDone = z.boolean()
const { warnings } = reminderSummary.shape
const warning = warnings.element

const due = calendarDate
const title = z.string()
const credentialId = z.string()
const needsLeft = z.int().describe('Other requirements of the way to renew')
const unit = z.string().describe('What it counts: `hours`, `CERPs`')

/** What the proposed CE cycle of a credential asks for. */
const proposedCycle = z.object({
  ...{ credentialId, title, due: due.nullable(), unit },
  hoursLeft: z.number().describe('That the proposed cycle asks for'),
  topicsLeft: z.int(),
  needsLeft,
})

/** The steps that make Lanyard useful. A step that does not apply is left out. */
const firstStep = z.discriminatedUnion('name', [
  z.object({
    ...{ name: z.literal('license'), isDone },
    isAbove: z.boolean().describe('The action of the verdict is this step'),
  }),
  z.object({ name: z.literal('life_support'), isDone }),
  z.object({
    ...{ name: z.literal('cycle'), isDone },
    proposed: proposedCycle.nullable().describe('The cycle to start; null without one'),
  }),
  z.object({
    ...{ name: z.literal('reminders'), isDone },
    channels: z.array(reachableChannels.keyof()).describe('Set up, and the last delivery did not fail'),
    warnings: warnings.describe('Why no channel may reach you'),
  }),
  z.object({ name: z.literal('longer_schedule'), isDone }),
  z.object({ name: z.literal('phone'), isDone: isDone.describe('On any phone, as you confirmed') }),
])
export type FirstStep = z.infer<typeof firstStep>
export type ProposedCycle = z.infer<typeof proposedCycle>

const id = z.string().describe('Of this step among the others')
/** A cycle is named after its credential, or after its state if it has none. */
const cycleNamed = ceuCycle.pick({ credentialTitle: true, state: true }).shape

const renewalDays = cycleProposal.shape.renewal
  .unwrap()
  .omit({ duties: true })
  .nullable()
  .describe('When the renewal opens and closes; null if no rule is known')

const cycleProgress = z.enum(['done', 'on_pace', 'behind', 'not_started', 'ended'])
/**
 * For a topic with a date other than the end of its cycle: a course is due by a day, or the courses taken so far count
 * until a day.
 */
const dutyKind = z.enum(['ceuDeadline', 'ceuRunOut'])

/** Something to do. */
const nextStep = z.discriminatedUnion('kind', [
  z.object({ ...{ kind: z.literal('add_date'), id, credentialId, title }, due: z.null() }),
  z.object({
    ...{ kind: z.literal('renew'), id, credentialId, title, status },
    due: due.describe('The last day to apply, or else the expiration date'),
    ...{ expiresAt: due, renewal: renewalDays },
  }),
  z.object({
    ...{ kind: z.literal('continue_renewal'), id, credentialId, title, credentialKind: kind },
    due: due.nullable().describe('As for `renew`; once it is submitted the expiration date'),
    ...{ status: status.nullable(), expiresAt: due.nullable(), renewal: renewalDays },
    dutiesLeft: z.int().describe('What else the renewal needs and is not marked as done'),
    ...{ openedOn: calendarDate, submittedOn: calendarDate.nullable() },
  }),
  z.object({
    ...{ kind: z.literal('topic'), id, cycleId: z.string(), ...cycleNamed },
    ...{ topic: z.string(), dutyKind, due },
  }),
  z.object({
    ...{ kind: z.literal('cycle'), id, cycleId: z.string(), ...cycleNamed },
    ...{ due, startsOn: calendarDate, progress: cycleProgress, unit },
    hoursLeft: z.number(),
    topicsLeft: z.int().describe('Without those that are separate steps'),
    needsLeft,
  }),
  z.object({ kind: z.literal('add_cycle'), id, ...proposedCycle.shape }),
  z.object({ ...{ kind: z.literal('move'), id, residenceId: z.string(), state: z.string(), due } }),
  z.object({ ...{ kind: z.literal('health'), id, recordId: z.string(), title, due } }),
  z.object({
    ...{ kind: z.literal('list'), id, listId: z.string(), title, due },
    left: z.array(z.string()).describe('Titles of at most three items that are not held'),
    leftCount: z.int(),
  }),
  z.object({
    ...{ kind: z.literal('mailed_files'), id, due: z.null() },
    count: z.int().describe('Files from your email that are not attached yet, those of held emails too'),
  }),
  z.object({ ...{ kind: z.literal('reminder_warning'), id, warning }, due: z.null() }),
])
export type NextStep = z.infer<typeof nextStep>

/** Something that ends or is due within the year. */
const yearItem = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('credential'), id: z.string(), title, due, status },
    mark: z.string().describe('The shortest name: `TX RN`, `BLS`'),
  }),
  z.object({
    ...{ kind: z.literal('topic'), id: z.string(), cycleId: z.string(), ...cycleNamed },
    ...{ topic: z.string(), dutyKind, due, status },
  }),
  z.object({
    ...{ kind: z.literal('apply'), id: z.string(), credentialId: z.string(), title, due, status },
    mark: z.string().describe('The shortest name of the credential'),
    lateUntil: due.nullable(),
  }),
])
export type YearItem = z.infer<typeof yearItem>

const yearMonth = z.object({ month: z.string().describe('`YYYY-MM`'), items: z.array(yearItem) })
export type YearMonth = z.infer<typeof yearMonth>

const homeCycle = ceuCycle
  .pick({ id: true, state: true, credentialTitle: true, cycleStart: true, cycleEnd: true })
  .extend({
    ...ceuCycle.pick({ requiredHours: true, hoursCounted: true, topicsCompleted: true }).shape,
    topics: z.array(z.object({ topic: z.string(), hours: z.number().nullable() })),
    rule: z.object({ unit }).nullable(),
    progress: cycleProgress,
    fraction: z.number().describe('Counted hours over required hours, 0 to 1; 1 without a total'),
  })
export type HomeCycle = z.infer<typeof homeCycle>

const homeShare = share.pick({
  ...{ id: true, resources: true, recipient: true, state: true, expiresAt: true, revokedAt: true },
  ...{ viewLimit: true, viewCount: true, lastViewedAt: true },
})
export type HomeShare = z.infer<typeof homeShare>

/**
 * GET `/api/home`. A part is `null` if it is not known, because an access token may not read it or a device does not
 * keep it.
 */
export const home = z.object({
  today: calendarDate.describe('The calendar date, in your time zone, that all of it is about'),
  credentials: z.object({
    total: z.int().describe('Without archived ones'),
    dateMissing: z.int().describe('Of them, those without an expiration date'),
    archived: z.int(),
  }),
  verdict,
  firstSteps: z
    .array(firstStep)
    .nullable()
    .describe('The most useful first; null also once they were hidden. Not known to an access token'),
  next: z.object({
    steps: z
      .array(nextStep)
      .describe(
        'Overdue ones first, then missing dates, then by date; others without a date count as due in 60 days',
      ),
    upcoming: z
      .array(z.object({ credentialId, title, due, status }))
      .describe('At most three credentials that expire next and need nothing yet, soonest first'),
    isComplete: z.boolean().describe('False if a part was not known that may add steps'),
    withoutRule: z
      .array(z.string())
      .describe('Titles of credentials for which there is neither a CE rule nor a CE cycle'),
  }),
  year: z.array(yearMonth).describe('This month and the eleven after it'),
  ce: z.object({
    cycles: z.array(homeCycle).describe('At most three current cycles, the furthest behind first'),
    currentCount: z.int(),
    hasPast: z.boolean(),
    proposedFor: z
      .string()
      .nullable()
      .describe(
        'The first credential without a CE cycle whose rule requires something; null if none is known',
      ),
  }),
  practice: practiceOverview.omit({ move: true }).nullable(),
  reminders: reminderSummary.pick({ next: true, isPlanned: true }).nullable(),
  shares: z.array(homeShare).nullable().describe('The newest 50. Not known to an access token'),
  dismissed: z.array(notice).nullable().describe('The notices that are away. Not known to an access token'),
})
export type Home = z.infer<typeof home>
