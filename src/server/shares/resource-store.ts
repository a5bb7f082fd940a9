import { findUser } from '#server/account/store.ts'
import { type CycleRecord, listCyclesById } from '#server/ceu/cycle-store.ts'
import { type EntryRecord, listEntriesOfCycle, listExistingEntryIds } from '#server/ceu/entry-store.ts'
import { listExistingCompetencyIds } from '#server/competency/store.ts'
import { listCredentialsById } from '#server/credentials/list-store.ts'
import { listTitles } from '#server/credentials/name-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { type FileRow, listFilesById } from '#server/files/store.ts'
import { type HealthRowWithFiles, listHealthRowsById } from '#server/health/store.ts'
import { type LookupRow, listExistingLookupIds, listLatestLookups } from '#server/lookups/store.ts'
import { listExistingRecordIds } from '#server/renewals/import-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { packetSubject } from '#shared/ceu/packet.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { Problem } from '#shared/http/errors.ts'
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

/** In the order of `resources`; `null` for a deleted one. Call it within one snapshot (`readSnapshot`). */
export async function listResources(
  tx: Db,
  owner: Owner,
  resources: SharedResource[],
): Promise<(ResourceRecord | null)[]> {
  const credentials = await listCredentialsById(tx, owner, credentialIdsOf(resources))
  const lookups = await listLatestLookups(tx, owner, [...credentials.keys()])
  const cycles = await listCyclesById(tx, owner, idsOf(resources, 'ceuCycle'))
  const health = await listHealthRowsById(tx, owner, idsOf(resources, 'healthRecord'))
  const files = await listShareableFiles(tx, owner, idsOf(resources, 'file'))
  const records: (ResourceRecord | null)[] = []
  for (const { resourceType, resourceId } of resources) {
    if (resourceType === 'file') {
      const record = files.get(resourceId)
      records.push(record ? { resourceType, record } : null)
    } else if (resourceType === 'healthRecord') {
      const record = health.get(resourceId)
      records.push(record ? { resourceType, record } : null)
    } else if (resourceType === 'ceuCycle') {
      const record = cycles.get(resourceId)
      const entries = record ? await listEntriesOfCycle(tx, owner, resourceId) : []
      records.push(record ? { resourceType, record, entries } : null)
    } else {
      const record = credentials.get(resourceId)
      const lookup = lookups.get(resourceId) ?? null
      records.push(record?.kind === resourceType ? { resourceType, record, lookup } : null)
    }
  }
  return records
}

/** The title of each resource by its id; deleted ones are not in the map. */
export async function listResourceTitles(
  db: Db,
  owner: Owner,
  resources: SharedResource[],
): Promise<Map<string, string>> {
  const credentials = await listTitles(db, owner, credentialIdsOf(resources))
  const cycles = await listCyclesById(db, owner, idsOf(resources, 'ceuCycle'))
  const health = await listHealthRowsById(db, owner, idsOf(resources, 'healthRecord'))
  const files = await listShareableFiles(db, owner, idsOf(resources, 'file'))
  return new Map([
    ...credentials,
    ...[...health.values()].map(({ id, kind }) => [id, healthCatalog[kind].label] as const),
    ...[...cycles.values()].map((cycle) => [cycle.id, packetSubject(cycle, english)] as const),
    ...[...files.values()].map(({ id, name }) => [id, name] as const),
  ])
}

/**
 * The owner's files among `ids` that may be shared: not those of deleted records, which could still be restored, and
 * those of health records only if the link shows the record with its documents (`healthIds`).
 */
export async function listShareableFiles(
  tx: Db,
  owner: Owner,
  ids: string[],
  healthIds: ReadonlySet<string> = new Set(),
): Promise<Map<string, FileRow>> {
  const rows = await listFilesById(tx, owner, ids)
  const recordIds = (...types: FileRow['resourceType'][]) =>
    [...rows.values()].flatMap(({ resourceType, resourceId }) =>
      types.includes(resourceType) && resourceId !== null ? resourceId : [],
    )
  const credentials = await listTitles(tx, owner, recordIds('license', 'certification'))
  const competency = await listExistingCompetencyIds(tx, owner, recordIds('competencyRecord'))
  const lookups = await listExistingLookupIds(tx, owner, recordIds('lookup'))
  const entries = await listExistingEntryIds(tx, owner, recordIds('ceuEntry'))
  const renewals = await listExistingRecordIds(tx, owner, recordIds('renewal', 'term'))
  const isWithheld = ({ resourceType, resourceId }: FileRow) =>
    resourceId !== null &&
    ((resourceType === 'healthRecord' && !healthIds.has(resourceId)) ||
      (resourceType === 'competencyRecord' && !competency.has(resourceId)) ||
      (resourceType === 'lookup' && !lookups.has(resourceId)) ||
      (resourceType === 'ceuEntry' && !entries.has(resourceId)) ||
      ((resourceType === 'renewal' || resourceType === 'term') && !renewals.has(resourceId)) ||
      ((resourceType === 'license' || resourceType === 'certification') && !credentials.has(resourceId)))
  for (const [id, row] of rows) if (isWithheld(row)) rows.delete(id)
  return rows
}

function idsOf(resources: SharedResource[], type: ResourceType): string[] {
  return resources.filter(({ resourceType }) => resourceType === type).map(({ resourceId }) => resourceId)
}

function credentialIdsOf(resources: SharedResource[]): string[] {
  return [...idsOf(resources, 'license'), ...idsOf(resources, 'certification')]
}

/** The owner's names and time zone. Rejects with `link_unknown`. */
export async function requireHolder(tx: Db, owner: Owner) {
  const user = await findUser(tx, owner)
  if (!user) throw new Problem('link_unknown')
  return user
}

/** The ids of all files of these resources; those of health records are looked up apart. */
export function fileIdsOf(resources: readonly (ResourceRecord | null)[]): string[] {
  return resources.flatMap((resource) => {
    if (resource === null || resource.resourceType === 'healthRecord') return []
    if (resource.resourceType === 'file') return [resource.record.id]
    if (resource.resourceType === 'ceuCycle') return resource.entries.flatMap(({ fileIds }) => fileIds)
    return resource.record.fileIds
  })
}
