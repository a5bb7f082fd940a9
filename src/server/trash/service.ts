import { z } from 'zod'
import { findTrashRetention, listRetention } from '#server/ceu/retention-store.ts'
import { ruleOf } from '#server/ceu/store.ts'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { openName } from '#server/files/name-service.ts'
import type { StoredName } from '#server/files/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { purgeAt, restorableSince } from '#shared/kernel/dates.ts'
import { type KeptProof, keptProofOf } from '#shared/retention/kept-proof.ts'
import { type ProofRetention, retentionOf } from '#shared/retention/proof-retention.ts'
import { type TrashPage, type TrashQuery, trashPage } from '#shared/trash/trash.ts'
import { trashedKinds } from './kind-store.ts'
import { type DeletedItem, listDeleted, measureTrash } from './store.ts'

/** One page of the trash across all features, most recently deleted first. Call it in a snapshot (`readSnapshot`). */
export async function listTrash(
  tx: Db,
  owner: Owner,
  { limit, cursor }: TrashQuery,
  { now, today }: LocalTime,
  { t, cipher }: { t: Translate; cipher: FieldCipher },
): Promise<TrashPage> {
  const since = restorableSince(now)
  const list = ['trash', owner]
  const after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  const found = await listDeleted(tx, owner, { since, after, limit: limit + 1 })
  const last = found.length > limit ? found[limit - 1] : undefined
  const shown = found.slice(0, limit)
  const retentions = await listRetention(
    tx,
    owner,
    shown.flatMap(({ entryId }) => entryId ?? []),
  )
  const items = shown.map((each) => ({
    ...each,
    title: trashedKinds[each.kind].title(labelOf(cipher, owner, each), t),
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

function labelOf(cipher: FieldCipher, ownerId: Owner, { id, label, labelSealedBy }: DeletedItem): string {
  if (label === null || !labelSealedBy) return label ?? ''
  return openName(cipher, { id, ownerId, name: label as unknown as StoredName, nameSealedBy: labelSealedBy })
}

/** How long the certificates must be kept: for the entry, or for the entries that were deleted with the cycle. */
function keepOf(
  { entryId, entryCount, cycle }: DeletedItem,
  retentions: Map<string, ProofRetention>,
  today: string,
): KeptProof | null {
  const own = entryId ? retentions.get(entryId) : undefined
  const retention =
    cycle && entryCount ? retentionOf('', [{ cycleEnd: cycle.cycleEnd, rule: ruleOf(cycle) }]) : own
  return retention ? keptProofOf(retention, today) : null
}
