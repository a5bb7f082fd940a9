import { z } from 'zod'
import { type ProfileInput, profileInput } from '#shared/account/profile.ts'
import { ceuCyclePatch, cycleProblems, MAX_CYCLES } from '#shared/ceu/cycle.ts'
import {
  ceuEntryInput,
  type DeclinedTopic,
  declinedTopic,
  MAX_DECLINED,
  MAX_ENTRIES,
} from '#shared/ceu/entry.ts'
import { MAX_RESIDENCES } from '#shared/compact/residence.ts'
import { competencyKeys, competencyRecordInput, MAX_COMPETENCY_RECORDS } from '#shared/competency/record.ts'
import { credentialInput, kind, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { healthRecordInput, healthRecordKeys, MAX_HEALTH_RECORDS } from '#shared/health/record.ts'
import { type FieldError, fieldErrors, Problem, type ProblemCode } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { lookupFields, lookupKeys } from '#shared/lookups/record.ts'
import {
  earlierDefaultSettings,
  type ReminderSettings,
  reminderSettings,
} from '#shared/reminders/settings.ts'
import { renewalKeys, renewalPatch } from '#shared/renewals/renewal.ts'
import { listKeys, MAX_LISTS, requirementListInput } from '#shared/requirements/list.ts'
import {
  credentialKeys,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedResidence,
  type ExportManifest,
  exportedCounts,
  exportedCredential,
  exportedCycle,
  exportedFile,
  exportedLookup,
  exportedRecord,
  exportedRenewal,
  exportedResidence,
  exportManifest,
  exportPaths,
} from '#shared/transfer/export.ts'
import { type ListLimits, unreadable } from './import-rows-service.ts'
import type { Archive, MemberPosition } from './import-zip-service.ts'

/** At most this many invalid fields are named. */
const NAMED = 20
/** Records that are sent together. */
const BATCH = 200
/** The trash may hold this many times the limit for active records. */
export const TRASH_TIMES = 4
const MIB = 1024 ** 2
/** For a rule imported with a cycle; our own have 2 to 8 kB. */
const MAX_RULE_LENGTH = 60_000

type Fields = Record<string, unknown>
const fieldsOf = z.record(z.string(), z.unknown())

const pickKeys = (row: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))

/** A link from an imported file may only lead to a web page. */
const isWebAddress = (url: string) => /^https?:\/\//i.test(url)

const cycleInput = ceuCyclePatch.required()
const entryKeys = Object.keys(ceuEntryInput.shape)
const cycleKeys = Object.keys(cycleInput.shape)

/** In exports from before where somebody lives, an owner who had not said had `false`. */
function withoutGuess(row: Fields): Fields {
  return row.multistate === false ? { ...row, multistate: null } : row
}

function readCredential(row: Fields) {
  const free = row.kind === 'license' ? freeFieldsOf(row, takenNames) : {}
  const input = { ...free, ...pickKeys(row, credentialKeys(kind.parse(row.kind))), fileId: null, fileIds: [] }
  return {
    ...exportedCredential.parse(row),
    fileId: uuid.nullable().parse(row.fileId),
    input: credentialInput.parse(input),
  }
}
export type ReadCredential = ReturnType<typeof readCredential>

/** What exports of earlier versions do not have. */
const sinceWays = { wayId: null, needAnswers: [], carriedOverHours: null }

function readCycle(row: Fields) {
  const input = cycleInput.parse({ ...sinceWays, ...pickKeys(row, cycleKeys) })
  // A cycle outlives the certification that it has instead of a state.
  const [problem] = cycleProblems(input).filter(({ path }) => path !== 'state')
  if (problem)
    throw new z.ZodError([{ code: 'custom', path: [problem.path], message: problem.message, input }])
  const exported = exportedCycle.parse(row)
  const { rule } = exported
  const isOdd =
    rule !== null &&
    (JSON.stringify(rule).length > MAX_RULE_LENGTH ||
      ![rule.boardUrl, ...rule.evidence.map(({ url }) => url)].every(isWebAddress))
  if (isOdd)
    throw new z.ZodError([{ code: 'custom', path: ['rule'], message: 'Is no rule of ours', input: rule }])
  return { ...exportedRecord.parse(row), ...exported, input }
}
export type ReadCycle = ReturnType<typeof readCycle>

const entryRest = z.object({
  fileId: uuid.nullable(),
  importId: uuid.nullable(),
  deletedWithCycleId: uuid.nullable(),
  counts: exportedCounts,
})

function readEntry(row: Fields) {
  const rest = entryRest.parse(row)
  const { hours, ...given } = pickKeys(row, entryKeys)
  const input = ceuEntryInput.parse({
    ...given,
    // The hours of a certificate's amount are computed again.
    ...(given.amount === null ? { hours } : {}),
    ...{ fileId: null, fileIds: [] },
    counts: rest.counts.map(({ cycleId, acceptedHours }) => ({ cycleId, acceptedHours })),
  })
  return { ...exportedRecord.parse(row), ...rest, input }
}
export type ReadEntry = ReturnType<typeof readEntry>

