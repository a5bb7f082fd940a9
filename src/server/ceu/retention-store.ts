import { and, eq, gte, max, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type ProofRetention, type RetentionRule, retentionOf } from '#shared/retention/proof-retention.ts'
import { ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** The part of the rule that retention needs. Whole rules are large. */
const rule = sql<RetentionRule | null>`case when ${ceuCycles.rule} is null then null else jsonb_build_object(
  'keepRecordsYears', ${ceuCycles.rule} -> 'keepRecordsYears', 'board', ${ceuCycles.rule} -> 'board',
  'boardUrl', ${ceuCycles.rule} -> 'boardUrl', 'evidence', ${ceuCycles.rule} -> 'evidence',
  'readOn', ${ceuCycles.rule} -> 'readOn') end`

/** For each entry, how long its certificate must be kept. Deleted entries and cycles count too. */
export async function listRetention(
  db: Db,
  owner: Owner,
  entryIds: string[],
): Promise<Map<string, ProofRetention>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .select({
      entryId: ceuCounts.entryId,
      completedAt: ceuEntries.completedAt,
      cycleEnd: ceuCycles.cycleEnd,
      rule,
    })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .innerJoin(ceuCycles, eq(ceuCycles.id, ceuCounts.cycleId))
    .where(
      and(eq(ceuEntries.ownerId, owner), sql`${ceuCounts.entryId} = any(${sql.param(entryIds)}::uuid[])`),
    )
  const byEntry = Map.groupBy(rows, ({ entryId }) => entryId)
  return new Map([...byEntry].map(([id, own]) => [id, retentionOf(own[0]?.completedAt ?? '', own)]))
}

/**
 * How long the certificates of everything deleted since then must be kept, for entries and documents of entries; `null`
 * if nothing was deleted.
 */
export async function findTrashRetention(db: Db, owner: Owner, since: Date): Promise<ProofRetention | null> {
  const isProofGone = sql`exists (select 1 from files f where f.resource_type = 'ceuEntry'
    and f.resource_id = ${ceuEntries.id} and f.deleted_at >= ${since.toISOString()}::timestamptz)`
  const gone: SQL | undefined = or(gte(ceuEntries.deletedAt, since), isProofGone)
  const rows = await db
    .select({ completedAt: max(ceuEntries.completedAt), cycleEnd: ceuCycles.cycleEnd, rule })
    .from(ceuEntries)
    .innerJoin(ceuCounts, eq(ceuCounts.entryId, ceuEntries.id))
    .innerJoin(ceuCycles, eq(ceuCycles.id, ceuCounts.cycleId))
    .where(and(eq(ceuEntries.ownerId, owner), gone))
    .groupBy(ceuCycles.id)
  if (rows.length === 0) return null
  const latest = rows.map(({ completedAt }) => completedAt ?? '').reduce((a, b) => (a > b ? a : b))
  return retentionOf(latest, rows)
}
