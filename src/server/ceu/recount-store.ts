import { isDeepStrictEqual } from 'node:util'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedSql } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import {
  type CreditedActivity,
  type CreditedHours,
  type CycleRules,
  countCycle,
} from '#shared/ceu/counting.ts'
import { type Duty, dutiesOf } from '#shared/ceu/duties.ts'
import { cycleNotDeleted, idOf, ruleOf } from './store.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuDuties, ceuEntries } from './table.ts'

/**
 * Recounts these cycles, and those that use courses of other cycles, and writes the changes, with the resulting duties
 * of all the owner's cycles. Deleted cycles are skipped; a restore recounts them.
 */
export async function recount(tx: Db, owner: Owner, cycleIds: Iterable<string>): Promise<void> {
  const found = await cyclesOf(tx).execute({ owner, ids: [...new Set(cycleIds)] })
  const cycles = found.map(({ counted, ...cycle }) => ({
    ...cycle,
    counted: counted && { ...counted, rule: ruleOf(counted) },
  }))
  await written(tx, { owner, ...recountValues(countAgain(cycles)) })
}

/** A cycle, with what it is counted from if it is to be counted again. */
export type CycleToCount = Omit<FoundCycle, 'counted'> & { counted: Counted | null }
type FoundCycle = Awaited<ReturnType<ReturnType<typeof cyclesOf>['execute']>>[number]
type InCycle = CreditedActivity & CreditedHours

/** The input for counting a cycle: its rule, its activities, and the owner's activities of the years it looks back. */
type Counted = Pick<CycleRules, 'rule'> & {
  activities: InCycle[]
  earlier: Omit<CreditedActivity, 'acceptedHours'>[]
}

type FoundCounted = Omit<Counted, 'rule'> & Pick<CycleRow, 'rule' | 'earlierRule'>

/** What is to be written: changed sums of cycles, changed hours of entries in them, and all duties of the owner. */
export type Recount = {
  sums: ({ id: string } & CycleSums)[]
  credits: ({ entryId: string; cycleId: string } & CreditedHours)[]
  duties: Duty[]
}
type CycleSums = Pick<CycleToCount, 'hoursCounted' | 'topicsCompleted'>

/** `cycles` are all those of the owner. */
export function countAgain(cycles: CycleToCount[]): Recount {
  const results = cycles.flatMap(({ counted, ...cycle }) => (counted ? [countOne(cycle, counted)] : []))
  const sumsOf = new Map(results.map(({ id, sums }) => [id, sums]))
  const after = cycles.map((cycle) => ({ ...cycle, ...sumsOf.get(cycle.id) }))
  return {
    sums: results.filter(({ isChanged }) => isChanged).map(({ id, sums }) => ({ id, ...sums })),
    credits: results.flatMap(({ credits }) => credits),
    duties: dutiesOf(after),
  }
}

function countOne(cycle: Omit<CycleToCount, 'counted'>, { rule, activities, earlier }: Counted) {
  const inCycle = new Set(activities.map(idOf))
  const { entries, ...sums } = countCycle(
    { ...cycle, rule },
    activities,
    earlier.filter(({ id }) => !inCycle.has(id)).map((each) => ({ ...each, acceptedHours: null })),
  )
  const { id, hoursCounted, topicsCompleted } = cycle
  const credits = activities.flatMap(({ id: entryId, countedHours, reasons }) => {
    const credit = entries.get(entryId)
    return credit && !isSameCredit(credit, { countedHours, reasons })
      ? [{ entryId, cycleId: id, ...credit }]
      : []
  })
  return { id, sums, credits, isChanged: !isDeepStrictEqual(sums, { hoursCounted, topicsCompleted }) }
}

/** `isDeepStrictEqual` takes longer than counting. */
function isSameCredit(a: CreditedHours, b: CreditedHours): boolean {
  return (
    a.countedHours === b.countedHours &&
    a.reasons.length === b.reasons.length &&
    a.reasons.every(
      ({ code, hours }, index) => code === b.reasons[index]?.code && hours === b.reasons[index]?.hours,
    )
  )
}

const at = sql.placeholder

/** Years back from its end in which a topic of the cycle asks for a course; null where none does. */
const yearsBack = sql`(select max((topic ->> 'withinYears')::int) from jsonb_array_elements(${ceuCycles.topics}) topic)`

/** The fields of an entry needed for counting, as JSON. */
export const activity = sql`'id', ceu_entries.id, 'hours', ceu_entries.hours, 'amount', ceu_entries.amount,
  'unit', ceu_entries.unit, 'kind', ceu_entries.kind, 'completedAt', ceu_entries.completed_at,
  'topicTags', ceu_entries.topic_tags, 'topicHours', ceu_entries.topic_hours, 'fileId', ceu_entries.file_id`

