import { z } from 'zod'
import { instant } from '#shared/kernel/fields.ts'

/**
 * Notices that an owner can dismiss. `install_app` is "put Lanyard on your phone" in the list of first steps;
 * `longer_schedule` is the offer of earlier reminders, in Settings and in that list; `bell` is everything the bell
 * listed until then.
 */
export const notice = z.enum(['first_steps', 'install_app', 'longer_schedule', 'mail_not_set_up', 'bell'])
export type Notice = z.infer<typeof notice>

/** How long each stays dismissed; `null` is permanent. The warning that reminders cannot arrive has to return. */
const daysAway: Record<Notice, number | null> = {
  first_steps: null,
  install_app: null,
  longer_schedule: null,
  mail_not_set_up: 30,
  bell: null,
}

const DAY_MS = 86_400_000

/** Until when a notice that is dismissed `now` stays away. */
export function dismissedUntil(notice: Notice, now: Date): Date | null {
  const days = daysAway[notice]
  return days === null ? null : new Date(now.getTime() + days * DAY_MS)
}

export const dismissal = z.object({
  notice,
  dismissedUntil: instant.nullable().describe('`null` is for good'),
})
export type Dismissal = z.infer<typeof dismissal>
export const dismissalItems = z.object({ items: z.array(dismissal) })
