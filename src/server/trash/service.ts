import { z } from 'zod'
import { audit } from '#server/audit/store.ts'
import {
  countDeletedCycles,
  listDeletedCycles,
  purgeCeu,
  purgeCycle,
  requireDeletedCycle,
} from '#server/ceu/cycle-store.ts'
import {
  listDeletedEntries,
  listDeletedEntryIds,
  purgeEntry,
  requireDeletedEntry,
} from '#server/ceu/entry-store.ts'
import {
  countDeletedResidences,
  listDeletedResidences,
  purgeResidence,
  purgeResidences,
  requireDeletedResidence,
} from '#server/compact/trash-store.ts'
import {
  listDeletedCompetency,
  listDeletedCompetencyIds,
  purgeCompetencyRecord,
  purgeCompetencyRecords,
  requireDeletedCompetency,
} from '#server/competency/trash-store.ts'
import {
  listDeletedCredentialIds,
  listDeletedCredentials,
  requireDeletedCredential,
} from '#server/credentials/trash-store.ts'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { deleteFile, removeBytes, requireFile } from '#server/files/service.ts'
import { listDeletedFiles, measureDeletedFiles, purgeFiles } from '#server/files/trash-store.ts'
import {
  countDeletedLookups,
  listDeletedLookups,
  listLookupIdsInTrash,
  purgeLookup,
  purgeLookups,
  requireDeletedLookup,
} from '#server/lookups/trash-store.ts'
import {
  countDeletedRenewals,
  listDeletedRecordIds,
  listDeletedRenewals,
  purgeCredential,
  purgeCredentials,
  purgeRenewal,
  purgeRenewals,
  requireDeletedRenewal,
} from '#server/renewals/trash-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { purgeAt, restorableSince } from '#shared/kernel/dates.ts'
import { type TrashKind, type TrashPage, type TrashQuery, trashPage } from '#shared/trash/trash.ts'

type Deleted = { deletedAt: Date | null }
type Shown = {
  kind: TrashKind
  id: string
  title: string
  entryCount?: number
  size?: number
  deletedAt: Date
}

/** One page of the trash across all features, most recently deleted first. Call it in a snapshot (`readSnapshot`). */
export async function listTrash(
  tx: Db,
  owner: Owner,
  { limit, cursor }: TrashQuery,
  now: Date,
): Promise<TrashPage> {
  const since = restorableSince(now)
  const list = ['trash', owner]
  const after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  const page = { since, after, limit: limit + 1 }
  const found: Shown[] = [
    ...(await listDeletedCredentials(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: row.kind,
      title: row.title ?? row.name ?? '',
    })),
    ...(await listDeletedLookups(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'lookup' as const,
      title: `Look-up of ${row.credentialTitle ?? 'a deleted credential'}`,
    })),
    ...(await listDeletedResidences(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'residence' as const,
      title: row.place,
    })),
    ...(await listDeletedCompetency(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'competencyRecord' as const,
      title: row.title,
    })),
    ...(await listDeletedCycles(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'ceuCycle' as const,
      title: `CE for ${row.credentialTitle ?? row.state ?? 'a renewal'}`,
      entryCount: row.deletedEntryCount,
    })),
    ...(await listDeletedEntries(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'ceuEntry' as const,
      title: row.title,
    })),
    ...(await listDeletedRenewals(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'renewal' as const,
      title: `Renewal of ${row.credentialTitle ?? 'a deleted credential'}`,
    })),
    ...(await listDeletedFiles(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'file' as const,
      title: row.name,
      size: row.size,
    })),
  ].sort((a, b) => Number(b.deletedAt) - Number(a.deletedAt) || (a.id < b.id ? 1 : -1))
  const last = found.length > limit ? found[limit - 1] : undefined
  const items = found
    .slice(0, limit)
    .map((each) => ({ entryCount: null, size: null, ...each, goneAt: purgeAt(each.deletedAt) }))
  return trashPage.parse({
    items,
    nextCursor: last ? writeCursor(list, { value: last.deletedAt.toISOString(), id: last.id }) : null,
    ...(await measureTrash(tx, owner, since)),
  })
}

function dated<R extends Deleted & { id: string }>({ id, deletedAt }: R): { id: string; deletedAt: Date } {
  if (!deletedAt) throw new Error('This is not in the trash')
  return { id, deletedAt }
}

