import { z } from 'zod'
import { countDeletedCycles, listDeletedCycles } from '#server/ceu/cycle-store.ts'
import { listDeletedEntries, listDeletedEntryIds } from '#server/ceu/entry-trash-store.ts'
import { findTrashRetention, listRetention } from '#server/ceu/retention-store.ts'
import { ruleOf } from '#server/ceu/store.ts'
import { countDeletedResidences, listDeletedResidences } from '#server/compact/trash-store.ts'
import { listDeletedCompetency, listDeletedCompetencyIds } from '#server/competency/trash-store.ts'
import { listDeletedCredentialIds, listDeletedCredentials } from '#server/credentials/trash-store.ts'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { listDeletedFiles, measureDeletedFiles } from '#server/files/trash-store.ts'
import { listDeletedHealth, listDeletedHealthIds } from '#server/health/trash-store.ts'
import { countDeletedLookups, listDeletedLookups, listLookupIdsInTrash } from '#server/lookups/trash-store.ts'
import {
  countDeletedRenewals,
  listDeletedRecordIds,
  listDeletedRenewals,
} from '#server/renewals/trash-store.ts'
import {
  countDeletedRequirementLists,
  listDeletedRequirementLists,
} from '#server/requirements/trash-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { purgeAt, restorableSince } from '#shared/kernel/dates.ts'
import { type KeptProof, keptProofOf } from '#shared/retention/kept-proof.ts'
import { type CountedIn, type ProofRetention, retentionOf } from '#shared/retention/proof-retention.ts'
import { type TrashKind, type TrashPage, type TrashQuery, trashPage } from '#shared/trash/trash.ts'

type Deleted = { deletedAt: Date | null }
type Shown = {
  kind: TrashKind
  id: string
  title: string
  entryCount?: number
  size?: number
  deletedAt: Date
  /** The CE entry whose proof it is. */
  entryId?: string | null
  /** The rule and end of a cycle whose entries were deleted with it. */
  cycle?: CountedIn
}

/** The instant, and the calendar date (`YYYY-MM-DD`) in the owner's time zone. */
type LocalTime = { now: Date; today: string }

/** One page of the trash across all features, most recently deleted first. Call it in a snapshot (`readSnapshot`). */
export async function listTrash(
  tx: Db,
  owner: Owner,
  { limit, cursor }: TrashQuery,
  { now, today }: LocalTime,
  t: Translate,
): Promise<TrashPage> {
  const since = restorableSince(now)
  const credentialOf = (row: { credentialTitle: string | null }) =>
    titleIn(row.credentialTitle ?? t`a deleted credential`, t)
  const list = ['trash', owner]
  const after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  const page = { since, after, limit: limit + 1 }
  const found: Shown[] = [
    ...(await listDeletedCredentials(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: row.kind,
      title: titleIn(row.title ?? row.name ?? '', t),
    })),
    ...(await listDeletedLookups(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'lookup' as const,
      title: t`Look-up of ${credentialOf(row)}`,
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
    ...(await listDeletedHealth(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'healthRecord' as const,
      title: t(healthCatalog[row.kind].label),
    })),
    ...(await listDeletedRequirementLists(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'requirementList' as const,
      title: row.name,
    })),
    ...(await listDeletedCycles(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'ceuCycle' as const,
      title: t`CE for ${titleIn(row.credentialTitle ?? row.state ?? t`a renewal`, t)}`,
      entryCount: row.deletedEntryCount,
      ...(row.deletedEntryCount > 0 ? { cycle: { cycleEnd: row.cycleEnd, rule: ruleOf(row) } } : {}),
    })),
    ...(await listDeletedEntries(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'ceuEntry' as const,
      title: row.title,
      entryId: row.id,
    })),
    ...(await listDeletedRenewals(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'renewal' as const,
      title: t`Renewal of ${credentialOf(row)}`,
    })),
    ...(await listDeletedFiles(tx, owner, page)).map((row) => ({
      ...dated(row),
      kind: 'file' as const,
      title: row.name,
      size: row.size,
      entryId: row.resourceType === 'ceuEntry' ? row.resourceId : null,
    })),
  ].sort((a, b) => Number(b.deletedAt) - Number(a.deletedAt) || (a.id < b.id ? 1 : -1))
  const last = found.length > limit ? found[limit - 1] : undefined
  const shown = found.slice(0, limit)
  const retentions = await listRetention(
    tx,
    owner,
    shown.flatMap(({ entryId }) => entryId ?? []),
  )
  const items = shown.map((each) => ({
    ...{ entryCount: null, size: null },
    ...each,
    goneAt: purgeAt(each.deletedAt),
    keep: keepOf(each, retentions, today),
  }))
  const everything = await findTrashRetention(tx, owner, since)
  return trashPage.parse({
    items,
    nextCursor: last ? writeCursor(list, { value: last.deletedAt.toISOString(), id: last.id }) : null,
    ...(await measureTrash(tx, owner, since)),
    keep: everything && keptProofOf(everything, today),
  })
}

function keepOf(
  { entryId, cycle }: Pick<Shown, 'entryId' | 'cycle'>,
  retentions: Map<string, ProofRetention>,
  today: string,
): KeptProof | null {
  const own = entryId ? retentions.get(entryId) : undefined
  const retention = cycle ? retentionOf('', [cycle]) : own
  return retention ? keptProofOf(retention, today) : null
}

function dated<R extends Deleted & { id: string }>({ id, deletedAt }: R): { id: string; deletedAt: Date } {
  if (!deletedAt) throw new Error('This is not in the trash')
  return { id, deletedAt }
}

/** The number of items, and the bytes of all files that would be purged with them. */
export async function measureTrash(
  tx: Db,
  owner: Owner,
  since: Date,
): Promise<{ count: number; size: number }> {
  const credentials = await listDeletedCredentialIds(tx, owner, since)
  const competency = await listDeletedCompetencyIds(tx, owner, since)
  const health = await listDeletedHealthIds(tx, owner, since)
  const cycles = await countDeletedCycles(tx, owner, since)
  const entries = await listDeletedEntryIds(tx, owner, since)
  const renewals = await countDeletedRenewals(tx, owner, since)
  const renewalIds = await listDeletedRecordIds(tx, owner, since)
  const lookups = await countDeletedLookups(tx, owner, since)
  const lookupIds = await listLookupIdsInTrash(tx, owner, since)
  const lists = await countDeletedRequirementLists(tx, owner, since)
  const residences = await countDeletedResidences(tx, owner, since)
  const recordIds = [...credentials, ...lookupIds, ...competency, ...health, ...entries.ids, ...renewalIds]
  const files = await measureDeletedFiles(tx, owner, since, recordIds)
  const others = renewals + lookups + lists
  const vault = credentials.length + competency.length + health.length + cycles
  const records = vault + entries.separateCount + residences
  return { count: records + others + files.count, size: files.size }
}