function readPractice(row: Fields) {
  const input = competencyRecordInput.parse({ ...pickKeys(row, competencyKeys), fileIds: [] })
  return { ...exportedRecord.parse(row), input }
}
export type ReadPractice = ReturnType<typeof readPractice>

function readLookup(row: Fields) {
  const input = lookupFields.parse({ ...pickKeys(row, lookupKeys), fileIds: [] })
  return { ...exportedLookup.parse(row), input }
}
export type ReadLookup = ReturnType<typeof readLookup>
function readHealth(row: Fields) {
  const input = healthRecordInput.parse({ ...pickKeys(row, healthRecordKeys), fileIds: [] })
  return { ...exportedRecord.parse(row), input }
}
export type ReadHealth = ReturnType<typeof readHealth>

const renewalEntered = renewalPatch.required({ openedOn: true })

function readRenewal(row: Fields) {
  const { submittedOn: _date, ...given } = pickKeys(row, renewalKeys)
  return { ...exportedRenewal.parse(row), input: renewalEntered.parse({ ...given, fileIds: [] }) }
}
export type ReadRenewal = ReturnType<typeof readRenewal>

function readRequirementList(row: Fields) {
  return { ...exportedRecord.parse(row), input: requirementListInput.parse(pickKeys(row, listKeys)) }
}
export type ReadRequirementList = ReturnType<typeof readRequirementList>

const readFile = (row: Fields) => exportedFile.parse(row)
type ExportedFile = ReturnType<typeof readFile>
/** `position` is where its bytes are in the ZIP; `null` for a file that is not imported. */
export type ReadFile = ExportedFile & { position: MemberPosition | null }

export type ReadLists = {
  credentials: ReadCredential[]
  cycles: ReadCycle[]
  entries: ReadEntry[]
  lookups: ReadLookup[]
  practiceLog: ReadPractice[]
  healthRecords: ReadHealth[]
  renewals: ReadRenewal[]
  requirementLists: ReadRequirementList[]
  files: ReadFile[]
}
type ReadHead = {
  profile: ProfileInput
  declinedTopics: DeclinedTopic[]
  residences: ExportedResidence[]
  reminderSettings: ReminderSettings
  shares: number
}
export type ReadExport = ReadHead & ReadLists

/** Messages from the reading thread: batches of records, and finally the rest or why nothing is imported. */
export type ReadMessage =
  | { [Name in keyof ReadLists]: { list: Name; rows: ReadLists[Name] } }[keyof ReadLists]
  | { head: ReadHead }
  | { problem: { code: ProblemCode; errors: FieldError[] | undefined } }

const row = { bytes: MIB / 2, values: 20_000 }
/** The limits of each part, far above what the fullest vault needs. */
const partLimits = {
  manifest: { bytes: 32 * MIB, values: 700_000 },
  profile: { bytes: MIB / 4, values: 5000 },
  reminderSettings: { bytes: MIB / 4, values: 5000 },
  credentials: { ...row, rows: MAX_CREDENTIALS * TRASH_TIMES },
  cycles: { ...row, rows: MAX_CYCLES * TRASH_TIMES },
  entries: { ...row, rows: MAX_ENTRIES * TRASH_TIMES },
  lookups: { ...row, rows: MAX_CREDENTIALS * TRASH_TIMES * 5 },
  practiceLog: { ...row, rows: MAX_COMPETENCY_RECORDS * TRASH_TIMES },
  healthRecords: { ...row, rows: MAX_HEALTH_RECORDS * TRASH_TIMES },
  renewals: { ...row, rows: MAX_CREDENTIALS * TRASH_TIMES * 5 },
  requirementLists: { ...row, rows: MAX_LISTS * TRASH_TIMES },
  files: { ...row, rows: 60_000 },
} as const

/**
 * Sends all records in batches, validated like typed input. Rejects with `import_unreadable` naming what is wrong,
 * `import_over_limit` naming the limit, or `import_newer`.
 */