/** The number of items, and the bytes of all files that would be purged with them. */
async function measureTrash(tx: Db, owner: Owner, since: Date): Promise<{ count: number; size: number }> {
  const credentials = await listDeletedCredentialIds(tx, owner, since)
  const competency = await listDeletedCompetencyIds(tx, owner, since)
  const cycles = await countDeletedCycles(tx, owner, since)
  const entries = await listDeletedEntryIds(tx, owner, since)
  const renewals = await countDeletedRenewals(tx, owner, since)
  const renewalIds = await listDeletedRecordIds(tx, owner, since)
  const lookups = await countDeletedLookups(tx, owner, since)
  const lookupIds = await listLookupIdsInTrash(tx, owner, since)
  const residences = await countDeletedResidences(tx, owner, since)
  const recordIds = [...credentials, ...lookupIds, ...competency, ...entries.ids, ...renewalIds]
  const files = await measureDeletedFiles(tx, owner, since, recordIds)
  const dependents = renewals + lookups
  const records = credentials.length + competency.length + cycles + entries.separateCount + residences
  return { count: records + dependents + files.count, size: files.size }
}

/**
 * Permanently removes one item from the trash: rows first, then bytes. Rejects with its kind's `…_not_found` or
 * `…_not_owned`; an item that is not in the trash is not found.
 */
export async function purgeOne(services: Services, actor: Actor, kind: TrashKind, id: string): Promise<void> {
  const { db, clock } = services
  const { owner } = actor
  const since = restorableSince(clock.now())
  if (kind === 'file') {
    const { deletedAt } = await requireFile(services, actor, id, since)
    if (deletedAt === null) throw new Problem('file_not_found')
    return deleteFile(services, actor, id, true)
  }
  const keys = await db.transaction(async (tx) => {
    const { type } = await requireDeleted(tx, owner, kind, id, since)
    const gone = await purgers[kind](tx, owner, id)
    const what = { resource: kind, resourceId: id, metadata: { type } }
    await audit(tx, actor, clock.now(), 'credential_purged', what)
    return gone
  })
  await removeBytes(services, keys)
}

const purgers = {
  license: purgeCredential,
  certification: purgeCredential,
  lookup: purgeLookup,
  residence: purgeResidence,
  competencyRecord: purgeCompetencyRecord,
  ceuCycle: purgeCycle,
  ceuEntry: purgeEntry,
  renewal: purgeRenewal,
}

/** `type` as audit records name it. */
async function requireDeleted(
  tx: Db,
  owner: Owner,
  kind: keyof typeof purgers,
  id: string,
  since: Date,
): Promise<{ type: string }> {
  if (kind === 'ceuCycle') await requireDeletedCycle(tx, owner, id, since)
  else if (kind === 'ceuEntry') await requireDeletedEntry(tx, owner, id, since)
  else if (kind === 'competencyRecord') await requireDeletedCompetency(tx, owner, id, since)
  else if (kind === 'lookup') await requireDeletedLookup(tx, owner, id, since)
  else if (kind === 'residence') await requireDeletedResidence(tx, owner, id, since)
  else if (kind === 'renewal') await requireDeletedRenewal(tx, owner, id, since)
  else {
    const row = await requireDeletedCredential(tx, owner, id, since)
    if (row.kind !== kind) throw new Problem(`${kind}_not_found`)
    return { type: row.type ?? row.kind }
  }
  return { type: kind }
}

/** Permanently removes everything in the trash. Returns the number of items. */
export async function emptyTrash(services: Services, actor: Actor): Promise<number> {
  const { db, clock } = services
  const { owner } = actor
  const now = clock.now()
  const { count, keys } = await db.transaction(async (tx) => {
    // Lock before counting, so that what is counted is what is removed.
    await lockOwnerRow(tx, owner)
    const measured = await measureTrash(tx, owner, restorableSince(now))
    const gone = [
      ...(await purgeCredentials(tx, owner)),
      ...(await purgeLookups(tx, owner)),
      ...(await purgeCompetencyRecords(tx, owner)),
      ...(await purgeRenewals(tx, owner)),
      ...(await purgeCeu(tx, owner)),
      ...(await purgeFiles(tx, owner)),
    ]
    await purgeResidences(tx, owner)
    if (measured.count > 0)
      await audit(tx, actor, now, 'credential_purged', { resource: 'trash', metadata: { ...measured } })
    return { count: measured.count, keys: gone }
  })
  await removeBytes(services, keys)
  return count
}
