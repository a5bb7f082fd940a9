import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file.ts'
import { calendarDate, optionalText, tags, text, uuid, years } from '#shared/kernel/fields.ts'
import { type Field, initialValuesOf } from './field.ts'
import { boardOf, findState } from './states.ts'

/** Printed on the card of a license or a certification. */
export const cardFields = {
  number: { schema: optionalText(50), initial: null, label: 'Number', column: 'number', isSearched: true },
  issuedAt: {
    schema: calendarDate.nullable(),
    initial: null,
    label: 'Issued on',
    column: 'issued_on',
    isSearched: false,
    unit: 'date',
  },
  expiresAt: {
    schema: calendarDate.nullable(),
    initial: null,
    label: 'Expires on',
    column: 'expires_on',
    isSearched: false,
    unit: 'date',
    emptyText: 'Missing',
  },
  neverExpires: {
    schema: z.boolean().describe('The owner said so: unlike a missing expiration date'),
    initial: false,
    label: null,
    column: 'never_expires',
    isSearched: false,
  },
} as const satisfies Record<string, Field>

/** Added by the owner to a license or a certification. Files are listed from their own table. */
export const ownerFields = {
  reminderDays: {
    schema: z.int().min(0, 'At least 0 days').max(365, 'At most 365 days').nullable(),
    initial: null,
    label: 'Remind me',
    column: 'reminder_days',
    isSearched: false,
    unit: 'days',
  },
  tags: { schema: tags, initial: [], label: 'Tags', column: 'tags', isSearched: true },
  fileId: { schema: uuid.nullable(), initial: null, label: null, column: null, isSearched: false },
  fileIds: {
    schema: z
      .array(uuid)
      .max(MAX_FILES_PER_RECORD, `At most ${MAX_FILES_PER_RECORD} files`)
      .describe('Every file of the credential, the main one first'),
    initial: [],
    label: null,
    column: null,
    isSearched: false,
  },
} as const satisfies Record<string, Field>

export const notes = {
  schema: optionalText(2000),
  initial: null,
  label: 'Notes',
  column: 'notes',
  isSearched: true,
} as const satisfies Field

const extra = z.array(z.strictObject({ name: text(50), value: text(200) })).max(20, 'At most 20 extra fields')

export const licenseNames = {
  title: { schema: text(200), label: null, column: null, isSearched: true },
  type: { schema: text(100), label: 'License type', column: 'type', isSearched: true },
  state: { schema: text(50), label: 'State', column: 'state', isSearched: true },
} as const satisfies Record<string, Field>

/** The fields of a license, in display order. To add one, see CONTRIBUTING.md. */
export const licenseFields = {
  ...licenseNames,
  issuer: { schema: text(200), label: 'Issued by', column: 'issuer', isSearched: true },
  ...cardFields,
  multistate: {
    schema: z.boolean().nullable().describe('`null`: the owner has not said'),
    initial: null,
    label: 'Multistate',
    column: 'multistate',
    isSearched: false,
  },
  renewalCycle: {
    schema: years.nullable(),
    initial: null,
    label: 'Renewed every',
    column: 'renewal_years',
    isSearched: false,
    unit: 'years',
  },
  ...ownerFields,
  extra: { schema: extra, initial: [], label: 'More', column: 'more', isSearched: false },
  notes,
} as const satisfies Record<string, Field>

export const licenseDefaults = initialValuesOf(licenseFields)

/** "Texas RN license". */
export function licenseTitle(license: { state: string; type: string }): string {
  return `${findState(license.state)?.name ?? license.state} ${license.type} license`
}

/** The default issuer of a license: the state's board. */
export function licenseIssuer(license: { state: string; type: string }): string {
  return boardOf(license.state, license.type)
}
