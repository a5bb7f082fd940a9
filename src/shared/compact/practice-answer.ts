import { z } from 'zod'
import { calendarDate, text, uuid } from '#shared/kernel/fields.ts'

/** Why; `findPractice` sets their order. */
export const practiceReason = z.enum([
  'licensed',
  'compact',
  'move_overdue',
  'multistate_unknown',
  'date_missing',
  'compact_pending',
  'state_unknown',
  'compact_not_yet',
  'ended_by_move',
  'replaced',
  'state_not_member',
  'lapsed',
  'not_issued',
  'single_state',
  'home_not_member',
  'outside_compact',
  'no_license',
])
export type PracticeReason = z.infer<typeof practiceReason>

/** How a state looks on the map. */
export const practiceLook = z.enum(['licensed', 'by_compact', 'pending', 'not', 'unknown'])
export type PracticeLook = z.infer<typeof practiceLook>

export function practiceLookOf(reason: PracticeReason, may: boolean | null): PracticeLook {
  if (reason === 'compact_pending' || reason === 'compact_not_yet') return 'pending'
  if (may === null) return 'unknown'
  if (!may) return 'not'
  return reason === 'compact' ? 'by_compact' : 'licensed'
}

const link = z.object({ name: z.string(), url: z.string().nullable() })

const practiceOn = z.object({
  id: uuid,
  title: z.string(),
  state: z.string(),
  expiresAt: z.string().nullable(),
})

const finding = z.object({
  may: z.boolean().nullable().describe('`null` if unknown'),
  as: z.string().nullable().describe('The type of license: RN, LPN, APRN …; `null` without a license'),
  on: practiceOn.nullable().describe('The license that decides'),
  look: practiceLook,
  reason: z.object({ code: practiceReason, text: z.string() }),
  warnings: z.array(z.string()),
  assumes: z
    .string()
    .nullable()
    .describe('If no residence is recorded: the name of the state where you would have to live'),
})

/** GET `/api/practice`. */
export const practiceAnswer = finding.extend({
  state: z.object({ code: z.string(), name: z.string() }),
  date: z.string(),
  asOf: z
    .string()
    .describe('The date of what it is based on: the list of compact states, or the license as recorded'),
  source: link,
  board: link.nullable().describe('Of the state that was asked about'),
  others: z.array(finding).describe('The same for the other types of license'),
})
export type PracticeAnswer = z.infer<typeof practiceAnswer>
export type PracticeFinding = z.infer<typeof finding>

export const practiceQuery = z.strictObject({
  state: text(50).describe('Code or name'),
  date: calendarDate.optional().describe('Today, if not given'),
})

/** GET `/api/practice/states`. */
export const practiceStatesQuery = practiceQuery.pick({ date: true })
export const practiceStates = z.object({
  date: z.string(),
  items: z.array(practiceAnswer).describe('Every state and territory of the list, by name'),
})
export type PracticeStates = z.infer<typeof practiceStates>

const openMove = z.object({
  residenceId: uuid,
  state: z.string(),
  applyBy: z.string(),
  isOverdue: z.boolean(),
})
export type OpenMove = z.infer<typeof openMove>

/** GET `/api/practice/members`. */
export const compactMembers = z.object({
  asOf: z.string(),
  members: z.array(z.string()).describe('Codes of the states in which the compact is in force today'),
})

/** GET `/api/practice/overview`. */
export const practiceOverview = z.object({
  isOffered: z
    .boolean()
    .describe('Whether there is a multistate license, or licenses of more than one state'),
  counts: z.record(practiceLook, z.number().int()),
  assumes: z
    .array(z.string())
    .describe(
      'If no residence is recorded: the states where you would have to live for the answers by compact',
    ),
  move: openMove.nullable().describe('An application after a move that is not recorded yet'),
})
export type PracticeOverview = z.infer<typeof practiceOverview>

const applyFor = z.object({
  as: z.string(),
  kind: z.enum(['multistate', 'single_state']),
  applyBy: z.string().nullable(),
})

/** GET `/api/practice/move`. */
export const moveQuery = z.strictObject({ state: text(50), from: calendarDate })
export const movePlan = z.object({
  state: z.object({ code: z.string(), name: z.string() }),
  from: z.string(),
  isMember: z.boolean(),
  apply: z.array(applyFor).describe('What there is to apply for in the new state'),
  ends: z
    .array(z.string())
    .describe('Names of states in which the compact no longer covers you from then on'),
  stays: z.array(z.string()).describe('Titles of licenses that count in their own state as before'),
  applyBy: z.string().nullable(),
  asOf: z.string(),
  source: link,
  board: link.nullable(),
})
export type MovePlan = z.infer<typeof movePlan>
