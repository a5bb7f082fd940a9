import { daysBetween } from '#shared/kernel/dates.ts'
import {
  firstRung,
  type LadderSettings,
  type Rung,
  rungAfter,
  rungReached,
  type Watched,
} from './reminder-schedule.ts'

/** What became of a thing's reminders so far, for the end that it has now. */
export type Said = {
  /** The lead of the last one that was said or left out; `null` before the first. */
  lastLead: number | null
  isDismissed: boolean
  snoozedUntil: string | null
}

export const nothingSaid: Said = { lastLead: null, isDismissed: false, snoozedUntil: null }

/** The reminder that comes next, from `today` on; `null` where nothing comes any more. */
export function nextRung(watched: Watched, ladder: LadderSettings, said: Said, today: string): Rung | null {
  if (said.isDismissed) return null
  const snoozed = snoozedRung(watched, said)
  if (snoozed) return snoozed
  const { lastLead } = said
  if (lastLead === null) return firstRung(watched, ladder, today)
  const reached = rungReached(watched, ladder, today)
  let next = reached?.remindOn === today ? reached : rungAfter(watched, ladder, today)
  while (next && next.leadDays >= lastLead) next = rungAfter(watched, ladder, next.remindOn)
  return next
}

/** What is said on `today` where `planned` was to be said by now: after days without a server only the last one. */
export function rungToSay(planned: Rung, watched: Watched, ladder: LadderSettings, today: string): Rung {
  const reached = rungReached(watched, ladder, today)
  return reached && reached.leadDays < planned.leadDays ? reached : planned
}

/** Whether `planned` may be said on `today` after all that was said. */
export function isSayable(planned: Rung, watched: Watched, said: Said, today: string): boolean {
  const { lastLead, isDismissed } = said
  const snoozed = snoozedRung(watched, said)
  return (
    !isDismissed &&
    planned.remindOn <= today &&
    (lastLead === null || planned.leadDays < lastLead) &&
    (snoozed === null || snoozed.remindOn <= today)
  )
}

/** A snoozed reminder is a rung of its own, on the day that was chosen; `null` once that was said. */
function snoozedRung({ dueOn }: Watched, { snoozedUntil, lastLead }: Said): Rung | null {
  if (snoozedUntil === null) return null
  const leadDays = daysBetween(snoozedUntil, dueOn)
  if (lastLead !== null && leadDays >= lastLead) return null
  return { leadDays, step: leadDays < 0 ? 'lapsed' : 'renew', remindOn: snoozedUntil }
}
