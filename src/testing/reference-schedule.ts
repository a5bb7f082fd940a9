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
export type WatchedItem = {
  name: string
  watched: ReminderSubject
  schedule: ScheduleSettings
  zone: string
  hour: number
}

/** One reminder, planned or sent. */
export type ExpectedReminder = { name: string; dueOn: string; leadDays: number; at: string }

const WEEK = 7

/**
 * Every reminder about an unchanged item, from `start` (before its first step) to `end`, computed without a plan or
 * stored state.
 */
export function remindersWithoutChanges(
  { name, watched, schedule, zone, hour }: WatchedItem,
  end: Date,
): ExpectedReminder[] {
  const { dueOn } = watched
  const steps: Pick<ReminderStep, 'leadDays' | 'remindOn'>[] = stepsUntilEnd(watched, schedule)
  if (schedule.isWeeklyAfter) {
    for (let days = WEEK; addDays(dueOn, days) <= todayIn(end, zone); days += WEEK)
      steps.push({ leadDays: -days, remindOn: addDays(dueOn, days) })
  }
  return steps
    .map(({ leadDays, remindOn }) => ({
      name,
      dueOn,
      leadDays,
      at: localTimeToInstant(remindOn, hour, zone),
    }))
    .filter(({ at }) => at <= end)
    .map((sent) => ({ ...sent, at: sent.at.toISOString() }))
}

type PlannedItem = { item: WatchedItem; planned: (ReminderStep & { dueOn: string; at: Date }) | null }

/**
 * The expected behavior of the server, in memory and one item at a time. `sent` lists the reminders sent so far. For
 * one due date, no change ever moves the steps earlier, and a step that was due at the time of a change is still sent.
 */
export function createReferenceSchedule() {
  const items = new Map<string, PlannedItem>()
  const sent: ExpectedReminder[] = []

  function lastLead({ name, watched: { dueOn } }: WatchedItem): number {
    const leads = sent
      .filter((one) => one.name === name && one.dueOn === dueOn)
      .map(({ leadDays }) => leadDays)
    return Math.min(Number.POSITIVE_INFINITY, ...leads)
  }

  function plan(item: WatchedItem, now: Date): void {
    const { watched, schedule, zone, hour } = item
    const today = todayIn(now, zone)
    const last = lastLead(item)
    let step =
      last === Number.POSITIVE_INFINITY
        ? firstStep(watched, schedule, today)
        : nextStepAfter(watched, schedule, addDays(today, -1))
    while (step && step.leadDays >= last) step = nextStepAfter(watched, schedule, step.remindOn)
    const planned = step && {
      ...step,
      dueOn: watched.dueOn,
      at: localTimeToInstant(step.remindOn, hour, zone),
    }
    items.set(item.name, { item, planned })
  }

  return {
    sent,
    items,
    /** Call it when the item is new or changed. */
    change(item: WatchedItem, now: Date): void {
      const planned = items.get(item.name)?.planned
      const isDueStill =
        planned &&
        planned.dueOn === item.watched.dueOn &&
        planned.at <= now &&
        localTimeToInstant(planned.remindOn, item.hour, item.zone) <= now
      if (isDueStill) items.set(item.name, { item, planned })
      else plan(item, now)
    },
    forget(name: string): void {
      items.delete(name)
    },
    sweep(now: Date): void {
      for (const [name, { item, planned }] of items) {
        if (!planned || planned.at > now) continue
        const today = todayIn(now, item.zone)
        const { dueOn } = item.watched
        if (planned.remindOn <= today) {
          const reached = lastStepReached(item.watched, item.schedule, today)
          const leadDays = Math.min(planned.leadDays, reached?.leadDays ?? planned.leadDays)
          sent.push({ name, dueOn, leadDays, at: now.toISOString() })
        }
        plan(item, now)
      }
    },
  }
}
