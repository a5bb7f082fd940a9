import { z } from 'zod'
import type { WatchedKind } from './reminder.ts'
import { type LadderSettings, usualLeads } from './reminder-schedule.ts'

const leads = z
  .array(z.int().min(0, 'At least 0 days').max(365, 'At most 365 days'))
  .max(20, 'At most 20 reminders')
  .transform((list) => [...new Set(list)].sort((a, b) => b - a))

/** Of one kind: its own ladder, or `null` for the default one, and whether mail goes out for it. */
const kindSettings = z.strictObject({ leads: leads.nullable(), email: z.boolean() })

/** GET, PUT `/api/reminders/settings`. */
export const reminderSettings = z.strictObject({
  hour: z.int().min(0).max(23).describe('In the owner’s time zone'),
  digest: z.enum(['each', 'daily', 'weekly']).describe('How mail is gathered; weekly goes out on Mondays'),
  isWeeklyAfter: z.boolean(),
  leads,
  kinds: z.strictObject({
    license: kindSettings,
    certification: kindSettings,
    ceuCycle: kindSettings,
  }),
  channels: z.strictObject({ email: z.boolean(), push: z.boolean(), webhook: z.boolean() }),
})
export type ReminderSettings = z.infer<typeof reminderSettings>

const usualKind = { leads: null, email: true }

export const usualSettings: ReminderSettings = {
  hour: 9,
  digest: 'each',
  isWeeklyAfter: true,
  leads: [...usualLeads],
  kinds: { license: usualKind, certification: usualKind, ceuCycle: usualKind },
  channels: { email: true, push: true, webhook: true },
}

/** The ladder for one kind: its own, or the default one. */
export function ladderFor(
  { leads: usual, kinds, isWeeklyAfter }: ReminderSettings,
  kind: WatchedKind,
): LadderSettings {
  return { leads: kinds[kind].leads ?? usual, isWeeklyAfter }
}

/** Whether mail goes out for this kind. */
export function mailsFor({ channels, kinds }: ReminderSettings, kind: WatchedKind): boolean {
  return channels.email && kinds[kind].email
}
