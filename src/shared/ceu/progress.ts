import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { carriedOver } from './counting.ts'
import type { CeuCycle, TopicCompleted } from './cycle.ts'
import type { CeuEntry } from './entry.ts'
import type { CycleNeed } from './needs.ts'
import { isComplete, isPerhapsRequired } from './rule-facts.ts'
import { hundredths } from './units.ts'

type Cycle = Pick<
  CeuCycle,
  | 'cycleStart'
  | 'cycleEnd'
  | 'requiredHours'
  | 'hoursCounted'
  | 'topics'
  | 'topicsCompleted'
  | 'needs'
  | 'rule'
>

export type TopicLeft = Pick<CeuCycle['topics'][number], 'key' | 'topic' | 'tags' | 'hours' | 'dueOn'>
export type CycleState = 'done' | 'on_pace' | 'behind' | 'not_started' | 'ended'

export type Progress = {
  state: CycleState
  /** 0 when the total is reached or there is none. */
  hoursLeft: number
  /** Completed hours over required hours, 0 to 1; 1 without a total. */
  fraction: number
  /** Unmet topics; `hours` is `null` if the course itself is missing. */
  topicsLeft: TopicLeft[]
  /** Unmet topics that may not be required at all. They do not keep the cycle from being done. */
  topicsInDoubt: TopicLeft[]
  /** Unmet requirements of the way other than CE. */
  needsLeft: CycleNeed[]
  /** Whether every decisive part of the rule is known. If not, more may be missing than is shown. */
  isAllKnown: boolean
  /** Hours still to take: of the total or of the topics, whichever is more. */
  hoursToTake: number
  daysLeft: number
  /** Hours per month (30 days) to finish in time; `null` when no hours or no time are left. */
  hoursPerMonth: number | null
  /** Hours that an even pace requires by today. */
  hoursNeededByToday: number
}

const MONTH = 30

/** The state of a cycle on the date `today`, and its missing hours and topics. */
export function progressOf(cycle: Cycle, today: string): Progress {
  const left = Math.max(0, hundredths(cycle.requiredHours ?? 0) - hundredths(cycle.hoursCounted))
  const unmet = cycle.topics.flatMap(({ key, topic, tags, hours, dueOn }, index) => {
    const completed: TopicCompleted | undefined = cycle.topicsCompleted[index]
    if (completed?.isMet) return []
    const missing = hours === null ? null : (hundredths(hours) - hundredths(completed?.hours ?? 0)) / 100
    const isInDoubt = cycle.rule !== null && key !== null && isPerhapsRequired(cycle.rule, key)
    return [{ key, topic, tags, hours: missing, dueOn, isInDoubt }]
  })
  const unmetThat = (isInDoubt: boolean) =>
    unmet.flatMap(({ isInDoubt: each, ...topic }) => (each === isInDoubt ? [topic] : []))
  const topicsLeft = unmetThat(false)
  const topicHours = topicsLeft.reduce((sum, topic) => sum + hundredths(topic.hours ?? 0), 0)
  const hoursToTake = Math.max(left, topicHours) / 100
  const daysLeft = daysBetween(today, cycle.cycleEnd)
  const hoursNeededByToday = hoursNeededBy(cycle, today)
  const needsLeft = cycle.needs.filter(({ isMet }) => !isMet)
  const isDone = left === 0 && topicsLeft.length === 0 && needsLeft.length === 0
  return {
    state: stateOf(),
    hoursLeft: left / 100,
    fraction: cycle.requiredHours === null ? 1 : Math.min(1, cycle.hoursCounted / cycle.requiredHours),
    topicsLeft,
    topicsInDoubt: unmetThat(true),
    needsLeft,
    isAllKnown: cycle.rule !== null && isComplete(cycle.rule, today),
    hoursToTake,
    daysLeft,
    hoursPerMonth:
      isDone || daysLeft < 0 || hoursToTake === 0 ? null : monthlyPace(hoursToTake, cycle, today),
    hoursNeededByToday,
  }

  function stateOf(): CycleState {
    if (isDone) return 'done'
    if (daysLeft < 0) return 'ended'
    if (today < cycle.cycleStart) return 'not_started'
    return hundredths(cycle.hoursCounted) >= hundredths(hoursNeededByToday) ? 'on_pace' : 'behind'
  }
}

/** Rounded up to the tenth, so that the pace is never too slow. Less than a month counts as a month. */
function monthlyPace(hours: number, { cycleStart, cycleEnd }: Cycle, today: string): number {
  const from = today < cycleStart ? cycleStart : today
  const months = Math.max(1, (daysBetween(from, cycleEnd) + 1) / MONTH)
  return Math.ceil((hours / months) * 10 - 1e-9) / 10
}

/** Hours that an even pace from the first to the last day requires by the end of `date`. */
export function hoursNeededBy(
  { cycleStart, cycleEnd, requiredHours }: Pick<Cycle, 'cycleStart' | 'cycleEnd' | 'requiredHours'>,
  date: string,
): number {
  if (requiredHours === null || date < cycleStart) return 0
  if (date >= cycleEnd) return requiredHours
  const days = daysBetween(cycleStart, cycleEnd) + 1
  return Math.round((hundredths(requiredHours) * (daysBetween(cycleStart, date) + 1)) / days) / 100
}

export type CycleGroups = { current: CeuCycle[]; past: CeuCycle[] }

/** Current cycles, soonest end first; past cycles, latest end first. */
export function groupCycles(cycles: readonly CeuCycle[], today: string): CycleGroups {
  const byEnd = [...cycles].sort((a, b) => (a.cycleEnd < b.cycleEnd ? -1 : a.cycleEnd > b.cycleEnd ? 1 : 0))
  return {
    current: byEnd.filter(({ cycleEnd }) => cycleEnd >= today),
    past: byEnd.filter(({ cycleEnd }) => cycleEnd < today).reverse(),
  }
}

/** Current cycles, the furthest behind an even pace first, then soonest end first. */
export function mostBehind(cycles: readonly CeuCycle[], today: string): CeuCycle[] {
  const lagOf = (cycle: CeuCycle) => {
    const { state, hoursNeededByToday } = progressOf(cycle, today)
    if (state === 'done') return Number.NEGATIVE_INFINITY
    return (hoursNeededByToday - cycle.hoursCounted) / (cycle.requiredHours ?? 1)
  }
  return groupCycles(cycles, today)
    .current.map((cycle) => ({ cycle, lag: lagOf(cycle) }))
    .sort((a, b) => (a.lag === b.lag ? 0 : b.lag > a.lag ? 1 : -1))
    .map(({ cycle }) => cycle)
}

export type Point = { date: string; hours: number }

/** Counted hours over time: one point for the start, with what was carried over, and one for each day on which hours counted. */
export function hoursOverTime(
  cycle: Pick<CeuCycle, 'id' | 'cycleStart' | 'rule' | 'carriedOverHours'>,
  entries: readonly Pick<CeuEntry, 'completedAt' | 'counts'>[],
): Point[] {
  const byDay = new Map<string, number>()
  for (const { completedAt, counts } of entries) {
    const counted = counts.find(({ cycleId }) => cycleId === cycle.id)?.countedHours ?? 0
    if (counted > 0) byDay.set(completedAt, (byDay.get(completedAt) ?? 0) + hundredths(counted))
  }
  let sum = hundredths(carriedOver(cycle))
  const points: Point[] = [{ date: addDays(cycle.cycleStart, -1), hours: sum / 100 }]
  for (const [date, hours] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    sum += hours
    points.push({ date, hours: sum / 100 })
  }
  return points
}