export async function readExport(archive: Archive, send: (message: ReadMessage) => void): Promise<void> {
  const manifest = await readManifest(archive)
  const hashes = new Map(manifest.members.map(({ path, sha256 }) => [path, sha256]))
  const checkHash = (path: string, sha256: string) => {
    if (hashes.get(path) !== sha256) throw unreadable(path, 'Was changed since the export was made')
  }
  async function readPart(name: 'profile' | 'reminderSettings'): Promise<unknown> {
    const { value, sha256 } = await archive.json(exportPaths[name], partLimits[name])
    checkHash(exportPaths[name], sha256)
    return value
  }
  async function readBatches<T extends { id: string }>(
    name: keyof ReadLists,
    read: (row: Fields) => T,
    sendBatch: (rows: T[]) => void,
  ): Promise<void> {
    const path = exportPaths[name]
    checkHash(path, await readList(archive, { path, limits: partLimits[name] }, read, sendBatch))
  }
  const rawProfile = await readPart('profile')
  const profile = parsePart(exportPaths.profile, () => fieldsOf.parse(rawProfile))
  const settings = await readPart('reminderSettings')
  const head: ReadHead = {
    profile: parsePart(exportPaths.profile, () =>
      profileInput.parse(pickKeys(profile, Object.keys(profileInput.shape))),
    ),
    // Exports of earlier versions have none.
    declinedTopics: parsePart(exportPaths.profile, () =>
      z.array(declinedTopic.strip()).max(MAX_DECLINED).default([]).parse(profile.declinedTopics),
    ),
    // Exports of earlier versions have none.
    residences: parsePart(exportPaths.profile, () =>
      z
        .array(exportedResidence)
        .max(MAX_RESIDENCES * TRASH_TIMES)
        .default([])
        .parse(profile.residences),
    ),
    // Exports of earlier versions have none if the owner had never changed them.
    reminderSettings: parsePart(
      exportPaths.reminderSettings,
      () => reminderSettings.nullable().parse(settings) ?? earlierDefaultSettings,
    ),
    shares: manifest.counts.shares,
  }
  const isEarlier = profile.residences === undefined
  const readLicense = (fields: Fields) => readCredential(isEarlier ? withoutGuess(fields) : fields)
  await readBatches('credentials', readLicense, (rows) => send({ list: 'credentials', rows }))
  await readBatches('cycles', readCycle, (rows) => send({ list: 'cycles', rows }))
  await readBatches('entries', readEntry, (rows) => send({ list: 'entries', rows }))
  // Exports of earlier versions have none of these four.
  if (hashes.has(exportPaths.lookups))
    await readBatches('lookups', readLookup, (rows) => send({ list: 'lookups', rows }))
  if (hashes.has(exportPaths.practiceLog))
    await readBatches('practiceLog', readPractice, (rows) => send({ list: 'practiceLog', rows }))
  if (hashes.has(exportPaths.healthRecords))
    await readBatches('healthRecords', readHealth, (rows) => send({ list: 'healthRecords', rows }))
  if (hashes.has(exportPaths.renewals))
    await readBatches('renewals', readRenewal, (rows) => send({ list: 'renewals', rows }))
  if (hashes.has(exportPaths.requirementLists))
    await readBatches('requirementLists', readRequirementList, (rows) =>
      send({ list: 'requirementLists', rows }),
    )
  const readLocated = (fields: Fields) => located(archive, readFile(fields))
  await readBatches('files', readLocated, (rows) => send({ list: 'files', rows }))
  send({ head })
}

/** Redacted pictures are not imported, because share links are not. */
function located(archive: Archive, file: ExportedFile): ReadFile {
  const { path, fault, resourceType } = file
  if (path === null || fault !== null || resourceType === 'share') return { ...file, position: null }
  const position = archive.locate(path)
  if (!position) throw unreadable(path, 'Is missing')
  return { ...file, position }
}

async function readManifest(archive: Archive): Promise<ExportManifest> {
  const { value } = await archive.json(exportPaths.manifest, partLimits.manifest)
  const head = z.object({ format: z.literal(EXPORT_FORMAT), version: z.number().int() }).safeParse(value)
  if (!head.success) throw unreadable(exportPaths.manifest, 'Is not of an export of Lanyard')
  if (head.data.version > EXPORT_VERSION) throw new Problem('import_newer')
  return parsePart(exportPaths.manifest, () => exportManifest.parse(value))
}

function parsePart<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw refusalOf([...problemsAt(path, error)])
  }
}

/** Resolves to the hash of the part once all of its rows are valid. */
async function readList<T extends { id: string }>(
  archive: Archive,
  { path, limits }: { path: string; limits: ListLimits },
  read: (row: Fields) => T,
  sendBatch: (rows: T[]) => void,
): Promise<string> {
  const ids = new Set<string>()
  const errors: FieldError[] = []
  let batch: T[] = []
  let index = 0
  const sha256 = await archive.rows(path, limits, (fields) => {
    try {
      const record = read(fieldsOf.parse(fields))
      if (ids.has(record.id)) throw unreadable(path, 'Has an id twice')
      ids.add(record.id)
      batch.push(record)
    } catch (error) {
      errors.push(...problemsAt(`${path} ${index}`, error))
      if (errors.length >= NAMED) throw refusalOf(errors)
    }
    index += 1
    if (batch.length < BATCH) return
    sendBatch(batch)
    batch = []
  })
  if (errors.length > 0) throw refusalOf(errors)
  sendBatch(batch)
  return sha256
}

function problemsAt(where: string, error: unknown): FieldError[] {
  if (!(error instanceof z.ZodError)) throw error
  return fieldErrors(error).map(({ path, message }) => ({ path: `${where} ${path}`.trim(), message }))
}

function refusalOf(errors: FieldError[]): Problem {
  return new Problem('import_unreadable', { errors: errors.slice(0, NAMED) })
}
