import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { optionalChannel, type ScheduledKind, scheduledKind, type WatchedKind } from './reminder.ts'
import { defaultLeadDays, longerLeadDays, type ScheduleSettings } from './reminder-schedule.ts'

const leads = z
  .array(z.int().min(0, msg`At least 0 days`).max(365, msg`At most 365 days`))
  .max(20, msg`At most 20 reminders`)
  .transform((list) => [...new Set(list)].sort((a, b) => b - a))

/** `leads` is `null` when this kind follows the schedule for all. */
const kindSettings = z.strictObject({ leads: leads.nullable(), email: z.boolean() })

export const reminderSettings = z.strictObject({
  hour: z.int().min(0).max(23).describe('In the owner’s time zone'),
  digest: z
    .enum(['each', 'daily', 'weekly'])
    .describe('How email reminders are grouped; weekly ones go out on Mondays'),
  isWeeklyAfter: z.boolean(),
  leads,
  kinds: z.strictObject({
    license: kindSettings,
    certification: kindSettings,
    ceuCycle: kindSettings,
  }),
  channels: z.record(optionalChannel, z.boolean()).describe('Which channels are on'),
  namesHealthRecords: z
    .boolean()
    .default(false)
    .describe('Whether messages and the calendar say which health record is due, such as a TB test'),
})
export type ReminderSettings = z.infer<typeof reminderSettings>
/** Settings as stored in a row, which may be older than some of the settings. */
export type StoredReminderSettings = z.input<typeof reminderSettings>

export function completeSettings(stored: StoredReminderSettings): ReminderSettings {
  return { ...stored, namesHealthRecords: stored.namesHealthRecords ?? false }
}

const defaultKind = { leads: null, email: true }

export const defaultSettings: ReminderSettings = {
  hour: 9,
  digest: 'each',
  isWeeklyAfter: true,
  leads: [...defaultLeadDays],
  kinds: { license: defaultKind, certification: defaultKind, ceuCycle: defaultKind },
  channels: { email: true, push: true, webhook: true },
  namesHealthRecords: false,
}

/** The former default, for accounts without saved settings from before the default started 30 days ahead. */
export const earlierDefaultSettings: ReminderSettings = { ...defaultSettings, leads: [...longerLeadDays] }

/** The kind whose settings apply to a reminder. */
export function scheduledKindOf(kind: WatchedKind): ScheduledKind {
  if (kind === 'moveDeadline' || kind === 'requirementList') return 'license'
  if (kind === 'healthRecord') return 'certification'
  return kind === 'ceuDeadline' || kind === 'ceuRunOut' ? 'ceuCycle' : kind
}

/** The schedule for one kind: its own, or the one for all. */
export function scheduleFor(
  { leads: shared, kinds, isWeeklyAfter }: ReminderSettings,
  kind: WatchedKind,
): ScheduleSettings {
  return { leads: kinds[scheduledKindOf(kind)].leads ?? shared, isWeeklyAfter }
}

/** Whether email reminders are on for this kind. */
export function mailsFor({ channels, kinds }: ReminderSettings, kind: WatchedKind): boolean {
  return channels.email && kinds[scheduledKindOf(kind)].email
}

/** Whether email reminders are on for any kind. */
export function mailsForAny(settings: ReminderSettings): boolean {
  return scheduledKind.options.some((kind) => mailsFor(settings, kind))
}
