import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, optionalText, tags, text, uuid, years } from '#shared/kernel/fields.ts'
import { fieldsWith } from './field.ts'
import {
  cardDisplay,
  licenseDisplay,
  licenseNamesDisplay,
  notesDisplay,
  ownerDisplay,
} from './field-display.ts'

export const cardFields = fieldsWith(cardDisplay, {
  number: { schema: optionalText(50), sample: '0O1l-884213' },
  issuedAt: { schema: calendarDate.nullable(), sample: '2024-04-01' },
  expiresAt: { schema: calendarDate.nullable(), sample: '2027-03-31' },
  neverExpires: {
    schema: z.boolean().describe('The owner chose this; a missing expiration date is different'),
    sample: false,
  },
})

/** Files are listed from their own table. */
export const ownerFields = fieldsWith(ownerDisplay, {
  reminderDays: {
    schema: z.int().min(0, msg`At least 0 days`).max(365, msg`At most 365 days`).nullable(),
    sample: 45,
  },
  tags: { schema: tags, sample: ['travel', "Mercy's & co"] },
  fileId: { schema: uuid.nullable(), sample: null },
  fileIds: {
    schema: z
      .array(uuid)
      .max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`)
      .describe('Every file of the credential, the main one first'),
    sample: [],
  },
})

export const { notes } = fieldsWith(
  { notes: notesDisplay },
  { notes: { schema: optionalText(2000), sample: 'Renew in the portal.' } },
)

const extra = z
  .array(z.strictObject({ name: text(50), value: text(200) }))
  .max(20, msg`At most 20 extra fields`)

export const licenseNames = fieldsWith(licenseNamesDisplay, {
  title: { schema: text(200), sample: 'Texas RN license' },
  type: { schema: text(100), sample: 'RN' },
  state: { schema: text(50), sample: 'TX' },
})

/** The fields of a license, in display order. To add one, see CONTRIBUTING.md. */
export const licenseFields = fieldsWith(licenseDisplay, {
  ...licenseNames,
  issuer: { schema: text(200), sample: 'Texas Board of Nursing' },
  ...cardFields,
  multistate: {
    schema: z.boolean().nullable().describe('`null`: the owner has not said'),
    sample: true,
  },
  renewalCycle: { schema: years.nullable(), sample: 2 },
  ...ownerFields,
  extra: { schema: extra, sample: [{ name: 'Nursys ID', value: '12345678' }] },
  notes,
})
