import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  always,
  calendarDate,
  instant,
  optionalText,
  searchedText,
  text,
  uuid,
} from '#shared/kernel/fields.ts'
import { listItem, MAX_ITEMS } from './item.ts'
import { matchState } from './match.ts'

/** Lists of one owner that are not in the trash. */
export const MAX_LISTS = 100

const entered = {
  name: text(200),
  startsOn: calendarDate.nullable().describe('First day of the contract'),
  endsOn: calendarDate.nullable().describe('Last day of the contract'),
  requestedBy: optionalText(200).describe('Who asks, as entered; not checked'),
  items: z.array(listItem).min(1, msg`Add at least one item`).max(MAX_ITEMS, msg`At most ${MAX_ITEMS} items`),
}
export const listKeys = Object.keys(entered)

/** POST `/api/requirement-lists`. */
export const requirementListInput = z
  .strictObject({
    ...entered,
    startsOn: entered.startsOn.default(null),
    endsOn: entered.endsOn.default(null),
    requestedBy: entered.requestedBy.default(null),
  })
  .superRefine((input, context) => {
    for (const { path, message } of contractProblems(input))
      context.addIssue({ code: 'custom', path: [path], message, input })
  }, always)
export type RequirementListInput = z.infer<typeof requirementListInput>

/** PATCH `/api/requirement-lists/{id}`: absent means unchanged, `null` clears; `items` replaces all of them. */
export const requirementListPatch = z.strictObject(entered).partial()
export type RequirementListPatch = z.infer<typeof requirementListPatch>

/** Errors across fields, also checked on the result of a PATCH. */
export function contractProblems({
  startsOn,
  endsOn,
}: {
  startsOn?: string | null
  endsOn?: string | null
}): FieldError[] {
  if (!startsOn || !endsOn || startsOn <= endsOn) return []
  return [{ path: 'endsOn', message: msg`This date is before the first day` }]
}

export const requirementList = z.object({ id: uuid, ...entered, createdAt: instant, updatedAt: instant })
export type RequirementList = z.infer<typeof requirementList>

/** A list without its items: their number by state, and the first titles of those that are left. */
export const listSummary = requirementList.omit({ items: true }).extend({
  itemCount: z.number().int(),
  counts: z
    .partialRecord(matchState, z.number().int())
    .describe('Items by state; a state without any is left out'),
  left: z.array(z.string()).describe('Titles of at most three items that are not held'),
})
export type ListSummary = z.infer<typeof listSummary>

/** GET `/api/requirement-lists`: by first day, those without one last. */
export const listQuery = z.strictObject({ q: searchedText(200).optional() })
export const listPage = z.object({ items: z.array(listSummary) })
