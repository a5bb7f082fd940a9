import { z } from 'zod'
import type { FieldDisplay, FieldValue } from './field-display.ts'

/**
 * Everything that the API, the search, the detail page and the export need to know about one field. Input and response
 * schemas, search text, details and spreadsheet are derived from this definition, so there is no other list of fields.
 */
export type Field = FieldDisplay & FieldInput

type FieldInput = {
  schema: z.ZodType
  /** A value for the examples of the API and for tests. */
  sample: FieldValue
}
type Fields = Record<string, Field>

type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
type InputSchemas<F extends Fields> = {
  [K in keyof F]: F[K] extends { initial: FieldValue } ? z.ZodDefault<F[K]['schema']> : F[K]['schema']
}
/**
 * The fields of `display`, in the same order. The type requires an input for each field of `display`, and for no other.
 */
export function fieldsWith<
  D extends Record<string, FieldDisplay>,
  const I extends { [K in keyof D]: FieldInput } & { [K in Exclude<keyof I, keyof D>]: never },
>(display: D, inputs: I): { [K in keyof D]: D[K] & I[K] } {
  const fields = Object.entries(display).map(([key, shown]) => [key, { ...shown, ...inputs[key] }])
  return Object.fromEntries(fields)
}

/** The schema of each field, for responses and updates. */
export function schemasOf<F extends Fields>(fields: F): Schemas<F> {
  return mapFields(fields, ({ schema }) => schema)
}

/** The schema of each field of a new credential: fields with an initial value are optional. */
export function inputSchemasOf<F extends Fields>(fields: F): InputSchemas<F> {
  return mapFields(fields, ({ schema, initial }) =>
    initial === undefined ? schema : z._default(schema, initial),
  )
}

/** The sample value of each field. */
export function samplesOf<F extends Fields>(fields: F): { [K in keyof F]: z.output<F[K]['schema']> } {
  return mapFields(fields, ({ schema, sample }) => schema.parse(sample))
}

function mapFields(fields: Fields, change: (field: Field) => unknown) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]): unknown[] => [key, change(field)]))
}
