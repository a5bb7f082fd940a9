import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import { RecentMap } from '#server/kernel/recent-map.ts'
import type { Owner } from '#server/users/owner.ts'
import type { CreditedActivity, CycleRules } from '#shared/ceu/counting.ts'
import type { Duty } from '#shared/ceu/duties.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { countsOfEntry } from './count-store.ts'
import { activity, type CycleToCount, countAgain, type Recount } from './recount-store.ts'
import { ruleOf } from './store.ts'
import { type CycleRow, ceuCycles, ceuDuties, ceuEntries, ceuVersions, type EntryRow } from './table.ts'

/** An entry as far as it is counted, in the cycles that are not deleted. `row`: all of one that was created here without files. */
export type VaultEntry = Omit<CreditedActivity, 'acceptedHours'> &
  Pick<CeuEntry, 'counts'> & { row?: EntryRow | undefined }
type VaultCycle = Omit<CycleToCount, 'counted'> & Pick<CycleRules, 'rule'>

/** All that counting an owner's hours depends on, and what was counted. Nothing of it has changed while the version is the same. */
export type CeuVault = { version: string; cycles: VaultCycle[]; entries: VaultEntry[]; duties: Duty[] }

/** An owner with more entries has them counted in a transaction, which reads only the cycles concerned. */
export const MOST_ENTRIES = 500

/** As one statement reads it. `null` if there are too many entries, or no cycle yet. */
export async function findCeuVault(db: Db, owner: Owner): Promise<CeuVault | null> {
  const [found] = await vaultOf(db, { owner })
  if (!found?.entries) return null
  const { version, cycles, entries, duties } = found
  return { version, cycles: cycles.map(withoutRuleTexts), entries, duties }
}

/** Of a rule only what is counted by: the rest of it is long, and kept for nothing. */
function withoutRuleTexts({ earlierRule, rule: whole, ...cycle }: FoundCycle): VaultCycle {
  const rule = ruleOf({ rule: whole, earlierRule })
  if (rule === null) return { ...cycle, rule }
  const { limits, excludes, conversions, hoursPerUnit, carryOver } = rule
  return { ...cycle, rule: { limits, excludes, conversions, hoursPerUnit, carryOver } }
}

type FoundCycle = Omit<CycleToCount, 'counted'> & Pick<CycleRow, 'rule' | 'earlierRule'>
type FoundVault = Omit<CeuVault, 'cycles' | 'entries'> & {
  cycles: FoundCycle[]
  entries: VaultEntry[] | null
}

const ofOwner = sql`owner_id = ${sql.placeholder('owner')}::text`

const vaultOf = preparedSql<FoundVault>(
  'ceu_vault',
  () => sql`
    select ${ceuVersions}.xmin::text as version,
      (select coalesce(json_agg(json_build_object('id', id, 'licenseId', license_id, 'certificationId', certification_id,
          'cycleStart', cycle_start, 'cycleEnd', cycle_end, 'topics', topics, 'topicsCompleted', topics_completed,
          'hoursCounted', hours_completed, 'carriedOverHours', carried_over_hours,
          'rule', rule_record, 'earlierRule', rule)), '[]')
        from ${ceuCycles} where ${ofOwner} and deleted_at is null) as cycles,
      case when (
        select count(*) <= ${sql.raw(String(MOST_ENTRIES))} from (
          select from ${ceuEntries} where ${ofOwner} and deleted_at is null limit ${sql.raw(String(MOST_ENTRIES + 1))}
        ) counted
      ) then (
        select coalesce(json_agg(json_build_object(${activity}, 'counts', ${countsOfEntry})), '[]')
          from ${ceuEntries} where ${ofOwner} and deleted_at is null
      ) end as entries,
      (select coalesce(json_agg(json_build_object('subjectId', subject_id, 'key', key, 'kind', kind,
          'cycleId', cycle_id, 'topic', topic, 'dueOn', due_on)), '[]')
        from ${ceuDuties} where ${ofOwner} and due_on is not null) as duties
    from ${ceuVersions} where ${ofOwner}`,
)

/** What changes once these cycles are recounted, and those that use courses of other cycles; and the vault after that. */
export function recountVault(vault: CeuVault, cycleIds: Set<string>): { after: CeuVault; recount: Recount } {
  const recount = countAgain(
    vault.cycles.map((cycle) => {
      const isBack = looksBack(cycle)
      if (!isBack && !cycleIds.has(cycle.id)) return { ...cycle, counted: null }
      const activities = activitiesOf(vault, cycle.id)
      const earlier = isBack ? vault.entries : []
      return { ...cycle, counted: { rule: cycle.rule, activities, earlier } }
    }),
  )
  return { after: afterRecount(vault, recount), recount }
}

const looksBack = ({ topics }: VaultCycle) => topics.some(({ withinYears }) => (withinYears ?? 0) > 0)

function activitiesOf({ entries }: CeuVault, cycleId: string) {
  return entries.flatMap((entry) => {
    const count = entry.counts.find((each) => each.cycleId === cycleId)
    return count ? [{ ...entry, ...count }] : []
  })
}

function afterRecount(vault: CeuVault, { sums, credits, duties }: Recount): CeuVault {
  const sumsOf = new Map(sums.map((each) => [each.id, each]))
  const creditsOf = Map.groupBy(credits, ({ entryId }) => entryId)
  return {
    ...vault,
    duties,
    cycles: vault.cycles.map((cycle) => ({ ...cycle, ...sumsOf.get(cycle.id) })),
    entries: vault.entries.map((entry) => {
      const changed = creditsOf.get(entry.id)
      if (!changed) return entry
      const creditIn = new Map(changed.map(({ entryId: _entry, ...credit }) => [credit.cycleId, credit]))
      return { ...entry, counts: entry.counts.map((count) => ({ ...count, ...creditIn.get(count.cycleId) })) }
    }),
  }
}

/** Cycles and entries of all kept vaults together, about 2 kB each: those of a few hundred owners. The oldest are read again. */
const MAX_KEPT = 10_000

/**
 * Vaults as they were last read or changed. They may be out of date: a statement compares their version with the database
 * before it stores anything that was counted from them.
 */
export function createRecentVaults() {
  const kept = new RecentMap<Owner, CeuVault>(
    MAX_KEPT,
    ({ cycles, entries }) => cycles.length + entries.length,
  )
  return {
    get: (owner: Owner) => kept.get(owner) ?? null,
    keep: (owner: Owner, vault: CeuVault) => kept.set(owner, vault),
    forget: (owner: Owner) => kept.delete(owner),
  }
}
