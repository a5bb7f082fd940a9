import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  always,
  calendarDate,
  hasTwoDecimals,
  hours,
  instant,
  optionalText,
  ownerId,
  text,
  uuid,
} from '#shared/kernel/fields.ts'
import { needAnswer, ruleAnswers } from './answers.ts'
import { storedRule } from './earlier-rule.ts'
import { cycleNeed, heldCertification } from './needs.ts'
import { noAnswers, type RuleFacts, requirementsOf } from './requirements.ts'
import { ceRule, ruleDuty } from './rule.ts'

/** The most cycles of one owner. */
export const MAX_CYCLES = 500

/** A required topic of a cycle. Without `hours` one course is enough. `tags` are other names that an entry may use. */
export const cycleTopic = z.strictObject({
  key: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe("The key of the rule's topic; null for one of your own"),
  topic: text(200),
  hours: hours.nullable().default(null),
  maxHours: hours.nullable().default(null).describe('At most this many of its hours count in the cycle'),
  tags: z.array(text(50)).max(10, msg`At most 10 tags`).default([]),
  withinYears: z
    .int()
    .min(1)
    .max(20)
    .nullable()
    .default(null)
    .describe(
      'Courses from this many years before the end count, whatever cycle they are in; null: those of this cycle',
    ),
  dueOn: calendarDate.nullable().default(null).describe('When it is due, if not at the end of the cycle'),
})
export type CycleTopic = z.infer<typeof cycleTopic>

const topics = z
  .array(cycleTopic)
  .max(30, msg`At most 30 topics`)
  .superRefine((list, context) => {
    const seen = new Set<string>()
    for (const [index, { topic }] of list.entries()) {
      const name = topic.toLowerCase()
      if (seen.has(name))
        context.addIssue({ code: 'custom', path: [index, 'topic'], message: msg`This topic is listed twice` })
      seen.add(name)
    }
  })

const requiredHours = z
  .number()
  .positive(msg`Required hours must be more than 0`)
  .max(9999, msg`At most 9,999 hours`)
  .refine(hasTwoDecimals, msg`At most two decimals`)
  .nullable()
  .describe('Contact hours; null if there is no total')

const cycleFields = {
  state: optionalText(50),
  cycleStart: calendarDate,
  cycleEnd: calendarDate,
  requiredHours,
  notes: optionalText(2000),
  licenseId: uuid.nullable(),
  certificationId: uuid.nullable(),
  topics,
  ruleId: z.string().max(50).nullable(),
  answers: ruleAnswers,
  wayId: z.string().max(60).nullable().describe('The way to renew that you chose; null: not chosen'),
  needAnswers: z.array(needAnswer).max(30, msg`At most 30 answers`),
  carriedOverHours: z
    .number()
    .min(0)
    .max(500, msg`At most 500 hours`)
    .refine(hasTwoDecimals, msg`At most two decimals`)
    .nullable()
    .describe('Hours carried over from the previous cycle'),
}

const defaults = {
  ...{ notes: null, licenseId: null, certificationId: null, topics: [], ruleId: null },
  ...{ wayId: null, needAnswers: [], carriedOverHours: null },
}

/** POST `/api/ceu-cycles`. `state` is required unless the cycle belongs to a certification. */
export const ceuCycleInput = z
  .strictObject({
    ...cycleFields,
    state: cycleFields.state.default(null),
    notes: cycleFields.notes.default(defaults.notes),
    licenseId: cycleFields.licenseId.default(defaults.licenseId),
    certificationId: cycleFields.certificationId.default(defaults.certificationId),
    topics: cycleFields.topics.default(defaults.topics),
    ruleId: cycleFields.ruleId.default(defaults.ruleId),
    answers: cycleFields.answers.default(noAnswers),
    wayId: cycleFields.wayId.default(defaults.wayId),
    needAnswers: cycleFields.needAnswers.default(defaults.needAnswers),
    carriedOverHours: cycleFields.carriedOverHours.default(defaults.carriedOverHours),
  })
  .refine((input) => (input.state ?? input.certificationId ?? null) !== null, {
    ...always,
    path: ['state'],
    message: msg`Required`,
  })
  .superRefine((input, context) => {
    for (const { path, message } of cycleProblems(input).filter((problem) => problem.path !== 'state'))
      context.addIssue({ code: 'custom', path: [path], message, input })
  })
