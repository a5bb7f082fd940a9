import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { always, notStorable, text } from './fields.ts'
import { type FreeFields, MAX_FREE_FIELDS } from './free-field-values.ts'
import { nearestName } from './near-names.ts'
import { cleanText } from './text.ts'

const MAX_NAME = 50

/** The value of a free field. */
export const freeValue = z.union([text(200), z.number(), z.boolean()], {
  error: ({ input }) =>
    typeof input === 'string'
      ? notStorable
      : `Expected string, number or boolean, received ${z.core.util.parsedType(input)}`,
})

/** Keys that have a special meaning in JavaScript. */
const refused = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The schema that also accepts up to 20 free fields. `taken` are the names of everything else in a record, which cannot
 * be used. Nor can a name that is almost that of a field in `schema`: it is a typo, and what was meant would be missing.
 * `null` removes a free field that has such a name. The type stays that of `schema`; `freeFieldsOf` reads them.
 */
export function withFreeFields<S extends z.ZodObject>(
  schema: S,
  taken: ReadonlySet<string>,
  value: z.ZodType = freeValue,
): S {
  const open: z.ZodObject = schema.catchall(value)
  const known = new Set(Object.keys(schema.shape))
  return open.superRefine((input, context) => {
    const names = Object.keys(input).filter((name) => !known.has(name))
    for (const name of names) {
      const meant = input[name] === null ? null : nearestName(name, known)
      const message = nameProblem(name, taken) ?? (meant && `Did you mean ${meant}?`)
      if (message) context.addIssue({ code: 'custom', path: [name], message })
    }
    if (names.length > MAX_FREE_FIELDS)
      context.addIssue({ code: 'custom', path: [], message: tooManyFreeFields.message })
  }, always) as unknown as S
}

export const tooManyFreeFields = { path: '', message: msg`At most ${MAX_FREE_FIELDS} fields of your own` }

function nameProblem(name: string, taken: ReadonlySet<string>): string | null {
  if (taken.has(name)) return msg`Unknown field`
  if (refused.has(name)) return msg`Programs reserve this name. Choose another one.`
  if ([...name].length > MAX_NAME) return msg`Name too long (max ${MAX_NAME})`
  const isStorable = name.isWellFormed() && name !== '' && cleanText(name) === name
  return isStorable ? null : msg`This name contains characters that cannot be stored`
}

/** Free fields alone, as an export has them: with any name that was ever accepted. */
export function freeFields(taken: ReadonlySet<string>): z.ZodType<FreeFields> {
  return withFreeFields(z.strictObject({}), taken) as z.ZodType<FreeFields>
}

/** The schema of an answer that has the owner's own keys too. */
export function answersFreeFields<S extends z.ZodObject>(schema: S): S {
  const open: z.ZodObject = schema.catchall(z.union([z.string(), z.number(), z.boolean()]))
  return open as unknown as S
}
