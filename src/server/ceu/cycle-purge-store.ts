import { and, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { idOf } from './store.ts'
import { ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/**
 * Deletes the entries that were deleted with these cycles. Other entries that count in the cycles get another main
 * cycle. Resolves with the ids of all deleted entries.
 */
export async function removeEntriesOf(tx: Db, cycleIds: string[]): Promise<string[]> {
  const ids = sql`${sql.param(cycleIds)}::uuid[]`
  // Entries that were deleted with this cycle but also count in another deleted cycle: restoring that cycle brings them
  // back.
  const inOtherDeleted = sql`exists (select 1 from ${ceuCounts} c join ${ceuCycles} y on y.id = c.cycle_id
    where c.entry_id = ${ceuEntries.id} and y.id <> all(${ids}) and y.deleted_at is not null)`
  const gone = await tx
    .select({ id: ceuEntries.id })
    .from(ceuEntries)
    .where(and(sql`${ceuEntries.deletedWithCycleId} = any(${ids})`, not(inOtherDeleted)))
  await tx.execute(sql`update ${ceuEntries} set cycle_id = coalesce((
      select c.cycle_id from ${ceuCounts} c where c.entry_id = ${ceuEntries.id} and c.cycle_id <> all(${ids})
      order by c.position, c.cycle_id limit 1
    ), cycle_id)
    where ${ceuEntries.cycleId} = any(${ids})`)
  const left = await tx
    .select({ id: ceuEntries.id })
    .from(ceuEntries)
    .where(sql`${ceuEntries.cycleId} = any(${ids})`)
  const goneIds = gone.map(idOf)
  await tx.delete(ceuEntries).where(inArray(ceuEntries.id, goneIds))
  return [...new Set([...goneIds, ...left.map(idOf)])]
}
