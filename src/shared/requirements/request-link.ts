import { z } from 'zod'
import { fieldErrors } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { calendarDate, optionalText, text } from '#shared/kernel/fields.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { MAX_REQUEST_ITEMS, requirementItem } from './item.ts'
import { contractProblems } from './list.ts'

/** Of the fragment, with its version. */
export const MAX_FRAGMENT = 8192
const VERSION = 'r1.'

/** The request in a link. `from` is what its author claims to be. */
export const requirementRequest = z
  .strictObject({
    from: text(100).describe('Who asks, as entered; not checked'),
    contact: optionalText(200).default(null).describe('How to reach them, as entered'),
    name: text(200),
    startsOn: calendarDate.nullable().default(null),
    endsOn: calendarDate.nullable().default(null),
    items: z
      .array(requirementItem)
      .min(1, msg`Add at least one item`)
      .max(MAX_REQUEST_ITEMS, msg`At most ${MAX_REQUEST_ITEMS} items`),
  })
  .superRefine((request, context) => {
    for (const { path, message } of contractProblems(request))
      context.addIssue({ code: 'custom', path: [path], message, input: request })
  })
export type RequirementRequest = z.infer<typeof requirementRequest>

/** The fragment of a link, without `#`; `null` if it would be too long. */
export function writeRequestFragment(request: RequirementRequest): string | null {
  const fragment = VERSION + toBase64Url(JSON.stringify(withoutEmpty(request)))
  return fragment.length > MAX_FRAGMENT ? null : fragment
}

/** `null`, `false` and empty values are restored as defaults. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== false)
      .map(([key, each]) => [key, withoutEmpty(each)]),
  )
}

export type ReadRequest = { request: RequirementRequest } | { problem: string }

/** The request in a fragment, checked like typed input, or why it cannot be read. */
export function readRequestFragment(fragment: string, t: Translate): ReadRequest {
  const given = fragment.replace(/^#/, '')
  if (given.length > MAX_FRAGMENT) return { problem: t`This link is too long to be a Lanyard request.` }
  if (!given.startsWith(VERSION))
    return {
      problem: /^r\d/.test(given)
        ? t`This link was made by a newer version of Lanyard.`
        : t`This link was not created by Lanyard.`,
    }
  let value: unknown
  try {
    value = JSON.parse(fromBase64Url(given.slice(VERSION.length)))
  } catch {
    return { problem: t`This link is incomplete. Copy all of it, or ask for it again.` }
  }
  const parsed = requirementRequest.safeParse(value)
  if (parsed.success) return { request: parsed.data }
  const [{ path, message } = { path: '', message: '' }] = fieldErrors(parsed.error)
  return {
    problem: t`This link asks for something that Lanyard does not know (${path}: ${t(message)}).`,
  }
}
