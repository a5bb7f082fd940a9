import { z } from 'zod'

/** What a field may hold, in the database and in JSON. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly { name: string; value: string }[]
  | null

/**
 * Everything that the API, the search, the detail page and the export need to know of one field. The input and answer
 * schemas, the search text, the details and the spreadsheet are derived from it, so no list of fields is kept elsewhere.
 */
export type Field = {
  schema: z.ZodType
  /** Its value in a new credential that leaves it out. Without one the field is required. */
  initial?: FieldValue
  /** Its name in the details and on the exported page; `null` for what these show in another way. */
  label: string | null
  /** Its column in the exported spreadsheet. Renaming one breaks the spreadsheets that owners already have. */
  column: string | null
  isSearched: boolean
  /** How a value reads: "Mar 31, 2027", "45 days", "2 years". */
  unit?: 'date' | 'days' | 'years'
  /** In place of a missing value; without one a missing value is not listed. */
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

/** The schema of each field, for answers and updates. */
export function schemasOf<F extends Fields>(fields: F): Schemas<F> {
  return mapFields(fields, ({ schema }) => schema)
}

/** The schema of each field of a new credential: one with an initial value may be left out. */
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
