import { DEFAULT_REMINDER_DAYS } from '#shared/credentials/reminder-days.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'

/** Days before the end on which a reminder is sent unless the owner chooses others. */
export const defaultLeadDays: readonly number[] = [DEFAULT_REMINDER_DAYS, 14, 7, 1, 0]
/** The additional days of the longer schedule. */
const earlierLeadDays: readonly number[] = [120, 90, 60]
/** Offered to owners with the default; that of every account before there was a shorter one. */
export const longerLeadDays: readonly number[] = [...earlierLeadDays, ...defaultLeadDays]
const WEEK = 7
/** The reminder to book a life-support class comes this many days before the first one about the card. */
export const CLASS_LEAD_DAYS = 30

/** `apply` and `duty`: the last day to apply for the renewal, or for something else that it needs, before the end. */
export type ReminderStepKind = 'book_class' | 'apply' | 'duty' | 'renew' | 'lapsed'

/** One step of a schedule. `leadDays` counts days before the end; negative after it. */
export type ReminderStep = { leadDays: number; step: ReminderStepKind; remindOn: string }

/** The facts that a schedule needs about an item with an end date. */
export type ReminderSubject = {
  dueOn: string
  /** The lead of its first reminder; `null` takes that of the schedule. */
  reminderDays: number | null
  isLifeSupport: boolean
  /** What has to be done by `dueOn`, if that is before the end. */
  toDo?: 'apply' | 'duty'
}

/** `leads` are distinct days before the end, in any order. */
export type ScheduleSettings = { leads: readonly number[]; isWeeklyAfter: boolean }

export const defaultSchedule: ScheduleSettings = { leads: defaultLeadDays, isWeeklyAfter: true }
export const longerSchedule: ScheduleSettings = { leads: longerLeadDays, isWeeklyAfter: true }

/** `offered` to owners who kept the default; `own` days are neither the default nor as early as the longer schedule. */
export function longerScheduleState(leads: readonly number[]): 'on' | 'offered' | 'own' {
  if (earlierLeadDays.every((lead) => leads.includes(lead))) return 'on'
  const isDefault =
    leads.length === defaultLeadDays.length && defaultLeadDays.every((lead) => leads.includes(lead))
  return isDefault ? 'offered' : 'own'
}

/** The steps up to the end, earliest first. `reminderDays` drops all earlier steps and is a step itself. */
export function stepsUntilEnd(subject: ReminderSubject, { leads }: ScheduleSettings): ReminderStep[] {
  const { dueOn, reminderDays, isLifeSupport, toDo = 'renew' } = subject
  const first = reminderDays ?? Math.max(0, ...leads)
  const leadDays = new Set([first, ...leads.filter((lead) => lead < first)])
  const steps = [...leadDays].map((lead) => stepAt(dueOn, lead, toDo))
  if (isLifeSupport) steps.push(stepAt(dueOn, first + CLASS_LEAD_DAYS, 'book_class'))
  return steps.sort((a, b) => b.leadDays - a.leadDays)
}

/** The last step on or before `day`; `null` before the first one. */
export function lastStepReached(
  subject: ReminderSubject,
  settings: ScheduleSettings,
  day: string,
): ReminderStep | null {
  const weeks = Math.floor(daysBetween(subject.dueOn, day) / WEEK)
  if (settings.isWeeklyAfter && weeks >= 1) return stepAt(subject.dueOn, -weeks * WEEK, 'lapsed')
  return stepsUntilEnd(subject, settings).findLast(({ remindOn }) => remindOn <= day) ?? null
}

/** The first step after `day`; `null` if there are no more. */
export function nextStepAfter(
  subject: ReminderSubject,
  settings: ScheduleSettings,
  day: string,
): ReminderStep | null {
  const next = stepsUntilEnd(subject, settings).find(({ remindOn }) => remindOn > day)
  if (next) return next
  if (!settings.isWeeklyAfter) return null
  const weeks = Math.max(0, Math.floor(daysBetween(subject.dueOn, day) / WEEK)) + 1
  return stepAt(subject.dueOn, -weeks * WEEK, 'lapsed')
}

function stepAt(dueOn: string, leadDays: number, step: ReminderStepKind): ReminderStep {
  return { leadDays, step, remindOn: addDays(dueOn, -leadDays) }
}

/**
 * The first step of an item that is new or whose end date changed. Within its last 30 days (or its own `reminderDays`),
 * or after its end, the step that was already reached comes on `day` itself; otherwise the next one.
 */
export function firstStep(
  subject: ReminderSubject,
  settings: ScheduleSettings,
  day: string,
): ReminderStep | null {
  const lead = subject.reminderDays ?? DEFAULT_REMINDER_DAYS
  const reached = daysBetween(day, subject.dueOn) <= lead ? lastStepReached(subject, settings, day) : null
  return reached ? { ...reached, remindOn: day } : nextStepAfter(subject, settings, addDays(day, -1))
}
