import { addDays, daysBetween } from '#shared/kernel/dates.ts'

/** "Default reminder lead time: 30 days": from then on a new entry is spoken of at once, whatever rung comes next. */
export const DEFAULT_LEAD = 30
/** Days before the end on which a reminder is sent, where its owner says nothing else. */
export const usualLeads: readonly number[] = [120, 90, 60, 30, 14, 7, 1, 0]
/** After the end: every week, until it is renewed, dismissed or archived. */
const WEEK = 7
/** A class for a life-support card is booked this many days before the first word about the card itself. */
export const CLASS_AHEAD = 30

export type Step = 'book_class' | 'renew' | 'lapsed'

/** One reminder of a ladder; `leadDays` before the end, negative after it. */
export type Rung = { leadDays: number; step: Step; remindOn: string }

/** Something of an owner's that ends on a day, as far as a ladder needs to know it. */
export type Watched = {
  dueOn: string
  /** Its own start of the ladder, where it has one. */
  reminderDays: number | null
  isLifeSupport: boolean
}

/** Days before the end, in any order, none twice, and whether it goes on weekly after the end. */
export type LadderSettings = { leads: readonly number[]; isWeeklyAfter: boolean }

export const usualLadder: LadderSettings = { leads: usualLeads, isWeeklyAfter: true }

/** The rungs up to the end, the earliest first. A start of its own cuts the ladder there, and is a rung itself. */
export function rungsBefore(watched: Watched, { leads }: LadderSettings): Rung[] {
  const { dueOn, reminderDays, isLifeSupport } = watched
  const start = reminderDays ?? Math.max(0, ...leads)
  const kept = new Set([start, ...leads.filter((lead) => lead < start)])
  const rungs = [...kept].map((leadDays) => rungOf(dueOn, leadDays, 'renew'))
  if (isLifeSupport) rungs.push(rungOf(dueOn, start + CLASS_AHEAD, 'book_class'))
  return rungs.sort((a, b) => b.leadDays - a.leadDays)
}

/** The last rung that is reached on `day`; `null` before the first one. */
export function rungReached(watched: Watched, settings: LadderSettings, day: string): Rung | null {
  const before = rungsBefore(watched, settings)
  const weeks = Math.floor(daysBetween(watched.dueOn, day) / WEEK)
  if (settings.isWeeklyAfter && weeks >= 1) return rungOf(watched.dueOn, -weeks * WEEK, 'lapsed')
  return before.findLast(({ remindOn }) => remindOn <= day) ?? null
}

/** The first rung after `day`; `null` where nothing comes any more. */
export function rungAfter(watched: Watched, settings: LadderSettings, day: string): Rung | null {
  const next = rungsBefore(watched, settings).find(({ remindOn }) => remindOn > day)
  if (next) return next
  if (!settings.isWeeklyAfter) return null
  const weeks = Math.max(0, Math.floor(daysBetween(watched.dueOn, day) / WEEK)) + 1
  return rungOf(watched.dueOn, -weeks * WEEK, 'lapsed')
}

function rungOf(dueOn: string, leadDays: number, step: Step): Rung {
  return { leadDays, step, remindOn: addDays(dueOn, -leadDays) }
}

/**
 * What is to be said next about something that was just entered or whose end has moved. Within its first 30 days (or
 * its own start), or after its end, the rung that was reached already is said on `day` itself; otherwise the next one.
 */
export function firstRung(watched: Watched, settings: LadderSettings, day: string): Rung | null {
  const lead = watched.reminderDays ?? DEFAULT_LEAD
  const reached = daysBetween(day, watched.dueOn) <= lead ? rungReached(watched, settings, day) : null
  return reached ? { ...reached, remindOn: day } : rungAfter(watched, settings, addDays(day, -1))
}
