import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { isCalendarDate, isTimeZone } from './dates.ts'
import { cleanText } from './text.ts'

z.config({
  // zod's compiled parsers need eval, which our Content-Security-Policy forbids.
  jitless: true,
  // "Generic messages of the schema checker appear: Required, and Expected X, received Y."
  customError: (issue) => {
    if (issue.input === undefined) return msg`Required`
    if (issue.code !== 'invalid_type') return undefined
    return `Expected ${issue.expected}, received ${z.core.util.parsedType(issue.input)}`
  },
})

/** PostgreSQL stores neither NUL nor half of a character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}
export const notStorable = msg`This text contains characters that cannot be stored`

const typed = z.string().refine(isStorable, notStorable)

function tooLong(max: number) {
  return [(text: string) => [...text].length <= max, msg`Value too long (max ${max})`] as const
}

/** Required text, cleaned, then counted in characters (code points). */
export function text(max: number) {
  return typed
    .transform(cleanText)
    .refine((value) => value.length > 0, msg`Required`)
    .refine(...tooLong(max))
    .meta({ minLength: 1, maxLength: max })
}

/** Optional text: absent, `null` or empty all mean "none", and come out as `null`. */
export function optionalText(max: number) {
  return typed
    .transform(cleanText)
    .refine(...tooLong(max))
    .transform((value) => (value === '' ? null : value))
    .meta({ maxLength: max })
    .nullable()
}

/** Search text: trimmed, otherwise as typed. */
export function searchedText(max: number) {
  return typed.transform((text) => text.trim()).refine(...tooLong(max))
}

const trueOrFalse = z.enum(['true', 'false'])
/** A query parameter that is off unless it is `true`. */
export const queryFlag = trueOrFalse.default('false').transform((value) => value === 'true')
/** A query parameter that filters both ways, and not at all where it is missing. */
export const optionalQueryFlag = trueOrFalse.transform((value) => value === 'true').optional()

/** At most 10 distinct tags of 1 to 50 characters. */
export const tags = z
  .array(text(50))
  .max(10, msg`At most 10 tags`)
  .transform((list) => [...new Set(list)])

/** `YYYY-MM-DD`, an existing day, from 1900-01-01 to 2200-12-31. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, msg`Enter a valid date, as YYYY-MM-DD`)
  .refine(
    (date) => !isCalendarDate(date) || (date >= '1900-01-01' && date <= '2200-12-31'),
    msg`Enter a date between 1900 and 2200`,
  )
  .meta({ format: 'date' })

/** The database stores two decimals: with more, a value would not read back as it was written. */
export function hasTwoDecimals(value: number): boolean {
  return Number(value.toFixed(2)) === value
}

/** Contact hours: over 0 to 500, two decimals. */
export const hours = z
  .number()
  .positive({ error: msg`Hours must be more than 0`, abort: true })
  .max(500, msg`At most 500 hours`)
  .refine(hasTwoDecimals, msg`At most two decimals`)

/** Years between two renewals: over 0 to 20, two decimals. */
export const years = z
  .number()
  .positive({ error: msg`More than 0 years`, abort: true })
  .max(20, msg`At most 20 years`)
  .refine(hasTwoDecimals, msg`At most two decimals`)

/** A whole number in a path or query: digits only, so `1e2` and an empty text are rejected. */
export function wholeNumber(min: number, max: number) {
  const message = msg`A whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

export const timeZone = z.string().max(64).refine(isTimeZone, msg`Choose a time zone from the list`)

/** A BCP 47 tag such as `en-US`. */
export const locale = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1
    } catch {
      return false
    }
  }, msg`Choose a language from the list`)

export const uuid = z
  .uuid({ error: ({ input }) => (input === undefined ? msg`Required` : msg`This is not a valid id`) })
  .toLowerCase()

/** In every answer of the server about a record; a draft of the browser has none. */
export const ownerId = z.string().describe("The owner's id").optional()

/** For a refinement that also runs when other fields are invalid, so that all errors are reported at once. */
export const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** An instant in a response: `Date` in the server, ISO 8601 UTC in JSON. */
export const instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime(),
)
