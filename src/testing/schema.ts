import type { z } from 'zod'
import { fieldErrors } from '#shared/http/errors.ts'

/** The validation messages for `value`, as `field: message`; empty if the schema accepts it. */
export function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error ? fieldErrors(error).map(({ path, message }) => `${path}: ${message}`) : []
}