export type CeuCycleInput = z.infer<typeof ceuCycleInput>

/** PATCH `/api/ceu-cycles/{id}`: absent means unchanged, `null` clears. Only `/rule` changes the rule. */
const { ruleId: _ruleId, ...patchable } = cycleFields
export const ceuCyclePatch = z.strictObject(patchable).partial()
export type CeuCyclePatch = z.infer<typeof ceuCyclePatch>

type CycleToCheck = {
  state: string | null
  cycleStart: string
  cycleEnd: string
  licenseId: string | null
  certificationId: string | null
}

/** Errors across fields, also checked on the result of a PATCH. */
export function cycleProblems(cycle: CycleToCheck): FieldError[] {
  const problems: FieldError[] = []
  if (cycle.state === null && cycle.certificationId === null)
    problems.push({ path: 'state', message: msg`Required` })
  if (cycle.cycleEnd <= cycle.cycleStart)
    problems.push({ path: 'cycleEnd', message: msg`The end date must be after the start date` })
  if (cycle.licenseId !== null && cycle.certificationId !== null)
    problems.push({
      path: 'certificationId',
      message: msg`A cycle belongs to a license or a certification, not both`,
    })
  return problems
}

/** Counted hours of one topic of a cycle. */
export const topicCompleted = z.object({
  topic: z.string(),
  hours: z.number(),
  isMet: z.boolean(),
  lastOn: z.string().nullable().default(null).describe('The last course that counted for it'),
  countsUntil: z
    .string()
    .nullable()
    .default(null)
    .describe('The last day on which a topic with `withinYears` is met without another course; else null'),
})
export type TopicCompleted = z.infer<typeof topicCompleted>

const nullableText = z.string().nullable()

