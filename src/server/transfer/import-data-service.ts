import { z } from 'zod'
import { type ProfileInput, profileInput } from '#shared/account/profile.ts'
import { ceuCyclePatch, cycleProblems } from '#shared/ceu/cycle.ts'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { credentialInput, kind } from '#shared/credentials/credential.ts'
import { type FieldError, fieldErrors, Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type ReminderSettings, reminderSettings } from '#shared/reminders/settings.ts'
import {
  credentialKeys,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportManifest,
  exportedCounts,
  exportedCycle,
  exportedFile,
  exportedRecord,
  exportManifest,
  exportPaths,
} from '#shared/transfer/export.ts'
import { type Archive, unreadable } from './import-zip-service.ts'

/** So many of the bad fields are named. */
const NAMED = 20
/** Records that are read before others get their turn. */
const TURN = 200
/** Of a rule that came with a cycle; ours have 2 to 8 kB. */
const MAX_RULE_LENGTH = 60_000

type Fields = Record<string, unknown>
const fieldsOf = z.record(z.string(), z.unknown())

const picked = (row: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))

/** A link to follow that came with somebody's file: only to a web page. */
const isWebAddress = (url: string) => /^https?:\/\//i.test(url)

const cycleInput = ceuCyclePatch.required()
const entryKeys = Object.keys(ceuEntryInput.shape)
const cycleKeys = Object.keys(cycleInput.shape)

function readCredential(row: Fields) {
  const input = { ...picked(row, credentialKeys(kind.parse(row.kind))), fileId: null, fileIds: [] }
  return {
    ...exportedRecord.parse(row),
    fileId: uuid.nullable().parse(row.fileId),
    input: credentialInput.parse(input),
  }
}
export type ReadCredential = ReturnType<typeof readCredential>

function readCycle(row: Fields) {
  const input = cycleInput.parse(picked(row, cycleKeys))
  // A cycle outlives the certification that stood for its state.
  const [problem] = cycleProblems(input).filter(({ path }) => path !== 'state')
  if (problem)
    throw new z.ZodError([{ code: 'custom', path: [problem.path], message: problem.message, input }])
  const told = exportedCycle.parse(row)
  const { rule } = told
  const isOdd =
    rule !== null &&
    (JSON.stringify(rule).length > MAX_RULE_LENGTH || ![rule.boardUrl, ...rule.sources].every(isWebAddress))
  if (isOdd)
    throw new z.ZodError([{ code: 'custom', path: ['rule'], message: 'Is no rule of ours', input: rule }])
  return { ...exportedRecord.parse(row), ...told, input }
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
  const { hours, ...given } = picked(row, entryKeys)
  const input = ceuEntryInput.parse({
    ...given,
    // What a certificate's amount is worth is worked out anew.
    ...(given.amount === null ? { hours } : {}),
    ...{ fileId: null, fileIds: [] },
    counts: rest.counts.map(({ cycleId, acceptedHours }) => ({ cycleId, acceptedHours })),
  })
  return { ...exportedRecord.parse(row), ...rest, input }
}
export type ReadEntry = ReturnType<typeof readEntry>

const readFile = (row: Fields) => exportedFile.parse(row)
export type ReadFile = ReturnType<typeof readFile>

export type ReadExport = {
  profile: ProfileInput
  reminderSettings: ReminderSettings | null
  credentials: ReadCredential[]
  cycles: ReadCycle[]
  entries: ReadEntry[]
  files: ReadFile[]
  shares: number
}

/** All records, validated like typed input. Rejects with `import_unreadable` naming what is wrong, or `import_newer`. */
export async function readExport(archive: Archive): Promise<ReadExport> {
  const manifest = await readManifest(archive)
  const hashes = new Map(manifest.members.map(({ path, sha256 }) => [path, sha256]))
  async function part(path: string): Promise<unknown> {
    const { value, sha256 } = await archive.json(path)
    if (hashes.get(path) !== sha256) throw unreadable(path, 'Was changed since the export was made')
    return value
  }
  const profile = fieldsOf.parse(await named(exportPaths.profile, part))
  const settings = await part(exportPaths.reminderSettings)
  return {
    profile: one(exportPaths.profile, () =>
      profileInput.parse(picked(profile, Object.keys(profileInput.shape))),
    ),
    reminderSettings: one(exportPaths.reminderSettings, () => reminderSettings.nullable().parse(settings)),
    credentials: await list(exportPaths.credentials, part, readCredential),
    cycles: await list(exportPaths.cycles, part, readCycle),
    entries: await list(exportPaths.entries, part, readEntry),
    files: await list(exportPaths.files, part, readFile),
    shares: manifest.counts.shares,
  }
}

async function readManifest(archive: Archive): Promise<ExportManifest> {
  const { value } = await archive.json(exportPaths.manifest)
  const head = z.object({ format: z.literal(EXPORT_FORMAT), version: z.number().int() }).safeParse(value)
  if (!head.success) throw unreadable(exportPaths.manifest, 'Is not of an export of Lanyard')
  if (head.data.version > EXPORT_VERSION) throw new Problem('import_newer')
  return one(exportPaths.manifest, () => exportManifest.parse(value))
}

async function named(path: string, part: (path: string) => Promise<unknown>): Promise<Fields> {
  const value = await part(path)
  return one(path, () => fieldsOf.parse(value))
}

function one<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw refusalOf([...problemsAt(path, error)])
  }
}

async function list<T extends { id: string }>(
  path: string,
  part: (path: string) => Promise<unknown>,
  read: (row: Fields) => T,
): Promise<T[]> {
  const value = await part(path)
  const rows = one(path, () => z.array(fieldsOf).parse(value))
  const records: T[] = []
  const errors: FieldError[] = []
  for (const [index, row] of rows.entries()) {
    if (index % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve))
    try {
      records.push(read(row))
    } catch (error) {
      errors.push(...problemsAt(`${path} ${index}`, error))
      if (errors.length >= NAMED) break
    }
  }
  if (errors.length > 0) throw refusalOf(errors)
  if (new Set(records.map(({ id }) => id)).size < records.length) throw unreadable(path, 'Has an id twice')
  return records
}

function problemsAt(where: string, error: unknown): FieldError[] {
  if (!(error instanceof z.ZodError)) throw error
  return fieldErrors(error).map(({ path, message }) => ({ path: `${where} ${path}`.trim(), message }))
}

function refusalOf(errors: FieldError[]): Problem {
  return new Problem('import_unreadable', { errors: errors.slice(0, NAMED) })
}
