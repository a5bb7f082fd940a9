import { z } from 'zod'
import { certifications } from '#shared/credentials/known-certifications.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { healthKind } from '#shared/health/kinds.ts'
import { msg } from '#shared/i18n/translate.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { calendarDate, hours, optionalText, text, uuid } from '#shared/kernel/fields.ts'

/** Items of a stored list, and of one in a link. */
export const MAX_ITEMS = 100
export const MAX_REQUEST_ITEMS = 60

export const itemKinds = ['license', 'certification', 'ce', 'health', 'document', 'form'] as const
export type ItemKind = (typeof itemKinds)[number]

/** How old it may be on the first day of the contract. */
const ageLimit = z.strictObject({
  amount: z.int().min(1, msg`At least 1`).max(600, msg`At most 600`),
  unit: z.enum(['days', 'months']),
})
export type AgeLimit = z.infer<typeof ageLimit>

export const LAST_DAY = 'last_day'
const validThrough = z
  .string()
  .refine(
    (value) =>
      value === LAST_DAY || (isCalendarDate(value) && value >= '1900-01-01' && value <= '2200-12-31'),
    msg`Enter a date as YYYY-MM-DD, or last_day`,
  )
  .meta({ maxLength: 10 })

const codes = new Set(certifications.map(({ code }) => code).filter((code) => code !== OTHER))
const certificationCode = z
  .string()
  .max(20)
  .refine((code) => codes.has(code), msg`Choose a certification from the list`)

const common = {
  title: text(200).describe('In the words of the requester'),
  note: optionalText(500).default(null),
  issuedWithin: ageLimit.nullable().default(null).describe('How old it may be on the first day'),
  validThrough: validThrough
    .nullable()
    .default(null)
    .describe('`last_day` of the contract, or a date; `null`: the first day is enough'),
  needsCheck: z.boolean().default(false).describe('The text was not understood: please check'),
}

/** Any specific kind of health record. */
export const askedRecord = healthKind.exclude(['other'])
export type AskedRecord = z.infer<typeof askedRecord>

const fields = {
  license: {
    type: optionalText(100).default(null).describe('`RN`; `null`: any'),
    state: optionalText(50).default(null).describe('Code or name; `null`: any'),
    orCompact: z.boolean().default(false).describe('A multistate license of any state also counts'),
  },
  certification: { code: certificationCode.describe('Of the list of certifications') },
  ce: {
    topic: optionalText(100).default(null).describe('`null`: any'),
    hours,
    since: calendarDate.nullable().default(null),
  },
  health: { record: askedRecord },
}

/** One of each kind, with `more` fields in each. */
function itemsWith<M extends z.ZodRawShape>(more: M) {
  return z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('license'), ...common, ...fields.license, ...more }),
      z.strictObject({ kind: z.literal('certification'), ...common, ...fields.certification, ...more }),
      z.strictObject({ kind: z.literal('ce'), ...common, ...fields.ce, ...more }),
      z.strictObject({ kind: z.literal('health'), ...common, ...fields.health, ...more }),
      z.strictObject({ kind: z.literal('document'), ...common, ...more }),
      z.strictObject({ kind: z.literal('form'), ...common, ...more }),
    ],
    { error: (issue) => (issue.code === 'invalid_union' ? msg`Choose what kind of item it is` : undefined) },
  )
}

/** An item of a list as it is exported, imported and put into links, without the owner's choices. */
export const requirementItem = itemsWith({})
export type RequirementItem = z.infer<typeof requirementItem>
export type ItemInput = z.input<typeof requirementItem>

/**
 * The owner's choice for an item: one of several records, or a file. Without `resource` it is the owner's word that
 * they have it. The dates are those of the file or the document.
 */
export const itemChoice = z.strictObject({
  resource: z
    .strictObject({ type: z.enum(['license', 'certification', 'file', 'healthRecord']), id: uuid })
    .nullable()
    .default(null),
  issuedOn: calendarDate.nullable().default(null),
  endsOn: calendarDate.nullable().default(null),
})
export type ItemChoice = z.infer<typeof itemChoice>

/** An item of a stored list. */
export const listItem = itemsWith({ choice: itemChoice.nullable().default(null) })
export type ListItem = z.infer<typeof listItem>

/** Without the owner's choice. */
export function askedOf(item: ListItem): RequirementItem {
  const { choice: _choice, ...asked } = item
  return asked
}
