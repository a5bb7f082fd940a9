import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedSql } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CreditedActivity, type CreditedHours, countCycle } from '#shared/ceu/counting.ts'
import { dutiesOf } from '#shared/ceu/duties.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { cycleNotDeleted, idOf, ruleOf } from './store.ts'
import { ceuCounts, ceuCycles, ceuDuties, ceuEntries } from './table.ts'

/**
 * Recounts these cycles, and those that use courses of other cycles, and writes the changes, with the resulting duties
 * of all the owner's cycles. Deleted cycles are skipped; a restore recounts them.
 */
export async function recount(tx: Db, owner: Owner, cycleIds: Iterable<string>): Promise<void> {
  const cycles = await cyclesOf(tx).execute({ owner, ids: [...new Set(cycleIds)] })
  const results = cycles.flatMap(({ counted, ...cycle }) => (counted ? [countAgain(cycle, counted)] : []))
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

type FoundCycle = Awaited<ReturnType<ReturnType<typeof cyclesOf>['execute']>>[number]
type InCycle = CreditedActivity & CreditedHours

/** The input for counting a cycle: its rule, its activities, and the owner's activities of the years it looks back. */
type Counted = {
  rule: CeRule | null
  earlierRule: unknown
  activities: InCycle[]
  earlier: Omit<CreditedActivity, 'acceptedHours'>[]
}

function countAgain(cycle: Omit<FoundCycle, 'counted'>, { activities, earlier, ...rules }: Counted) {
  const inCycle = new Set(activities.map(idOf))
  const { entries, ...sums } = countCycle(
    { ...cycle, rule: ruleOf(rules) },
    activities,
    earlier.filter(({ id }) => !inCycle.has(id)).map((each) => ({ ...each, acceptedHours: null })),
  )
  const { id, hoursCounted, topicsCompleted } = cycle
  const credits = activities.flatMap(({ id: entryId, countedHours, reasons }) => {
    const credit = entries.get(entryId)
    return credit && !isDeepStrictEqual(credit, { countedHours, reasons })
      ? [{ entryId, cycleId: id, ...credit }]
      : []
  })
  return { id, sums, credits, isChanged: !isDeepStrictEqual(sums, { hoursCounted, topicsCompleted }) }
}

const at = sql.placeholder

/** Years back from its end in which a topic of the cycle asks for a course; null where none does. */
const yearsBack = sql`(select max((topic ->> 'withinYears')::int) from jsonb_array_elements(${ceuCycles.topics}) topic)`

/** The fields of the entry `e` needed for counting, as JSON. */
const activity = sql`'id', e.id, 'hours', e.hours, 'amount', e.amount, 'unit', e.unit, 'kind', e.kind,
  'completedAt', e.completed_at, 'topicTags', e.topic_tags, 'topicHours', e.topic_hours, 'fileId', e.file_id`

/**
 * `offset 0` makes PostgreSQL find each entry by its key, even while the tables are new and it takes them for empty.
 */
const activitiesOfCycle = sql`(
  select coalesce(json_agg(json_build_object(${activity}, 'acceptedHours', c.accepted_hours,
      'countedHours', c.counted_hours, 'reasons', c.reasons)), '[]')
    from ${ceuCounts} c, lateral (
      select * from ${ceuEntries} where id = c.entry_id and deleted_at is null offset 0
    ) e
    where c.cycle_id = ${ceuCycles}.id)`

/** Whatever cycle they are in. */
const activitiesOfYears = sql`(
  select coalesce(json_agg(json_build_object(${activity})), '[]') from ${ceuEntries} e
    where e.owner_id = ${at('owner')} and e.deleted_at is null
      and e.completed_at >= ${ceuCycles}.cycle_end - make_interval(years => ${yearsBack}))`

/** All cycles of the owner, because their duties depend on each other; counts only for those to be recounted. */
const cyclesOf = prepared((db) => {
  const { id, licenseId, certificationId, cycleStart, cycleEnd } = ceuCycles
  const { topics, topicsCompleted, hoursCounted, carriedOverHours } = ceuCycles
  return db
    .select({
      ...{ id, licenseId, certificationId, cycleStart, cycleEnd },
      ...{ topics, topicsCompleted, hoursCounted, carriedOverHours },
      counted: sql<Counted | null>`case when ${id} = any(${at('ids')}::uuid[]) or ${yearsBack} > 0 then
        json_build_object('rule', ${ceuCycles.rule}, 'earlierRule', ${ceuCycles.earlierRule},
          'activities', ${activitiesOfCycle}, 'earlier', ${activitiesOfYears}) end`,
    })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, at('owner')), cycleNotDeleted))
    .prepare('ceu_cycles_to_count')
})

/** The changes of cycles and counts, and all duties of the owner. */
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
