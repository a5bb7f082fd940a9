import { audit } from '#server/audit/store.ts'
import { purgeCeu, purgeCycle, requireDeletedCycle } from '#server/ceu/cycle-store.ts'
import { purgeEntry, requireDeletedEntry } from '#server/ceu/entry-trash-store.ts'
import { purgeResidence, purgeResidences, requireDeletedResidence } from '#server/compact/trash-store.ts'
import {
  purgeCompetencyRecord,
  purgeCompetencyRecords,
  requireDeletedCompetency,
} from '#server/competency/trash-store.ts'
import { requireDeletedCredential } from '#server/credentials/trash-store.ts'
import type { Db } from '#server/db/database.ts'
import { deleteFile, removeBytes, requireFile } from '#server/files/service.ts'
import { purgeFiles } from '#server/files/trash-store.ts'
import { purgeHealthRecord, purgeHealthRecords, requireDeletedHealth } from '#server/health/trash-store.ts'
import { purgeLookup, purgeLookups, requireDeletedLookup } from '#server/lookups/trash-store.ts'
import {
  purgeCredential,
  purgeCredentials,
  purgeRenewal,
  purgeRenewals,
  requireDeletedRenewal,
} from '#server/renewals/trash-store.ts'
import {
  purgeRequirementList,
  purgeRequirementLists,
  requireDeletedRequirementList,
} from '#server/requirements/trash-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import type { TrashKind } from '#shared/trash/trash.ts'
import { measureTrash } from './service.ts'

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
  healthRecord: purgeHealthRecord,
  requirementList: purgeRequirementList,
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
  else if (kind === 'healthRecord') await requireDeletedHealth(tx, owner, id, since)
  else if (kind === 'lookup') await requireDeletedLookup(tx, owner, id, since)
  else if (kind === 'residence') await requireDeletedResidence(tx, owner, id, since)
  else if (kind === 'requirementList') await requireDeletedRequirementList(tx, owner, id, since)
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
      ...(await purgeHealthRecords(tx, owner)),
      ...(await purgeRenewals(tx, owner)),
      ...(await purgeCeu(tx, owner)),
      ...(await purgeFiles(tx, owner)),
    ]
    await purgeResidences(tx, owner)
    await purgeRequirementLists(tx, owner)
    if (measured.count > 0)
      await audit(tx, actor, now, 'credential_purged', { resource: 'trash', metadata: { ...measured } })
    return { count: measured.count, keys: gone }
  })
  await removeBytes(services, keys)
  return count
}
