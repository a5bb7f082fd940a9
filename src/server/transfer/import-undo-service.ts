import { listCyclesOf, listEntryUses } from '#server/ceu/count-store.ts'
import { removeCycle } from '#server/ceu/cycle-service.ts'
import { recount } from '#server/ceu/recount-store.ts'
import type { Db } from '#server/db/database.ts'
import { trashedKinds } from '#server/trash/kind-store.ts'
import { listOutcomes, moveToTrash, type Outcome } from '#server/trash/store.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import type { ImportedIds } from '#shared/transfer/import.ts'
import type { VaultImportRow } from './import-record-store.ts'

/** In the order of their removal. Dependent records, such as files and look-ups, are removed with their record. */
const made = {
  entries: trashedKinds.ceuEntry,
  practiceLog: trashedKinds.competencyRecord,
  healthRecords: trashedKinds.healthRecord,
  requirementLists: trashedKinds.requirementList,
  residences: trashedKinds.residence,
  files: trashedKinds.file,
  credentials: trashedKinds.license,
  cycles: trashedKinds.ceuCycle,
}
type Made = keyof ImportedIds
const kinds = keysOf(made)

/** How many records an import created, and how many were changed or deleted since. */
export async function countVaultImport(db: Db, { ownerId, ids, createdAt }: VaultImportRow) {
  const all: Outcome[] = []
  for (const kind of kinds)
    all.push(...(await listOutcomes(db, asOwnerId(ownerId), made[kind], ids[kind], createdAt)))
  return {
    count: all.length,
    changed: all.filter((each) => each.isChanged && !each.isDeleted).length,
    deleted: all.filter(({ isDeleted }) => isDeleted).length,
  }
}

/**
 * Moves the records of an import to the trash, except those changed since unless `withChanged`. A cycle with a
 * remaining entry stays as well. The caller holds the owner's lock.
 */
export async function undoVaultImport(
  tx: Db,
  owner: Owner,
  { ids, createdAt }: VaultImportRow,
  { withChanged, now }: { withChanged: boolean; now: Date },
): Promise<{ deleted: number; kept: number }> {
  const there = new Map<Made, string[]>()
  const removed = new Map<Made, string[]>()
  for (const kind of kinds) {
    const active = (await listOutcomes(tx, owner, made[kind], ids[kind], createdAt)).filter(
      (row) => !row.isDeleted,
    )
    const gone = active.filter(({ isChanged }) => withChanged || !isChanged)
    there.set(
      kind,
      active.map(({ id }) => id),
    )
    removed.set(
      kind,
      gone.map(({ id }) => id),
    )
  }
  const idsOf = (kind: Made) => removed.get(kind) ?? []
  const counted = await listCyclesOf(tx, idsOf('entries'))
  removed.set('cycles', await removeCycles(tx, owner, idsOf('cycles'), { entries: idsOf('entries'), now }))
  for (const kind of kinds) if (kind !== 'cycles') await moveToTrash(tx, owner, made[kind], idsOf(kind), now)
  await recount(tx, owner, [...counted.values()].flat())
  const countOf = (lists: Map<Made, string[]>) =>
    [...lists.values()].reduce((sum, own) => sum + own.length, 0)
  const deleted = countOf(removed)
  return { deleted, kept: countOf(there) - deleted }
}

/** Each with its entries, which a restore also restores. Resolves with those that no remaining entry needs. */
async function removeCycles(
  tx: Db,
  owner: Owner,
  cycles: string[],
  { entries, now }: { entries: string[]; now: Date },
): Promise<string[]> {
  const goes = new Set(entries)
  const removed: string[] = []
  for (const id of cycles) {
    const uses = await listEntryUses(tx, id)
    if (uses.some(({ entryId }) => !goes.has(entryId))) continue
    await removeCycle(tx, owner, id, { keepShared: true, now })
    removed.push(id)
  }
  return removed
}
