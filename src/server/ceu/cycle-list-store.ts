import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { heldColumn, heldFromColumn, titleColumn } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CycleRecord, listCycles, needsCertification, needsPractice } from './cycle-store.ts'
import { cycleNotDeleted, entryNotDeleted, ruleOf } from './store.ts'
import { ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** `listCycles`, all of one moment: in one statement, unless a rule asks for something in the practice log. */
export async function listCyclesAtOnce(
  db: Db,
  owner: Owner,
  query: Parameters<typeof listCycles>[2] = {},
): Promise<CycleRecord[]> {
  const { licenseId = null, certificationId = null } = query
  const rows = await cyclesWithSums(db).execute({ owner, licenseId, certificationId })
  const rules = rows.map(ruleOf)
  if (rules.some(needsPractice)) return readSnapshot(db, (tx) => listCycles(tx, owner, query))
  const certifications = rules.some(needsCertification) ? heldFromColumn(rows[0]?.held) : []
  return rows.map(({ held: _held, ...row }, at) => ({
    ...row,
    rule: rules[at] ?? null,
    ...{ certifications, practiceLog: [] },
  }))
}

const cyclesWithSums = prepared((db) => {
  const { ownerId, licenseId, certificationId, cycleStart, id } = ceuCycles
  const at = sql.placeholder
  const sums = db
    .select({
      entryCount: count().as('entry_count'),
      hoursCompleted: sql`coalesce(sum(${ceuEntries.hours}), 0)`.mapWith(ceuEntries.hours).as('hours'),
    })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(eq(ceuCounts.cycleId, id), entryNotDeleted))
    .as('sums')
  const isFirst = sql`row_number() over (order by ${cycleStart} desc, ${id} desc) = 1`
  return db
    .select({
      ...getTableColumns(ceuCycles),
      entryCount: sums.entryCount,
      hoursCompleted: sums.hoursCompleted,
      credentialTitle: titleColumn(sql`coalesce(${licenseId}, ${certificationId})`),
      // The same for all of them.
      held: sql`case when ${isFirst} then ${heldColumn} end`,
    })
    .from(ceuCycles)
    .crossJoinLateral(sums)
    .where(
      and(
        eq(ownerId, at('owner')),
        cycleNotDeleted,
        sql`(${at('licenseId')}::uuid is null or ${licenseId} = ${at('licenseId')}::uuid)`,
        sql`(${at('certificationId')}::uuid is null or ${certificationId} = ${at('certificationId')}::uuid)`,
      ),
    )
    .orderBy(desc(cycleStart), desc(id))
    .prepare('ceu_cycles_with_sums')
})
