import { audit } from '#server/audit/store.ts'
import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import type { TrashKind } from '#shared/trash/trash.ts'
import { trashedKinds } from './kind-store.ts'
import { purge, purgeAll } from './purge-store.ts'
import { measureTrash, requireDeleted } from './store.ts'

/**
 * Permanently removes one item from the trash: rows first, then bytes. Rejects with its kind's `…_not_found` or
 * `…_not_owned`; an item that is not in the trash is not found.
 */
export async function purgeOne(services: Services, actor: Actor, kind: TrashKind, id: string): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const keys = await db.transaction(async (tx) => {
    await lockOwnerRow(tx, actor.owner)
    const metadata = await requireDeleted(tx, actor.owner, kind, id, restorableSince(now))
    const gone = await purge(tx, actor.owner, trashedKinds[kind], id)
    const { purged = 'credential_purged' } = trashedKinds[kind]
    await audit(tx, actor, now, purged, { resource: kind, resourceId: id, metadata })
    return gone
  })
  await removeBytes(services, keys)
}

/** Permanently removes everything in the trash. Returns the number of items. */
export async function emptyTrash(services: Services, actor: Actor): Promise<number> {
  const { db, clock } = services
  const { owner } = actor
  const now = clock.now()
  const { count, keys } = await db.transaction(async (tx) => {
    // Lock before counting, so that the count matches what is removed.
    await lockOwnerRow(tx, owner)
    const measured = await measureTrash(tx, owner, restorableSince(now))
    const gone = await purgeAll(tx, owner)
    if (measured.count > 0)
      await audit(tx, actor, now, 'credential_purged', { resource: 'trash', metadata: { ...measured } })
    return { count: measured.count, keys: gone }
  })
  await removeBytes(services, keys)
  return count
}
