import { type CycleRecord, listCyclesById } from '#server/ceu/cycle-store.ts'
import { type EntryRecord, listEntriesOfCycle, listExistingEntryIds } from '#server/ceu/entry-store.ts'
import { listExistingCompetencyIds } from '#server/competency/store.ts'
import { listCredentialsById } from '#server/credentials/list-store.ts'
import { listTitles } from '#server/credentials/name-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { openName } from '#server/files/name-service.ts'
import { type FileRow, listFilesById } from '#server/files/store.ts'
import { type HealthRowWithFiles, listHealthRowsById } from '#server/health/store.ts'
import { type LookupRow, listExistingLookupIds, listLatestLookups } from '#server/lookups/store.ts'
import { listExistingRecordIds } from '#server/renewals/import-store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import { packetSubject } from '#shared/ceu/packet.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { english } from '#shared/i18n/translate.ts'
import type { ResourceType, SharedResource } from '#shared/shares/share.ts'
import type { ShareRow } from './table.ts'

/** The columns of a share that decide what it shows. */
export type ShareContent = Pick<
  ShareRow,
  | 'resourceType'
  | 'resourceId'
  | 'resources'
  | 'masks'
  | 'includeFiles'
  | 'allowDownloads'
  | 'mode'
  | 'redactions'
  | 'frozen'
  | 'recipient'
  | 'note'
  | 'expiresAt'
  | 'createdAt'
>

/** A shared resource with its current record. */
export type ResourceRecord =
  | { resourceType: 'license' | 'certification'; record: CredentialRecord; lookup: LookupRow | null }
  | { resourceType: 'ceuCycle'; record: CycleRecord; entries: EntryRecord[] }
  | { resourceType: 'healthRecord'; record: HealthRowWithFiles }
  | { resourceType: 'file'; record: FileRow }

type Read<T> = (tx: Db, owner: Owner, ids: string[]) => Promise<Map<string, T>>

async function readCredentials(tx: Db, owner: Owner, ids: string[]): Promise<Map<string, ResourceRecord>> {
  const [credentials, lookups] = await Promise.all([
    listCredentialsById(tx, owner, ids),
    listLatestLookups(tx, owner, ids),
  ])
  return mapped(credentials, (record) => {
    return { resourceType: record.kind, record, lookup: lookups.get(record.id) ?? null }
  })
}

async function readCycles(tx: Db, owner: Owner, ids: string[]): Promise<Map<string, ResourceRecord>> {
  const read = new Map<string, ResourceRecord>()
  for (const [id, record] of await listCyclesById(tx, owner, ids))
    read.set(id, { resourceType: 'ceuCycle', record, entries: await listEntriesOfCycle(tx, owner, id) })
  return read
}

async function readHealthRecords(tx: Db, owner: Owner, ids: string[]): Promise<Map<string, ResourceRecord>> {
  const records = await listHealthRowsById(tx, owner, ids)
  return mapped(records, (record) => ({ resourceType: 'healthRecord', record }))
}

async function readFiles(tx: Db, owner: Owner, ids: string[]): Promise<Map<string, ResourceRecord>> {
  return mapped(await listShareableFiles(tx, owner, ids), (record) => ({ resourceType: 'file', record }))
}

const readers: Record<ResourceType, Read<ResourceRecord>> = {
  license: readCredentials,
  certification: readCredentials,
  ceuCycle: readCycles,
  healthRecord: readHealthRecords,
  file: readFiles,
}

/** In the order of `resources`; `null` for a deleted one. Cycles need one snapshot (`readSnapshot`). */
export async function listResources(
  tx: Db,
  owner: Owner,
  resources: SharedResource[],
): Promise<(ResourceRecord | null)[]> {
  const records = await readEach(tx, owner, resources, readers)
  return resources.map(({ resourceType, resourceId }) => {
    const found = records.get(resourceId)
    return found?.resourceType === resourceType ? found : null
  })
}

const titleReaders = (cipher: FieldCipher): Record<ResourceType, Read<string>> => ({
  license: listTitles,
  certification: listTitles,
  ceuCycle: async (db, owner, ids) =>
    mapped(await listCyclesById(db, owner, ids), (cycle) => packetSubject(cycle, english)),
  healthRecord: async (db, owner, ids) =>
    mapped(await listHealthRowsById(db, owner, ids), ({ kind }) => healthCatalog[kind].label),
  file: async (db, owner, ids) =>
    mapped(await listShareableFiles(db, owner, ids), (row) => openName(cipher, row)),
})

/** The title of each resource by its id; deleted ones are not in the map. */
export function listResourceTitles(
  db: Db,
  owner: Owner,
  resources: SharedResource[],
  cipher: FieldCipher,
): Promise<Map<string, string>> {
  return readEach(db, owner, resources, titleReaders(cipher))
}

/** Calls each reader once, with all the ids of its kind. */
async function readEach<T>(
  tx: Db,
  owner: Owner,
  resources: SharedResource[],
  by: Record<ResourceType, Read<T>>,
): Promise<Map<string, T>> {
  const read = new Map<string, T>()
  for (const [reader, those] of Map.groupBy(resources, ({ resourceType }) => by[resourceType])) {
    const ids = those.map(({ resourceId }) => resourceId)
    for (const [id, value] of await reader(tx, owner, ids)) read.set(id, value)
  }
  return read
}

function mapped<A, B>(values: Map<string, A>, change: (value: A) => B): Map<string, B> {
  return new Map([...values].map(([id, value]) => [id, change(value)]))
}

type ListExisting = (tx: Db, owner: Owner, ids: string[]) => Promise<{ has(id: string): boolean }>

/**
 * Checks which records of these kinds exist. The file of a deleted record is not shared, even while the record could
 * still be restored.
 */
const existing: { [type in NonNullable<FileRow['resourceType']>]?: ListExisting } = {
  license: listTitles,
  certification: listTitles,
  competencyRecord: listExistingCompetencyIds,
  lookup: listExistingLookupIds,
  ceuEntry: listExistingEntryIds,
  renewal: listExistingRecordIds,
  term: listExistingRecordIds,
}

/**
 * The owner's files among `ids` that may be shared. Excludes files of deleted records. Includes files of health records
 * only if the link shows the record with its documents (`healthIds`).
 */
export async function listShareableFiles(
  tx: Db,
  owner: Owner,
  ids: string[],
  healthIds: ReadonlySet<string> = new Set(),
): Promise<Map<string, FileRow>> {
  if (ids.length === 0) return new Map()
  const files = await listFilesById(tx, owner, ids)
  const listers = { ...existing, healthRecord: async () => healthIds }
  const byLister = Map.groupBy(files.values(), ({ resourceType }) => resourceType && listers[resourceType])
  for (const [list, those] of byLister) {
    if (!list) continue
    const recordIds = those.flatMap(({ resourceId }) => resourceId ?? [])
    const records = await list(tx, owner, recordIds)
    for (const { id, resourceId } of those)
      if (resourceId !== null && !records.has(resourceId)) files.delete(id)
  }
  return files
}

/** The ids of all files of these resources, except health records, whose files are looked up separately. */
export function fileIdsOf(resources: readonly (ResourceRecord | null)[]): string[] {
  return resources.flatMap((resource) => {
    if (resource === null || resource.resourceType === 'healthRecord') return []
    if (resource.resourceType === 'file') return [resource.record.id]
    if (resource.resourceType === 'ceuCycle') return resource.entries.flatMap(({ fileIds }) => fileIds)
    return resource.record.fileIds
  })
}
