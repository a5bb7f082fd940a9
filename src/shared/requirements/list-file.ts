import { z } from 'zod'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, optionalText, text } from '#shared/kernel/fields.ts'
import { askedOf, MAX_ITEMS, type RequirementItem, requirementItem } from './item.ts'
import { contractProblems, type RequirementListInput } from './list.ts'

export const LIST_FORMAT = 'lanyard-requirement-list'

const body = {
  name: text(200),
  startsOn: calendarDate.nullable().default(null),
  endsOn: calendarDate.nullable().default(null),
  requestedBy: optionalText(200).default(null),
  items: z
    .array(requirementItem)
    .min(1, msg`Add at least one item`)
    .max(MAX_ITEMS, msg`At most ${MAX_ITEMS} items`),
}

/** A list as a file: its items, without the owner's choices. */
export const listFile = z
  .strictObject({ format: z.literal(LIST_FORMAT), version: z.literal(1), ...body })
  .superRefine((file, context) => {
    for (const { path, message } of contractProblems(file))
      context.addIssue({ code: 'custom', path: [path], message, input: file })
  })
export type ListFile = z.infer<typeof listFile>

/** The JSON of a list. Reading it gives the same list. */
export function writeListFile({ name, startsOn, endsOn, requestedBy, items }: RequirementListInput): string {
  const file: ListFile = {
    ...{ format: LIST_FORMAT, version: 1, name, startsOn, endsOn, requestedBy },
    items: items.map(askedOf),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export type ReadList =
  | {
      list: {
        name: string
        startsOn: string | null
        endsOn: string | null
        requestedBy: string | null
        items: RequirementItem[]
      }
    }
  | { errors: FieldError[] }

/** A list from its JSON, or its errors by field. */
export function readListFile(json: string): ReadList {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { errors: [{ path: '', message: msg`This file is not JSON` }] }
  }
  const parsed = listFile.safeParse(value)
  if (!parsed.success) return { errors: fieldErrors(parsed.error).slice(0, 20) }
  const { format: _format, version: _version, ...list } = parsed.data
  return { list }
}
