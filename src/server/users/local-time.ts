import type { Clock } from '#server/kernel/clock.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import type { Actor } from './owner.ts'

/** An instant, and its calendar date (`YYYY-MM-DD`) in the owner's time zone. */
export type LocalTime = { now: Date; today: string }

export function localTimeOf(clock: Clock, { timeZone }: Pick<Actor, 'timeZone'>): LocalTime {
  const now = clock.now()
  return { now, today: todayIn(now, timeZone) }
}
