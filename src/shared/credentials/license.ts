import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file.ts'
import { calendarDate, optionalText, tags, text, uuid, years } from '#shared/kernel/fields.ts'
import { boardOf, findState } from './states.ts'

/** What a license and a certification have in common. Absent and `null` mean "none". */
export const sharedFields = {
  number: optionalText(50),
  issuedAt: calendarDate.nullable(),
  expiresAt: calendarDate.nullable(),
  reminderDays: z.int().min(0, 'At least 0 days').max(365, 'At most 365 days').nullable(),
  tags,
  fileId: uuid.nullable(),
  fileIds: z.array(uuid).max(MAX_FILES_PER_RECORD, `At most ${MAX_FILES_PER_RECORD} files`),
  notes: optionalText(2000),
}

export const sharedDefaults = {
  number: null,
  issuedAt: null,
  expiresAt: null,
  reminderDays: null,
  tags: [],
  fileId: null,
  fileIds: [],
  notes: null,
}

const extra = z.array(z.strictObject({ name: text(50), value: text(200) })).max(20, 'At most 20 extra fields')

export const licenseFields = {
  title: text(200),
  type: text(100),
  state: text(50),
  issuer: text(200),
  renewalCycle: years.nullable(),
  multistate: z.boolean(),
  extra,
  ...sharedFields,
}

export const licenseDefaults = { renewalCycle: null, multistate: false, extra: [], ...sharedDefaults }

/** "Texas RN license". */
export function licenseTitle(license: { state: string; type: string }): string {
  return `${findState(license.state)?.name ?? license.state} ${license.type} license`
}

/** The issuer of a license that names none: the state's board. */
export function licenseIssuer(license: { state: string; type: string }): string {
  return boardOf(license.state, license.type)
}
