import { addDays, todayIn } from '#shared/core/dates.ts'
import {
  firstRung,
  type LadderSettings,
  type Rung,
  rungAfter,
  rungReached,
  rungsBefore,
  type Watched,
} from '#shared/reminders/ladder.ts'
import { momentOf } from '#shared/reminders/moment.ts'

/** Something that is watched, and the place and hour of its owner. */
export type Thing = { name: string; watched: Watched; ladder: LadderSettings; zone: string; hour: number }

/** One reminder as it is to go out, or went out. */
export type Said = { name: string; dueOn: string; leadDays: number; at: string }

const WEEK = 7

/** Every reminder about something that nobody touches, from `start` (before its first rung) to `end`: no plan, no state. */
export function plainLadder({ name, watched, ladder, zone, hour }: Thing, end: Date): Said[] {
  const { dueOn } = watched
  const rungs: Pick<Rung, 'leadDays' | 'remindOn'>[] = rungsBefore(watched, ladder)
  if (ladder.isWeeklyAfter) {
    for (let days = WEEK; addDays(dueOn, days) <= todayIn(end, zone); days += WEEK)
      rungs.push({ leadDays: -days, remindOn: addDays(dueOn, days) })
  }
  return rungs
    .map(({ leadDays, remindOn }) => ({ name, dueOn, leadDays, at: momentOf(remindOn, hour, zone) }))
    .filter(({ at }) => at <= end)
    .map((said) => ({ ...said, at: said.at.toISOString() }))
}

/** What the server is expected to do, in memory and one thing at a time; `said` is what went out so far. */
export function createOracle() {
  const things = new Map<string, { thing: Thing; next: Date | null }>()
  const said: Said[] = []
  const wasSaid = ({ name, watched: { dueOn } }: Thing, rung: Rung | null) =>
    said.some((one) => one.name === name && one.dueOn === dueOn && one.leadDays === rung?.leadDays)
  const momentFor = ({ hour, zone }: Thing, rung: Rung | null) => rung && momentOf(rung.remindOn, hour, zone)

  return {
    said,
    things,
    /** It is new, or something about it changed. */
    change(thing: Thing, now: Date): void {
      const today = todayIn(now, thing.zone)
      const first = firstRung(thing.watched, thing.ladder, today)
      const rung = wasSaid(thing, first) ? rungAfter(thing.watched, thing.ladder, today) : first
      things.set(thing.name, { thing, next: momentFor(thing, rung) })
    },
    forget(name: string): void {
      things.delete(name)
    },
    sweep(now: Date): void {
      for (const [name, { thing, next }] of things) {
        if (!next || next > now) continue
        const today = todayIn(now, thing.zone)
        const rung = rungReached(thing.watched, thing.ladder, today)
        if (rung && !wasSaid(thing, rung)) {
          const { dueOn } = thing.watched
          said.push({ name, dueOn, leadDays: rung.leadDays, at: now.toISOString() })
        }
        const after = rungAfter(thing.watched, thing.ladder, today)
        things.set(name, { thing, next: momentFor(thing, after) })
      }
    },
  }
}
