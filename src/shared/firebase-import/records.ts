import { type ProfileInput, profileInput } from '#shared/account/profile.ts'
import { type CeuCycleInput, ceuCycleInput } from '#shared/ceu/cycle.ts'
import { type CeuEntryInput, ceuEntryInput } from '#shared/ceu/entry.ts'
import { type CredentialInput, credentialInput, type Kind } from '#shared/credentials/credential.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { fieldErrors } from '#shared/http/errors.ts'
import { isTimeZone } from '#shared/kernel/dates.ts'
import { locale } from '#shared/kernel/fields.ts'
import { type FieldNote, FieldReader } from './field-reader.ts'
import type { PlainValue } from './values.ts'

type Fields = Record<string, PlainValue>
type Times = { createdAt: Date | null; updatedAt: Date | null }

/** A document as a Lanyard record, or why it cannot become one. `fileId` and `cycleId` are still document ids. */
export type Mapped<T> = ({ input: T; times: Times } | { refusal: string }) & { notes: FieldNote[] }

/** For required values that the source lacks. */
const UNKNOWN = 'Unknown'

const ownKeys = ['id', 'userId', 'ownerId', 'owner', 'uid']
/**
 * Calculated from the date, for both lists of statuses: "active, expired, expiring, renewal_due" and "… expiring_soon
 * …".
 */
const derived = ['status']

function readerOf(fields: Fields, timeZone: string | null): FieldReader {
  const own = Object.entries(fields).filter(([key]) => !ownKeys.includes(key) && !derived.includes(key))
  return new FieldReader(Object.fromEntries(own), timeZone)
}

const timesOf = (reader: FieldReader): Times => ({
  createdAt: reader.instant('createdAt', 'created'),
  updatedAt: reader.instant('updatedAt', 'updated'),
})

export function mapCredential(kind: Kind, fields: Fields, timeZone: string | null): Mapped<CredentialInput> {
  const reader = readerOf(fields, timeZone)
  const times = timesOf(reader)
  const named = kind === 'license' ? licenseNamesOf(reader) : certificationNamesOf(reader)
  const issuedAt = reader.date('issuedAt', 'issueDate', 'issuedDate')
  const expiresAt = reader.date('expiresAt', 'expirationDate', 'expiryDate')
  const isReversed = issuedAt !== null && expiresAt !== null && expiresAt < issuedAt
  if (isReversed) {
    reader.keepInNotes('issuedAt', issuedAt)
    reader.note('issuedAt', 'changed', 'It is after the expiration date: the date is in the notes')
  }
  const card = {
    number: reader.text(50, 'number', 'licenseNumber', 'certificationNumber'),
    ...{ issuedAt: isReversed ? null : issuedAt, expiresAt },
    reminderDays: wholeDays(reader),
    tags: reader.tags('tags'),
  }
  reader.take('fileId')
  const more =
    kind === 'license'
      ? { renewalCycle: reader.number({ least: 0, most: 20, isOpen: true }, 'renewalCycle') }
      : {}
  // Not for the schema: it refuses names that are almost those of its fields.
  const free = kind === 'license' ? reader.others(takenNames) : {}
  if (kind === 'certification') keepOthers(reader, fields)
  const read = credentialInput.safeParse({ kind, ...more, ...named, ...card, notes: reader.recordNotes() })
  return finish(reader, read.success ? { ...read, data: { ...free, ...read.data } } : read, times)
}

function licenseNamesOf(reader: FieldReader) {
  const title = reader.text(200, 'title', 'name')
  const type = reader.text(100, 'type', 'licenseType')
  const state = reader.text(50, 'state')
  if (type === null)
    reader.note('type', 'changed', `It has none: ${title === null ? 'it is Unknown' : 'its title is used'}`)
  if (state === null) reader.note('state', 'changed', 'It has none: it is Unknown')
  return {
    title,
    type: type ?? (title === null ? UNKNOWN : [...title].slice(0, 100).join('').trim()),
    state: state ?? UNKNOWN,
    issuer: reader.text(200, 'issuer'),
  }
}

function certificationNamesOf(reader: FieldReader) {
  const name = reader.text(200, 'name', 'title')
  const issuer = reader.text(200, 'issuer')
  if (name === null) reader.note('name', 'changed', 'It has none: it is Unknown')
  if (issuer === null) reader.note('issuer', 'changed', 'It has none: it is Unknown')
  return { name: name ?? UNKNOWN, issuer: issuer ?? UNKNOWN }
}

function wholeDays(reader: FieldReader): number | null {
  const days = reader.number({ least: 0, most: 365 }, 'reminderDays')
  if (days === null || Number.isInteger(days)) return days
  reader.note('reminderDays', 'changed', 'It was rounded to whole days')
  return Math.round(days)
}

/** Ids of other documents, which mean nothing in Lanyard. */
const references = ['licenseId', 'certificationId', 'credentialId']

