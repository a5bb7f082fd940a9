import type { z } from 'zod'
import { fieldErrors } from '#shared/http/errors.ts'

/** What a person is told about `value`, as `field: message`; empty when the schema takes it. */
export function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error ? fieldErrors(error).map(({ path, message }) => `${path}: ${message}`) : []
}
