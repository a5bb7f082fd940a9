import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CreditedActivity, type CreditedHours, countCycle } from '#shared/ceu/counting.ts'
import { type Duty, dutiesOf } from '#shared/ceu/duties.ts'
import { cycleNotDeleted, idOf, ruleOf } from './store.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuDuties, ceuEntries } from './table.ts'

/**
 * Recounts these cycles, and the cycles that use their courses. Writes only changed counts, and the resulting duties of
 * all the owner's cycles. Skips deleted cycles; a restore recounts them.
 */
export async function recount(tx: Db, owner: Owner, cycleIds: Iterable<string>): Promise<void> {
  const [found, duties] = await Promise.all([
    cyclesOf(tx).execute({ owner, ids: [...new Set(cycleIds)] }),
    currentDuties(tx).execute({ owner }),
  ])
  const results = found.flatMap(({ counted, ...cycle }) => (counted ? [countOne(cycle, counted)] : []))
  const sumsOf = new Map(results.map(({ id, sums }) => [id, sums]))
  const dutiesAfter = dutiesOf(found.map((cycle) => ({ ...cycle, ...sumsOf.get(cycle.id) })))
  await Promise.all([
    ...results.flatMap(({ id, sums, isChanged }) => (isChanged ? [updateSums(tx, id, sums)] : [])),
    ...results.flatMap(({ credits }) => credits).map((credit) => updateCredit(tx, credit)),
    ...dutyChanges(tx, owner, duties, dutiesAfter),
  ])
}

type FoundCycle = Awaited<ReturnType<ReturnType<typeof cyclesOf>['execute']>>[number]
type InCycle = CreditedActivity & CreditedHours

/**
 * The input for counting a cycle: its rule, its activities, and the owner's activities of the years that the rule looks
 * back.
 */
type Counted = Pick<CycleRow, 'rule' | 'earlierRule'> & {
  activities: InCycle[]
  earlier: Omit<CreditedActivity, 'acceptedHours'>[]
}

function countOne(cycle: Omit<FoundCycle, 'counted'>, { activities, earlier, ...rules }: Counted) {
  const inCycle = new Set(activities.map(idOf))
  const { entries, ...sums } = countCycle(
    { ...cycle, rule: ruleOf(rules) },
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

/** How many years before the end of the cycle a topic may ask for a course; null if no topic does. */
const yearsBack = sql`(select max((topic ->> 'withinYears')::int) from jsonb_array_elements(${ceuCycles.topics}) topic)`

/** The fields of an entry needed for counting, as JSON. */
const activity = sql`'id', ceu_entries.id, 'hours', ceu_entries.hours, 'amount', ceu_entries.amount,
  'unit', ceu_entries.unit, 'kind', ceu_entries.kind, 'completedAt', ceu_entries.completed_at,
  'topicTags', ceu_entries.topic_tags, 'topicHours', ceu_entries.topic_hours, 'fileId', ceu_entries.file_id`

/**
 * `offset 0` makes PostgreSQL find each entry by its key, even while the tables are new and PostgreSQL assumes that
 * they are empty.
 */
const activitiesOfCycle = sql`(
  select coalesce(json_agg(json_build_object(${activity}, 'acceptedHours', c.accepted_hours,
      'countedHours', c.counted_hours, 'reasons', c.reasons)), '[]')
    from ${ceuCounts} c, lateral (
      select * from ${ceuEntries} where id = c.entry_id and deleted_at is null offset 0
    ) ceu_entries
    where c.cycle_id = ${ceuCycles.id})`

/** Activities of any cycle. */
const activitiesOfYears = sql`(
  select coalesce(json_agg(json_build_object(${activity})), '[]') from ${ceuEntries}
    where ceu_entries.owner_id = ${at('owner')} and ceu_entries.deleted_at is null
      and ceu_entries.completed_at >= ${ceuCycles}.cycle_end - make_interval(years => ${yearsBack}))`

/** All cycles of the owner, because their duties depend on each other. Only the cycles to recount get new counts. */
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

const currentDuties = prepared((db) => {
  const { subjectId, key, kind, cycleId, topic, dueOn, ownerId } = ceuDuties
  return db
    .select({ subjectId, key, kind, cycleId, topic, dueOn })
    .from(ceuDuties)
    .where(and(eq(ownerId, at('owner')), isNotNull(dueOn)))
    .prepare('current_ceu_duties')
})

type Sums = Pick<CycleRow, 'hoursCounted' | 'topicsCompleted'>

async function updateSums(tx: Db, id: string, { hoursCounted, topicsCompleted }: Sums): Promise<void> {
  await sumsUpdate(tx).execute({ id, hoursCounted, topicsCompleted: JSON.stringify(topicsCompleted) })
}

const sumsUpdate = prepared((db) =>
  db
    .update(ceuCycles)
    .set({ hoursCounted: sql`${at('hoursCounted')}`, topicsCompleted: sql`${at('topicsCompleted')}` })
    .where(eq(ceuCycles.id, at('id')))
    .prepare('update_ceu_sums'),
)

type Credit = { entryId: string; cycleId: string } & CreditedHours

async function updateCredit(tx: Db, { entryId, cycleId, countedHours, reasons }: Credit): Promise<void> {
  await creditUpdate(tx).execute({ entryId, cycleId, countedHours, reasons: JSON.stringify(reasons) })
}

const creditUpdate = prepared((db) =>
  db
    .update(ceuCounts)
    .set({ countedHours: sql`${at('countedHours')}`, reasons: sql`${at('reasons')}` })
    .where(and(eq(ceuCounts.entryId, at('entryId')), eq(ceuCounts.cycleId, at('cycleId'))))
    .prepare('update_ceu_credit'),
)

/** A duty that has ended keeps its row, without a date. */
function dutyChanges(tx: Db, owner: Owner, before: DutyRow[], after: Duty[]): PromiseLike<unknown>[] {
  const dutyKey = ({ subjectId, kind, key }: DutyRow) => `${subjectId} ${kind} ${key}`
  const known = new Map(before.map((duty) => [dutyKey(duty), duty]))
  const isDue = new Set(after.map(dutyKey))
  const changed = after.filter((duty) => !isDeepStrictEqual(known.get(dutyKey(duty)), duty))
  const over = before.filter((duty) => !isDue.has(dutyKey(duty)))
  return [...changed, ...over.map((duty) => ({ ...duty, dueOn: null }))].map((duty) =>
    tx
      .insert(ceuDuties)
      .values({ ...duty, ownerId: owner })
      .onConflictDoUpdate({
        target: [ceuDuties.ownerId, ceuDuties.subjectId, ceuDuties.key, ceuDuties.kind],
        set: { cycleId: duty.cycleId, topic: duty.topic, dueOn: duty.dueOn },
      }),
  )
}

type DutyRow = Omit<Duty, 'dueOn'> & { dueOn: string | null }
