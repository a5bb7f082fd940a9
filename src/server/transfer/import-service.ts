import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { audit } from '#server/audit/store.ts'
import { completeResidence } from '#server/compact/service.ts'
import { newName } from '#server/files/name-service.ts'
import { removeBytes, storeBytes } from '#server/files/service.ts'
import { newHealthRow } from '#server/health/service.ts'
import type { Services } from '#server/services.ts'
import { type Spooled, spool } from '#server/storage/temp-file.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { MAX_CYCLES } from '#shared/ceu/cycle.ts'
import { MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { MAX_COMPETENCY_RECORDS } from '#shared/competency/record.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { cleanFileName } from '#shared/files/file.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { freeFieldsOfCustom } from '#shared/files/stored-object.ts'
import { MAX_HEALTH_RECORDS } from '#shared/health/record.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_LOOKUPS } from '#shared/lookups/record.ts'
import { MAX_LISTS } from '#shared/requirements/list.ts'
import { MAX_EXPORT_BYTES } from '#shared/transfer/export.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { type ReadExport, type ReadFile, TRASH_TIMES } from './import-data-service.ts'
import { readInThread } from './import-read-service.ts'
import { renewalsWithNewIds } from './import-renewals-service.ts'
import { listsWithNewIds } from './import-requirements-service.ts'
import { unreadable } from './import-rows-service.ts'
import { fillVault, type NewVault } from './import-store.ts'
import { type MemberPosition, openMembers } from './import-zip-service.ts'

/** The ZIP on our own disk, in an unlinked file: a kill leaves nothing behind. Rejects with `too_large`. */
export async function receiveZip({ config }: Services, body: ReadableStream): Promise<Spooled> {
  const folder = join(config.dataDir, 'spool')
  return spool(folder, Readable.fromWeb(body), MAX_EXPORT_BYTES).catch((error) => {
    if (error instanceof Problem && error.code === 'file_too_large') throw new Problem('too_large')
    throw error
  })
}

type Progress = (files: { done: number; total: number }) => void

/**
 * Imports the export in `spooled` into the owner's empty vault: all of it or nothing. Bytes are written first and
 * removed again when the rows are refused; after a crash between the two the file sweep removes them.
 */
export async function importVault(
  services: Services,
  actor: Actor,
  { fd }: Spooled,
  { signal, onProgress = () => {} }: { signal: AbortSignal; onProgress?: Progress },
): Promise<ImportResult> {
  const keys: string[] = []
  try {
    const read = await readInThread(actor.owner, fd, signal)
    requireWithinLimits(read)
    const openMember = await openMembers(fd)
    const kept = read.files.filter(hasBytes)
    const stored = new Map<string, string>()
    onProgress({ done: 0, total: kept.length })
    for (const [index, each] of kept.entries()) {
      signal.throwIfAborted()
      const key = await storeFile(services, actor.owner, each, openMember)
      keys.push(key)
      stored.set(each.id, key)
      onProgress({ done: index + 1, total: kept.length })
    }
    const vault = withNewIds(read, stored, { ...services, owner: actor.owner })
    signal.throwIfAborted()
    await saveVault(services, actor, vault)
    return resultOf(read, vault)
  } catch (error) {
    // A refusal is certain. After any other error the rows may have been stored: the file sweep decides about the
    // bytes.
    if (error instanceof Problem || signal.aborted) await removeBytes(services, keys)
    throw error
  }
}

type FileWithBytes = ReadFile & { position: MemberPosition }

function hasBytes(file: ReadFile): file is FileWithBytes {
  return file.position !== null
}

function requireWithinLimits(read: ReadExport): void {
  const { credentials, cycles, entries, lookups, practiceLog, healthRecords, requirementLists, files } = read
  const within = (rows: { deletedAt: string | null }[], max: number) =>
    rows.filter(({ deletedAt }) => deletedAt === null).length <= max && rows.length <= max * TRASH_TIMES
  if (!within(credentials, MAX_CREDENTIALS)) throw new Problem('too_many_credentials')
  if (!within(cycles, MAX_CYCLES)) throw new Problem('too_many_cycles')
  if (!within(entries, MAX_ENTRIES)) throw new Problem('too_many_entries')
  if (!within(practiceLog, MAX_COMPETENCY_RECORDS)) throw new Problem('too_many_competency_records')
  if (!within(requirementLists, MAX_LISTS)) throw new Problem('too_many_requirement_lists')
  const ofOne = Map.groupBy(lookups, ({ credentialId }) => credentialId)
  if ([...ofOne.values()].some((own) => own.length > MAX_LOOKUPS)) throw new Problem('too_many_lookups')
  if (!within(healthRecords, MAX_HEALTH_RECORDS)) throw new Problem('too_many_health_records')
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_OWNER_BYTES) throw new Problem('too_many_files')
}