/** Only a license has free fields. Short texts of other records go to the notes. */
function keepOthers(reader: FieldReader, fields: Fields): void {
  for (const key of Object.keys(fields)) {
    if (key === 'notes' || ownKeys.includes(key) || derived.includes(key)) continue
    const taken = reader.take(key)
    if (!taken) continue
    const { value } = taken
    if (typeof value === 'object' || references.includes(key))
      reader.note(
        key,
        'left out',
        references.includes(key) ? 'It names another document' : 'It is not a text',
      )
    else {
      reader.keepInNotes(key, String(value))
      reader.note(key, 'changed', 'It is in the notes')
    }
  }
}

export function mapCycle(fields: Fields, timeZone: string | null): Mapped<CeuCycleInput> {
  const reader = readerOf(fields, timeZone)
  const times = timesOf(reader)
  const state = reader.text(50, 'state')
  if (state === null) reader.note('state', 'changed', 'It has none: it is Unknown')
  const cycleStart = reader.date('cycleStart', 'startDate')
  const cycleEnd = reader.date('cycleEnd', 'endDate')
  const requiredHours = reader.number({ least: 0, most: 9999, isOpen: true }, 'requiredHours')
  // Calculated as the sum of its entries. The command compares it with the source.
  reader.take('hoursCompleted')
  if (cycleStart === null || cycleEnd === null)
    return { refusal: 'It has no start or no end that can be read', notes: reader.notes }
  keepOthers(reader, fields)
  const notes = reader.recordNotes()
  return finish(
    reader,
    ceuCycleInput.safeParse({ state: state ?? UNKNOWN, cycleStart, cycleEnd, requiredHours, notes }),
    times,
  )
}

/** `cycleId` is the id of the Lanyard cycle. */
export function mapEntry(fields: Fields, cycleId: string, timeZone: string | null): Mapped<CeuEntryInput> {
  const reader = readerOf(fields, timeZone)
  const times = timesOf(reader)
  reader.take('cycleId')
  reader.take('fileId')
  const title = reader.text(200, 'title')
  const provider = reader.text(200, 'provider')
  if (title === null) reader.note('title', 'changed', 'It has none: it is Unknown')
  if (provider === null) reader.note('provider', 'changed', 'It has none: it is Unknown')
  const hours = reader.number({ least: 0, most: 500, isOpen: true }, 'hours')
  const completedAt = reader.date('completedAt', 'completionDate')
  const topicTags = reader.tags('topicTags', 'tags')
  if (hours === null) return { refusal: 'Its hours are not above 0 to 500', notes: reader.notes }
  if (completedAt === null)
    return { refusal: 'It has no completion date that can be read', notes: reader.notes }
  keepOthers(reader, fields)
  const notes = reader.recordNotes()
  const input = {
    cycleId,
    title: title ?? UNKNOWN,
    provider: provider ?? UNKNOWN,
    hours,
    completedAt,
    topicTags,
    notes,
  }
  return finish(reader, ceuEntryInput.safeParse(input), times)
}

/** The profile in a document of `users`. The address comes from the account. */
export function mapProfile(fields: Fields): Mapped<ProfileInput & { name: string | null }> {
  const reader = new FieldReader(fields, null)
  for (const key of ['id', 'uid', 'userId', 'email']) reader.take(key)
  const times = timesOf(reader)
  const name = reader.text(100, 'name', 'displayName')
  const settings = reader.take('settings')?.value
  const given = typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : {}
  const { locale: language = null, timeZone = null } = given as Fields
  const isLocale = language === null || locale.safeParse(language).success
  const isZone = timeZone === null || (typeof timeZone === 'string' && isTimeZone(timeZone))
  if (!isLocale) reader.note('settings.locale', 'left out', 'It is not a language')
  if (!isZone) reader.note('settings.timeZone', 'left out', 'It is not a time zone')
  const profile = {
    firstName: reader.text(50, 'firstName'),
    lastName: reader.text(50, 'lastName'),
    organization: reader.text(100, 'organization'),
    jobTitle: reader.text(50, 'jobTitle'),
    settings: { locale: isLocale ? language : null, timeZone: isZone ? timeZone : null },
  }
  reader.leaveOthers()
  // A profile has no notes that could keep a long text whole.
  for (const each of reader.notes)
    if (each.reason.endsWith('in the notes')) each.reason = 'It was too long and was cut'
  const read = finish(reader, profileInput.safeParse(profile), times)
  return 'refusal' in read ? read : { ...read, input: { ...read.input, name } }
}

function finish<T>(
  reader: FieldReader,
  read: { success: true; data: T } | { success: false; error: Parameters<typeof fieldErrors>[0] },
  times: Times,
): Mapped<T> {
  const { notes } = reader
  if (read.success) return { input: read.data, times, notes }
  const [first] = fieldErrors(read.error)
  return { refusal: `${first?.path ?? ''}: ${first?.message ?? 'It is not valid'}`.replace(/^: /, ''), notes }
}
