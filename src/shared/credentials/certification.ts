import { z } from 'zod'
import { optionalText, text } from '#shared/kernel/fields.ts'
import { type Field, initialValuesOf } from './field.ts'
import { cardFields, notes, ownerFields } from './license.ts'

export const certificationNames = {
  name: { schema: text(200), label: null, column: null, isSearched: true },
  code: { schema: optionalText(20), initial: null, label: 'Code', column: 'code', isSearched: true },
} as const satisfies Record<string, Field>

/** The fields of a certification, in display order. */
export const certificationFields = {
  ...certificationNames,
  issuer: { schema: text(200), label: 'Issued by', column: 'issuer', isSearched: true },
  ...cardFields,
  requiredForWork: {
    schema: z
      .boolean()
      .nullable()
      .describe('Whether the job asks for it; null means the default: life support is, others are not'),
    initial: null,
    label: 'Required for work',
    column: 'required_for_work',
    isSearched: false,
  },
  ...ownerFields,
  notes,
} as const satisfies Record<string, Field>

export const certificationDefaults = initialValuesOf(certificationFields)
