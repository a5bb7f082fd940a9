import { z } from 'zod'

/** The value of a field, in the database and in JSON. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly { name: string; value: string }[]
  | null

/**
 * Everything that the API, the search, the detail page and the export need to know about one field. Input and response
 * schemas, search text, details and spreadsheet are derived from it, so there is no other list of fields.
 */
export type Field = {
  schema: z.ZodType
  /** Its default in a new credential. Without one the field is required. */
  initial?: FieldValue
  /** Its label in the details and on the exported page; `null` if these show it in another way. */
  label: string | null
  /** Its column in the exported spreadsheet. Renaming one breaks spreadsheets that owners already have. */
  column: string | null
  isSearched: boolean
  /** How a value is formatted: "Mar 31, 2027", "45 days", "2 years". */
  unit?: 'date' | 'days' | 'years'
  /** Shown for a missing value; without it a missing value is not listed. */
  emptyText?: string
}
type Fields = Record<string, Field>

type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
type InputSchemas<F extends Fields> = {
  [K in keyof F]: F[K] extends { initial: FieldValue } ? z.ZodDefault<F[K]['schema']> : F[K]['schema']
}
type InitialValues<F extends Fields> = {
  [K in keyof F as F[K] extends { initial: FieldValue } ? K : never]: z.output<F[K]['schema']>
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

/** The initial values of the fields that have one. */
export function initialValuesOf<F extends Fields>(fields: F): InitialValues<F> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { initial }]): unknown[][] =>
      initial === undefined ? [] : [[key, initial]],
    ),
  )
}

function mapFields(fields: Fields, change: (field: Field) => z.ZodType) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]): unknown[] => [key, change(field)]))
}