/** Checked like an upload. Resolves to its storage key. */
async function storeFile(
  services: Services,
  owner: Owner,
  file: FileWithBytes,
  open: (file: FileWithBytes) => Promise<Readable>,
): Promise<string> {
  const path = file.path ?? ''
  const bytes = await open(file)
  try {
    const { key, ...stored } = await storeBytes(services, owner, (store) => store({ name: file.name, bytes }))
    const { sha256, size, mimeType } = stored
    if (sha256 === file.sha256 && size === file.size && mimeType === file.mimeType) return key
    await removeBytes(services, [key])
    throw unreadable(path, 'Was changed since the export was made')
  } catch (error) {
    throw toUnreadable(path, error)
  } finally {
    bytes.destroy()
  }
}

const refused = new Set(['file_infected', 'file_kind_refused', 'file_too_large', 'invalid'])

/** The errors of a refused upload, and those of a ZIP that fails while it inflates. */
function toUnreadable(path: string, error: unknown): unknown {
  if (error instanceof Problem)
    return refused.has(error.code) ? unreadable(path, error.errors?.[0]?.message ?? error.message) : error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(E[A-Z]+|5[0-9]|08)/.test(code) && code !== 'ERR_STREAM_PREMATURE_CLOSE' ? error : unreadable(path)
}

/** The same vault under new ids. A reference to something outside of it is removed. */
function withNewIds(
  read: ReadExport,
  keys: Map<string, string>,
  { clock, rules, fieldCipher, owner }: Pick<Services, 'clock' | 'rules' | 'fieldCipher'> & { owner: Owner },
): NewVault {
  const now = clock.now()
  const ids = new Map<string, string>()
  const {
    credentials,
    cycles,
    entries,
    lookups,
    practiceLog,
    healthRecords,
    renewals,
    requirementLists,
    files,
  } = read
  const terms = renewals.flatMap(({ term }) => term ?? [])
  for (const list of [
    credentials,
    cycles,
    entries,
    lookups,
    practiceLog,
    healthRecords,
    renewals,
    requirementLists,
    terms,
    files,
  ])
    for (const { id } of list) ids.set(id, randomUUID())
  const imports = new Map<string, string>()
  const newId = (id: string) => ids.get(id) ?? ''
  const cycleIds = new Set(cycles.map(({ id }) => id))
  const kinds = new Map(credentials.map(({ id, input }) => [id, input.kind]))
  const cycleOf = (id: string, where: string) => {
    if (!cycleIds.has(id)) throw unreadable(where, 'Counts in a cycle that is not there')
    return newId(id)
  }
  // No instant may be in the future: lists are sorted by them, and the trash is emptied by them.
  const at = (iso: string) => new Date(Math.min(Date.parse(iso), now.getTime()))
  const dates = (row: { createdAt: string; updatedAt: string; deletedAt: string | null }) => ({
    createdAt: at(row.createdAt),
    updatedAt: at(row.updatedAt),
    deletedAt: row.deletedAt === null ? null : at(row.deletedAt),
  })
  const records = new Map<string, ReadFile['resourceType']>([
    ...kinds,
    ...cycles.map(({ id }) => [id, 'ceuCycle'] as const),
    ...entries.map(({ id }) => [id, 'ceuEntry'] as const),
    ...lookups.map(({ id }) => [id, 'lookup'] as const),
    ...practiceLog.map(({ id }) => [id, 'competencyRecord'] as const),
    ...healthRecords.map(({ id }) => [id, 'healthRecord'] as const),
    ...renewals.map(({ id }) => [id, 'renewal'] as const),
    ...terms.map(({ id }) => [id, 'term'] as const),
  ])
  const belongs = ({ resourceId, resourceType }: ReadFile) =>
    resourceId !== null && records.get(resourceId) === resourceType
  const owners = new Map(
    files.map((file) => [file.id, belongs(file) && file.deletedAt === null ? file.resourceId : null]),
  )
  const fileOf = (recordId: string, fileId: string | null) =>
    fileId !== null && keys.has(fileId) && owners.get(fileId) === recordId ? newId(fileId) : null
  const mainOf = ({ id, fileId }: { id: string; fileId: string | null }) => fileOf(id, fileId)
  const taken = new Set<string>()
  const objectOf = ({ objectPath, objectDetails }: ReadFile) => {
    if (objectPath === null || objectDetails === null || taken.has(objectPath)) return {}
    taken.add(objectPath)
    const { custom: _custom, ...details } = objectDetails
    return { objectPath, objectDetails: details }
  }
  const credentialOf = (id: string | null, kind: 'license' | 'certification') =>
    id !== null && kinds.get(id) === kind ? newId(id) : null
  return {
    profile: read.profile,
    reminderSettings: read.reminderSettings,
    declinedTopics: read.declinedTopics,
    residences: read.residences.map(({ deletedAt, ...each }) => ({
      ...completeResidence(each, rules),
      deletedAt: deletedAt === null ? null : at(deletedAt),
    })),
    files: files.flatMap((file) => {
      const key = keys.get(file.id)
      if (key === undefined) return []
      const { name, size, mimeType, sha256, resourceType, resourceId } = file
      const record = belongs(file) ? { resourceType, resourceId: newId(resourceId ?? '') } : {}
      const { createdAt, deletedAt } = dates({ ...file, updatedAt: file.createdAt })
      // Exports of earlier versions have custom metadata apart.
      const freeFields = { ...freeFieldsOfCustom(file.objectDetails?.custom ?? {}), ...file.freeFields }
      const cleaned = cleanFileName(name, mimeType)
      const named = newName(fieldCipher, owner, { name: cleaned, id: newId(file.id), resourceType })
      const stored = { key, ...named, size, mimeType, sha256, freeFields }
      return [{ ...stored, ...record, ...objectOf(file), createdAt, deletedAt }]
    }),
    credentials: credentials.map((row) => ({
      ...{ id: newId(row.id), input: row.input, fileId: mainOf(row) },
      archivedAt: row.archivedAt === null ? null : new Date(row.archivedAt),
      ...dates(row),
    })),
    cycles: cycles.map((row) => ({
      ...row.input,
      ...{ id: newId(row.id), ruleId: row.ruleId, rule: row.rule },
      ...{ hoursCounted: row.hoursCounted ?? row.hoursCompleted, topicsCompleted: row.topicsCompleted },
      licenseId: credentialOf(row.input.licenseId, 'license'),
      certificationId: credentialOf(row.input.certificationId, 'certification'),
      needAnswers: row.input.needAnswers.map((answer) => ({
        ...answer,
        credentialId: credentialOf(answer.credentialId, 'certification'),
      })),
      ...dates(row),
    })),
    entries: entries.map((row, index) => {
      const { counts: _counts, fileIds: _fileIds, ...fields } = row.input
      const { importId, deletedWithCycleId } = row
      if (importId !== null && !imports.has(importId)) imports.set(importId, randomUUID())
      return {
        ...fields,
        id: newId(row.id),
        cycleId: cycleOf(fields.cycleId, `entry ${index}`),
        hours: contactHoursOf(fields) ?? 0,
        fileId: mainOf(row),
        importId: importId === null ? null : (imports.get(importId) ?? null),
        deletedWithCycleId: deletedWithCycleId === null ? null : (ids.get(deletedWithCycleId) ?? null),
        ...dates(row),
      }
    }),
    counts: entries.flatMap((row, index) =>
      row.counts.map(({ cycleId, ...count }, position) => ({
        ...count,
        ...{ entryId: newId(row.id), cycleId: cycleOf(cycleId, `entry ${index}`), position },
      })),
    ),
    lookups: lookups.map((row, index) => {
      const { fileIds: _fileIds, ...fields } = row.input
      if (!kinds.has(row.credentialId))
        throw unreadable(`look-up ${index}`, 'Belongs to a credential that is not there')
      return { ...fields, id: newId(row.id), credentialId: newId(row.credentialId), ...dates(row) }
    }),
    practiceLog: practiceLog.map((row) => {
      const { fileIds: _fileIds, ...fields } = row.input
      return { ...fields, id: newId(row.id), ...dates(row) }
    }),
    healthRecords: healthRecords.map((row) => ({
      ...newHealthRow(fieldCipher, owner, row.input, newId(row.id)),
      ...dates(row),
    })),
    requirementLists: listsWithNewIds(requirementLists, { newId, dates }),
    ...renewalsWithNewIds(renewals, { hasCredential: (id) => kinds.has(id), newId, fileOf, at, dates }),
  }
}

