import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { localTimeToInstant } from '#shared/reminders/local-time.ts'
import {
  firstStep,
  lastStepReached,
  nextStepAfter,
  type ReminderStep,
  type ReminderSubject,
  type ScheduleSettings,
  stepsUntilEnd,
} from '#shared/reminders/reminder-schedule.ts'

/** A watched item with its owner's time zone and hour. */
export type Thing = {
  name: string
  watched: ReminderSubject
  ladder: ScheduleSettings
  zone: string
  hour: number
}

/** One reminder, planned or sent. */
export type Said = { name: string; dueOn: string; leadDays: number; at: string }

const WEEK = 7

/** Every reminder about an unchanged item, from `start` (before its first rung) to `end`, without plan or state. */
export function plainLadder({ name, watched, ladder, zone, hour }: Thing, end: Date): Said[] {
  const { dueOn } = watched
  const rungs: Pick<ReminderStep, 'leadDays' | 'remindOn'>[] = stepsUntilEnd(watched, ladder)
  if (ladder.isWeeklyAfter) {
    for (let days = WEEK; addDays(dueOn, days) <= todayIn(end, zone); days += WEEK)
      rungs.push({ leadDays: -days, remindOn: addDays(dueOn, days) })
  }
  return rungs
    .map(({ leadDays, remindOn }) => ({
      name,
      dueOn,
      leadDays,
      at: localTimeToInstant(remindOn, hour, zone),
    }))
    .filter(({ at }) => at <= end)
    .map((said) => ({ ...said, at: said.at.toISOString() }))
}

type Watching = { thing: Thing; planned: (ReminderStep & { dueOn: string; at: Date }) | null }

/**
 * The expected behavior of the server, in memory and one item at a time; `said` lists what was sent so far. For one due
 * date a ladder only goes down, whatever changes, and what was due when a change came is still sent.
 */
export function createReferenceSchedule() {
  const things = new Map<string, Watching>()
  const said: Said[] = []

  function lastLead({ name, watched: { dueOn } }: Thing): number {
    const leads = said
      .filter((one) => one.name === name && one.dueOn === dueOn)
      .map(({ leadDays }) => leadDays)
    return Math.min(Number.POSITIVE_INFINITY, ...leads)
  }

  function plan(thing: Thing, now: Date): void {
    const { watched, ladder, zone, hour } = thing
    const today = todayIn(now, zone)
    const last = lastLead(thing)
    let rung =
      last === Number.POSITIVE_INFINITY
        ? firstStep(watched, ladder, today)
        : nextStepAfter(watched, ladder, addDays(today, -1))
    while (rung && rung.leadDays >= last) rung = nextStepAfter(watched, ladder, rung.remindOn)
    const planned = rung && {
      ...rung,
      dueOn: watched.dueOn,
      at: localTimeToInstant(rung.remindOn, hour, zone),
    }
    things.set(thing.name, { thing, planned })
  }

  return {
    said,
    things,
    /** Call when the item is new or changed. */
    change(thing: Thing, now: Date): void {
      const planned = things.get(thing.name)?.planned
      const isDueStill =
        planned &&
        planned.dueOn === thing.watched.dueOn &&
        planned.at <= now &&
        localTimeToInstant(planned.remindOn, thing.hour, thing.zone) <= now
      if (isDueStill) things.set(thing.name, { thing, planned })
      else plan(thing, now)
    },
    forget(name: string): void {
      things.delete(name)
    },
    sweep(now: Date): void {
      for (const [name, { thing, planned }] of things) {
        if (!planned || planned.at > now) continue
        const today = todayIn(now, thing.zone)
        const { dueOn } = thing.watched
        if (planned.remindOn <= today) {
          const reached = lastStepReached(thing.watched, thing.ladder, today)
          const leadDays = Math.min(planned.leadDays, reached?.leadDays ?? planned.leadDays)
          said.push({ name, dueOn, leadDays, at: now.toISOString() })
        }
        plan(thing, now)
      }
    },
  }
}