/**
 * `offset 0` makes PostgreSQL find each entry by its key, even while the tables are new and it takes them for empty.
 */
const activitiesOfCycle = sql`(
  select coalesce(json_agg(json_build_object(${activity}, 'acceptedHours', c.accepted_hours,
      'countedHours', c.counted_hours, 'reasons', c.reasons)), '[]')
    from ${ceuCounts} c, lateral (
      select * from ${ceuEntries} where id = c.entry_id and deleted_at is null offset 0
    ) ceu_entries
    where c.cycle_id = ${ceuCycles.id})`

/** Whatever cycle they are in. */
const activitiesOfYears = sql`(
  select coalesce(json_agg(json_build_object(${activity})), '[]') from ${ceuEntries}
    where ceu_entries.owner_id = ${at('owner')} and ceu_entries.deleted_at is null
      and ceu_entries.completed_at >= ${ceuCycles}.cycle_end - make_interval(years => ${yearsBack}))`

/** All cycles of the owner, because their duties depend on each other; counts only for those to be recounted. */
const cyclesOf = prepared((db) => {
  const { id, licenseId, certificationId, cycleStart, cycleEnd } = ceuCycles
  const { topics, topicsCompleted, hoursCounted, carriedOverHours } = ceuCycles
  return db
    .select({
      ...{ id, licenseId, certificationId, cycleStart, cycleEnd },
      ...{ topics, topicsCompleted, hoursCounted, carriedOverHours },
      counted: sql<FoundCounted | null>`case when ${id} = any(${at('ids')}::uuid[]) or ${yearsBack} > 0 then
        json_build_object('rule', ${ceuCycles.rule}, 'earlierRule', ${ceuCycles.earlierRule},
          'activities', ${activitiesOfCycle}, 'earlier', ${activitiesOfYears}) end`,
    })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, at('owner')), cycleNotDeleted))
    .prepare('ceu_cycles_to_count')
})

/** The values of the steps below. */
export function recountValues({ sums, credits, duties }: Recount) {
  return {
    sums: JSON.stringify(sums),
    credits: JSON.stringify(credits),
    duties: JSON.stringify(duties),
  }
}

// Parts of a `with` that write a recount where `condition` is true.

export const sumsStep = (condition: SQL) => sql`
  sums as (
    update ${ceuCycles} set hours_completed = s."hoursCounted", topics_completed = s."topicsCompleted"
    from jsonb_to_recordset(${at('sums')}::jsonb) as s(id uuid, "hoursCounted" numeric, "topicsCompleted" jsonb)
    where ceu_cycles.id = s.id and ceu_cycles.owner_id = ${at('owner')}::text and ${condition}
  )`

/** The array makes PostgreSQL find the rows by their key, also while the tables are new and it takes them for empty. */
export const creditsStep = (condition: SQL) => sql`
  credits as (
    update ${ceuCounts} set counted_hours = c."countedHours", reasons = c.reasons
    from jsonb_to_recordset(${at('credits')}::jsonb)
      as c("entryId" uuid, "cycleId" uuid, "countedHours" numeric, reasons jsonb)
    where ceu_counts.entry_id = c."entryId" and ceu_counts.cycle_id = c."cycleId" and ${condition}
      and ceu_counts.entry_id = any(array(
        select (item ->> 'entryId')::uuid from jsonb_array_elements(${at('credits')}::jsonb) item))
  )`

export const dutiesSteps = (condition: SQL) => sql`
  due as (
    select * from jsonb_to_recordset(${at('duties')}::jsonb)
      as due("subjectId" uuid, key text, kind text, "cycleId" uuid, topic text, "dueOn" date)
    where ${condition}
  ), over as (
    update ${ceuDuties} set due_on = null
    where owner_id = ${at('owner')}::text and due_on is not null and ${condition}
      and (subject_id, key, kind) not in (select "subjectId", key, kind from due)
  ), now_due as (
    insert into ${ceuDuties} (owner_id, subject_id, key, kind, cycle_id, topic, due_on)
      select ${at('owner')}::text, due.* from due
      on conflict on constraint ceu_duties_topic do update
        set cycle_id = excluded.cycle_id, topic = excluded.topic, due_on = excluded.due_on
        where (ceu_duties.cycle_id, ceu_duties.topic, ceu_duties.due_on)
          is distinct from (excluded.cycle_id, excluded.topic, excluded.due_on)
  )`

const always = sql`true`
const written = preparedSql(
  'write_ceu_counts',
  () => sql`with ${sumsStep(always)}, ${creditsStep(always)}, ${dutiesSteps(always)} select`,
)