async function saveVault(services: Services, actor: Actor, vault: NewVault): Promise<void> {
  const now = services.clock.now()
  const { credentials, cycles, entries, practiceLog, healthRecords, files } = vault
  const metadata = {
    ...{ credentials: credentials.length, cycles: cycles.length, entries: entries.length },
    ...{ practiceRecords: practiceLog.length, healthRecords: healthRecords.length, files: files.length },
  }
  await services.db.transaction(async (tx) => {
    await fillVault(tx, actor.owner, vault, now)
    await audit(tx, actor, now, 'file_imported', { resource: 'user', resourceId: actor.owner, metadata })
  })
}

function resultOf(read: ReadExport, vault: NewVault): ImportResult {
  const { credentials, cycles, entries, practiceLog, healthRecords, files } = vault
  const all: { deletedAt?: Date | null | undefined }[] = [
    ...credentials,
    ...cycles,
    ...entries,
    ...practiceLog,
    ...healthRecords,
    ...files,
  ]
  return {
    ...{ credentials: credentials.length, cycles: cycles.length, entries: entries.length },
    ...{ practiceRecords: practiceLog.length, healthRecords: healthRecords.length, files: files.length },
    inTrash: all.filter(({ deletedAt }) => deletedAt).length,
    filesLeftOut: read.files.filter(({ fault }) => fault !== null).length,
    sharesLeftOut: read.shares,
  }
}
