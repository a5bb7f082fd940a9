import { z } from 'zod'
import { type ProfileInput, profileInput } from '#shared/account/profile.ts'
import { MAX_CYCLES } from '#shared/ceu/cycle.ts'
import { type DeclinedTopic, declinedTopic, MAX_DECLINED, MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { MAX_RESIDENCES } from '#shared/compact/residence.ts'
import { MAX_COMPETENCY_RECORDS } from '#shared/competency/record.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { MAX_HEALTH_RECORDS } from '#shared/health/record.ts'
import { type FieldError, fieldErrors, Problem, type ProblemCode } from '#shared/http/errors.ts'
import {
  earlierDefaultSettings,
  type ReminderSettings,
  reminderSettings,
} from '#shared/reminders/settings.ts'
import { MAX_LISTS } from '#shared/requirements/list.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedResidence,
  type ExportManifest,
  exportedResidence,
  exportManifest,
  exportPaths,
} from '#shared/transfer/export.ts'
import {
  type ExportedFile,
  type Fields,
  fieldsOf,
  pickKeys,
  type ReadCredential,
  type ReadCycle,
  type ReadEntry,
  type ReadHealth,
  type ReadLookup,
  type ReadPractice,
  type ReadRenewal,
  type ReadRequirementList,
  readCredential,
  readCycle,
  readEntry,
  readFile,
  readHealth,
  readLookup,
  readPractice,
  readRenewal,
  readRequirementList,
  withoutGuess,
} from './import-record-service.ts'
import { type ListLimits, unreadable } from './import-rows-service.ts'
import type { Archive, MemberPosition } from './import-zip-service.ts'

/** At most this many invalid fields are named. */
const NAMED = 20
/** Records that are sent together. */
const BATCH = 200
/** The trash may hold this many times the limit for active records. */
export const TRASH_TIMES = 4
const MIB = 1024 ** 2

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
  if (path === null || fault !== null || resourceType === 'share' || resourceType === 'mail')
    return { ...file, position: null }
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
