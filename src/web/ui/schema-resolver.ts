import { toNestErrors } from '@hookform/resolvers'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { type FieldError, fieldErrors } from '#shared/http/errors.ts'

type SchemaRules<V, O> = {
  schema: z.ZodType<O>
  /** The request body of the form; its values by default. */
  toInput?: (values: V) => unknown
  /** Messages for empty required fields, by path; `*` stands for an index. */
  required: Record<string, string>
  /** Checks beyond the schema. */
  check?: (values: V) => FieldError[]
}

/** Validates a form with the server's schema, with specific messages for empty required fields. */
export function schemaResolver<V extends FieldValues, O>({
  schema,
  toInput = (values) => values,
  required,
  check = () => [],
}: SchemaRules<V, O>): Resolver<V, unknown, O> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(toInput(values))
    const problems = [...check(values), ...(parsed.success ? [] : fieldErrors(parsed.error))]
    if (parsed.success && problems.length === 0) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of problems) {
      const own = message === 'Required' ? required[path.replace(/\.\d+/g, '.*')] : undefined
      errors[path] ??= { type: 'custom', message: own ?? message }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