export const ceuCycle = z.object({
  id: uuid,
  userId: ownerId,
  state: nullableText,
  cycleStart: z.string(),
  cycleEnd: z.string(),
  requiredHours: z.number().nullable(),
  hoursCompleted: z.number().describe('The plain sum of the contact hours of all its entries; calculated'),
  hoursCounted: z.number().describe('Contact hours that its rule and dates accept; calculated'),
  notes: nullableText,
  licenseId: uuid.nullable(),
  certificationId: uuid.nullable(),
  credentialTitle: nullableText.describe('Title of its license or certification'),
  topics: z.array(
    z.object({
      ...{ key: nullableText.default(null), topic: z.string(), tags: z.array(z.string()) },
      ...{ hours: z.number().nullable(), maxHours: z.number().nullable().default(null) },
      ...{ withinYears: z.number().nullable().default(null), dueOn: nullableText.default(null) },
    }),
  ),
  topicsCompleted: z.array(topicCompleted).describe('One item for each of `topics`, in the same order'),
  entryCount: z.number().int(),
  ruleId: nullableText,
  // A rule that an earlier version stored has another format.
  rule: storedRule.nullable().describe('The version of the rule that the cycle uses'),
  newerRule: ceRule.nullable().describe('The current version of the rule, if it was corrected since'),
  answers: ruleAnswers,
  wayId: nullableText,
  needAnswers: z.array(needAnswer),
  needs: z
    .array(cycleNeed)
    .describe('What the chosen way, or else the usual one, requires besides hours and topics'),
  certifications: z
    .array(heldCertification)
    .describe('Your certifications that may fulfill a need of one of its ways'),
  carriedOverHours: z.number().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type CeuCycle = z.infer<typeof ceuCycle>

export const ceuCycleItems = z.object({ items: z.array(ceuCycle) })

/** GET `/api/ceu-cycles`: optionally of one credential only. */
export const ceuCycleQuery = z.strictObject({ licenseId: uuid.optional(), certificationId: uuid.optional() })
export type CeuCycleQuery = z.infer<typeof ceuCycleQuery>

/** When the renewal of a credential opens and closes, and what it needs besides hours, by the rule in use. */
const renewalFacts = z.object({
  opens: nullableText,
  applyBy: nullableText.describe('The last day on which it is in time, if that is before the end'),
  lateUntil: nullableText,
  duties: z.array(
    z.object({
      ...ruleDuty.omit({ by: true }).shape,
      dueOn: nullableText,
      isConfirmed: z.boolean().describe('A text of the law, the board or the issuer says so'),
    }),
  ),
})
export type RenewalFacts = z.infer<typeof renewalFacts>

/** A suggested cycle for a license or certification; every field can be changed before saving. */
export const cycleProposal = z.object({
  credentialId: uuid,
  kind: z.enum(['license', 'certification']),
  credentialTitle: z.string(),
  state: nullableText,
  issuedAt: nullableText,
  expiresAt: nullableText,
  rule: ceRule.nullable().describe('null if Lanyard has no rule for it'),
  answers: ruleAnswers.describe('Answers known from earlier cycles'),
  wayId: nullableText.describe('The way chosen in the previous cycle'),
  cycleStart: nullableText,
  cycleEnd: nullableText,
  requiredHours: z.number().nullable(),
  topics: ceuCycle.shape.topics,
  possibleEnds: z
    .array(z.string())
    .describe('Days on which the period can end by the rule, if only the license says which one it is'),
  carriedOverHours: z
    .number()
    .nullable()
    .describe('Hours left over from the previous cycle, as far as the rule allows'),
  renewal: renewalFacts.nullable().describe('null if Lanyard has no rule for it'),
  hasCycle: z.boolean().describe('A cycle already covers this period, or today'),
})
export type CycleProposal = z.infer<typeof cycleProposal>
export const cycleProposals = z.object({ items: z.array(cycleProposal) })

/** The entries of a cycle that is about to be deleted. */
export const cycleRemoval = z.object({
  entries: z.number().int(),
  shared: z.number().int().describe('How many of them also count in other cycles, and can be kept there'),
})
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
export const cycleRemovalQuery = z.strictObject({
  keepShared: flag.describe('Keep the entries that also count in other cycles'),
  onlyEmpty: flag.describe('Refuse with 409 if an entry counts in it'),
})
export type CycleRemoval = z.infer<typeof cycleRemoval>

export type Override = 'requiredHours' | 'topics'

/** The requirements of a cycle that its owner set differently from its rule. */
export function overridesOf(
  cycle: Pick<CeuCycle, 'rule' | 'answers' | 'wayId' | 'cycleEnd' | 'requiredHours' | 'topics'>,
): Override[] {
  if (cycle.rule === null) return []
  const required = requirementsOf(cycle.rule, factsOf(cycle))
  const normalized = (list: { topic: string; hours: number | null }[]) =>
    JSON.stringify(list.map((topic) => [topic.topic, topic.hours]).sort())
  const overrides: Override[] = []
  // A first renewal is prorated from the date of issue, which the cycle does not contain. Different hours in the cycle
  // are therefore not an override.
  const { rule, perMonth } = cycle.rule.firstRenewal
  const isProrated =
    perMonth !== null &&
    ((rule === 'prorated' && cycle.answers.firstRenewal === true) ||
      (rule === 'exempt' && cycle.answers.firstRenewal === false))
  if (required.requiredHours !== cycle.requiredHours && !isProrated) overrides.push('requiredHours')
  if (normalized(required.topics) !== normalized(cycle.topics)) overrides.push('topics')
  return overrides
}

/** The facts that the requirements of a saved cycle depend on. */
export function factsOf({
  answers,
  wayId,
  cycleEnd,
}: Pick<CeuCycle, 'answers' | 'wayId' | 'cycleEnd'>): RuleFacts {
  return { answers, wayId, cycleEnd, issuedAt: null }
}
