import { z } from 'zod'
import { optionalText, text } from '#shared/kernel/fields.ts'
import { fieldsWith } from './field.ts'
import { certificationDisplay, certificationNamesDisplay } from './field-display.ts'
import { cardFields, notes, ownerFields } from './license.ts'

export const certificationNames = fieldsWith(certificationNamesDisplay, {
  name: { schema: text(200), sample: 'Basic Life Support' },
  code: { schema: optionalText(20), sample: 'BLS' },
})

/** The fields of a certification, in display order. */
export const certificationFields = fieldsWith(certificationDisplay, {
  ...certificationNames,
  issuer: { schema: text(200), sample: 'American Heart Association' },
  ...cardFields,
  requiredForWork: {
    schema: z
      .boolean()
      .nullable()
      .describe('Whether the job asks for it; null means the default: life support is, others are not'),
    sample: true,
  },
  ...ownerFields,
  notes,
})
