import { findUser } from '#server/account/store.ts'
import { type CycleRecord, listCyclesById } from '#server/ceu/cycle-store.ts'
import { type EntryRecord, listEntriesOfCycle, listLiveEntryIds } from '#server/ceu/entry-store.ts'
import { listNumbers, listTitles } from '#server/credentials/name-store.ts'
import { type CredentialRecord, listCredentialsById } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { type FileRow, listFilesById } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Shared, SharedType } from '#shared/shares/share.ts'
import type { ShareRow } from './table.ts'

/** Of a link, what says what it shows. */
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

/** A thing that a link names, as it is now. */
export type Found =
  | { resourceType: 'license' | 'certification'; record: CredentialRecord }
  | { resourceType: 'ceuCycle'; record: CycleRecord; entries: EntryRecord[] }
  | { resourceType: 'file'; record: FileRow }

/** In the order of `things`; `null` for what is deleted. Wants one moment (`readAtOnce`). */
export async function listShared(tx: Db, owner: Owner, things: Shared[]): Promise<(Found | null)[]> {
  const credentials = await listCredentialsById(tx, owner, [
    ...idsOf(things, 'license'),
    ...idsOf(things, 'certification'),
  ])
  const cycles = await listCyclesById(tx, owner, idsOf(things, 'ceuCycle'))
  const files = await listShownFiles(tx, owner, idsOf(things, 'file'))
  const found: (Found | null)[] = []
  for (const { resourceType, resourceId } of things) {
    if (resourceType === 'file') {
      const record = files.get(resourceId)
      found.push(record ? { resourceType, record } : null)
    } else if (resourceType === 'ceuCycle') {
      const record = cycles.get(resourceId)
      const entries = record ? await listEntriesOfCycle(tx, owner, resourceId) : []
      found.push(record ? { resourceType, record, entries } : null)
    } else {
      const record = credentials.get(resourceId)
      found.push(record?.kind === resourceType ? { resourceType, record } : null)
    }
  }
  return found
}

/** The owner's files among `ids` that a link may show: not those of what was deleted and can still be restored. */
export async function listShownFiles(tx: Db, owner: Owner, ids: string[]): Promise<Map<string, FileRow>> {
  const rows = await listFilesById(tx, owner, ids)
  const recordIds = (...types: FileRow['resourceType'][]) =>
    [...rows.values()].flatMap(({ resourceType, resourceId }) =>
      types.includes(resourceType) && resourceId !== null ? resourceId : [],
    )
  const credentials = await listTitles(tx, owner, recordIds('license', 'certification'))
  const entries = await listLiveEntryIds(tx, owner, recordIds('ceuEntry'))
  const isDeleted = ({ resourceType, resourceId }: FileRow) =>
    resourceId !== null &&
    ((resourceType === 'ceuEntry' && !entries.has(resourceId)) ||
      ((resourceType === 'license' || resourceType === 'certification') && !credentials.has(resourceId)))
  for (const [id, row] of rows) if (isDeleted(row)) rows.delete(id)
  return rows
}

/** The ids of one type among things. */
export function idsOf(things: Shared[], type: SharedType): string[] {
  return things.filter(({ resourceType }) => resourceType === type).map(({ resourceId }) => resourceId)
}

/** The owner's names and time zone, and every number that a mask has to find. */
export async function requireHolder(tx: Db, owner: Owner) {
  const user = await findUser(tx, owner)
  if (!user) throw new Problem('link_unknown')
  return { user, numbers: await listNumbers(tx, owner) }
}

/** Every file that these things have. */
export function filesOf(found: readonly (Found | null)[]): string[] {
  return found.flatMap((thing) => {
    if (thing === null) return []
    if (thing.resourceType === 'file') return [thing.record.id]
    if (thing.resourceType === 'ceuCycle') return thing.entries.flatMap(({ fileIds }) => fileIds)
    return thing.record.fileIds
  })
}
