import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedSql } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CreditedActivity, countCycle } from '#shared/ceu/counting.ts'
import { dutiesOf } from '#shared/ceu/duties.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { addYears } from '#shared/kernel/dates.ts'
import { cycleNotDeleted, entryNotDeleted, idOf, ruleOf } from './store.ts'
import { ceuCounts, ceuCycles, ceuDuties, ceuEntries } from './table.ts'

/**
 * Recounts these cycles, and those that look back at courses of other cycles, and writes what changed, with the duties
 * that follow for all cycles of the owner. Deleted cycles are skipped; a restore recounts them.
 */
export async function recount(tx: Db, owner: Owner, cycleIds: Iterable<string>): Promise<void> {
  const cycles = await cyclesOf(tx).execute({ owner, ids: [...new Set(cycleIds)] })
  const counted = cycles.filter(({ isCounted }) => isCounted)
  const credited =
    counted.length === 0 ? [] : await creditedActivities(tx).execute({ ids: counted.map(idOf) })
  const activities = Map.groupBy(credited, ({ cycleId }) => cycleId)
  const earlier = await listEarlierActivities(tx, owner, counted)
  const results = counted.map((cycle) => countAgain(cycle, activities.get(cycle.id) ?? [], earlier))
  const topicsOf = new Map(results.map(({ id, sums }) => [id, sums.topicsCompleted]))
  const after = cycles.map((cycle) => ({
    ...cycle,
    topicsCompleted: topicsOf.get(cycle.id) ?? cycle.topicsCompleted,
  }))
  await written(tx, {
    owner,
    sums: JSON.stringify(
      results.filter(({ isChanged }) => isChanged).map(({ id, sums }) => ({ id, ...sums })),
    ),
    credits: JSON.stringify(results.flatMap(({ credits }) => credits)),
    duties: JSON.stringify(dutiesOf(after)),
  })
}

type CountedCycle = Awaited<ReturnType<ReturnType<typeof cyclesOf>['execute']>>[number]
type CycleActivity = Awaited<ReturnType<ReturnType<typeof creditedActivities>['execute']>>[number]

function countAgain(
  cycle: CountedCycle,
  activities: readonly CycleActivity[],
  earlier: readonly CreditedActivity[],
) {
  const inCycle = new Set(activities.map(idOf))
  const { entries, ...sums } = countCycle(
    { ...cycle, rule: ruleOf(cycle) },
    activities,
    earlier.filter(({ id }) => !inCycle.has(id)),
  )
  const { id, hoursCounted, topicsCompleted } = cycle
  const credits = activities.flatMap(({ id: entryId, cycleId, countedHours, reasons }) => {
    const credit = entries.get(entryId)
    return credit && !isDeepStrictEqual(credit, { countedHours, reasons })
      ? [{ entryId, cycleId, ...credit }]
      : []
  })
  return { id, sums, credits, isChanged: !isDeepStrictEqual(sums, { hoursCounted, topicsCompleted }) }
}

const at = sql.placeholder

/** One of its topics asks for a course of the last years. */
const looksBack = sql`jsonb_path_exists(${ceuCycles.topics}, '$[*] ? (@.withinYears > 0)')`
const isCounted = or(sql`${ceuCycles.id} = any(${at('ids')}::uuid[])`, looksBack)

/** All cycles of the owner, because their duties depend on each other; the rule only of those to be counted. */
const cyclesOf = prepared((db) => {
  const { id, licenseId, certificationId, cycleStart, cycleEnd } = ceuCycles
  const { topics, topicsCompleted, hoursCounted, carriedOverHours } = ceuCycles
  return db
    .select({
      ...{ id, licenseId, certificationId, cycleStart, cycleEnd },
      ...{ topics, topicsCompleted, hoursCounted, carriedOverHours },
      isCounted: sql<boolean>`(${isCounted})`,
      rule: sql<CeRule | null>`case when ${isCounted} then ${ceuCycles.rule} end`,
      earlierRule: sql<unknown>`case when ${isCounted} then ${ceuCycles.earlierRule} end`,
    })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, at('owner')), cycleNotDeleted))
    .prepare('ceu_cycles_to_count')
})

const { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId } = ceuEntries
const activity = { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId }

const creditedActivities = prepared((db) => {
  const { cycleId, acceptedHours, countedHours, reasons } = ceuCounts
  return db
    .select({ ...activity, cycleId, acceptedHours, countedHours, reasons })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(sql`${cycleId} = any(${at('ids')}::uuid[])`, entryNotDeleted))
    .prepare('ceu_credited_activities')
})

/** The owner's activities of the years at which these cycles look back, whatever cycle they are in. */
async function listEarlierActivities(
  tx: Db,
  owner: Owner,
  cycles: readonly Pick<CountedCycle, 'topics' | 'cycleEnd'>[],
): Promise<CreditedActivity[]> {
  const [since] = cycles
    .flatMap(({ topics, cycleEnd }) =>
      topics.flatMap(({ withinYears }) => (withinYears ? [addYears(cycleEnd, -withinYears)] : [])),
    )
    .toSorted()
  if (since === undefined) return []
  const rows = await activitiesSince(tx).execute({ owner, since })
  return rows.map((row) => ({ ...row, acceptedHours: null }))
}

const activitiesSince = prepared((db) =>
  db
    .select(activity)
    .from(ceuEntries)
    .where(
      and(eq(ceuEntries.ownerId, at('owner')), entryNotDeleted, gte(ceuEntries.completedAt, at('since'))),
    )
    .prepare('ceu_activities_since'),
)

/** What changed in cycles and counts, and all duties of the owner. */
const written = preparedSql(
  'write_ceu_counts',
  () => sql`
    with sums as (
      update ${ceuCycles} set hours_completed = s."hoursCounted", topics_completed = s."topicsCompleted"
      from jsonb_to_recordset(${at('sums')}::jsonb) as s(id uuid, "hoursCounted" numeric, "topicsCompleted" jsonb)
      where ceu_cycles.id = s.id
    ), credits as (
      update ${ceuCounts} set counted_hours = c."countedHours", reasons = c.reasons
      from jsonb_to_recordset(${at('credits')}::jsonb)
        as c("entryId" uuid, "cycleId" uuid, "countedHours" numeric, reasons jsonb)
      where ceu_counts.entry_id = c."entryId" and ceu_counts.cycle_id = c."cycleId"
    ), due as (
      select * from jsonb_to_recordset(${at('duties')}::jsonb)
        as due("subjectId" uuid, key text, kind text, "cycleId" uuid, topic text, "dueOn" date)
    ), over as (
      update ${ceuDuties} set due_on = null
      where owner_id = ${at('owner')}::text and due_on is not null
        and (subject_id, key, kind) not in (select "subjectId", key, kind from due)
    )
    insert into ${ceuDuties} (owner_id, subject_id, key, kind, cycle_id, topic, due_on)
      select ${at('owner')}::text, due.* from due
      on conflict on constraint ceu_duties_topic do update
        set cycle_id = excluded.cycle_id, topic = excluded.topic, due_on = excluded.due_on
        where (ceu_duties.cycle_id, ceu_duties.topic, ceu_duties.due_on)
          is distinct from (excluded.cycle_id, excluded.topic, excluded.due_on)`,
)
