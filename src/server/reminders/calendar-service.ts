import { createHmac, randomBytes } from 'node:crypto'
import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'
import { installationKey } from '#server/db/installation-keys.ts'
import { findVerdict } from '#server/renewals/verdict-store.ts'
import type { Services } from '#server/services.ts'
import { verdictSentence } from '#shared/credentials/verdict-basis.ts'
import { type ReminderStep, stepsUntilEnd } from '#shared/reminders/reminder-schedule.ts'
import { endWords, reminderHeadline } from '#shared/reminders/reminder-text.ts'
import { sentTitle } from '#shared/reminders/watched-title.ts'
import { findCalendarOwner, listWatchedResources } from './calendar-store.ts'
import type { WatchedResource } from './resource-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How often calendar apps are asked to refresh. */
const REFRESH_SECONDS = 6 * HOUR

/** 256 random bits: anyone who has the token can read the calendar. */
export function createFeedToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The calendar of this token as iCalendar text; `null` if there is none. */
export async function findCalendar(services: Services, token: string): Promise<string | null> {
  const owner = await findCalendarOwner(services.db, token)
  if (owner === null) return null
  await services.limits.consume('calendar', owner)
  const now = services.clock.now()
  const key = await installationKey(services, 'calendar', () => randomBytes(32).toString('base64url'))
  const calendar = new ICalCalendar({
    name: 'Lanyard',
    description: verdictSentence(await findVerdict(services, owner, now)),
    prodId: { company: 'Lanyard', product: 'Reminders', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const resource of await listWatchedResources(services.db, owner, now)) {
    const { resourceType, resourceId, dueOn } = resource.row
    const title = sentTitle(resource.row, resource.settings.namesHealthRecords)
    const event = calendar.createEvent({
      // Stable across edits, and without exposing our ids.
      id: `${createHmac('sha256', key).update(`${resourceType} ${resourceId}`).digest('hex').slice(0, 40)}@lanyard`,
      start: new Date(`${dueOn}T00:00:00Z`),
      allDay: true,
      summary: `${title} ${endWords[resourceType].ends}`,
      description: `Open in Lanyard: ${services.config.publicUrl}/credentials`,
      stamp: now,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    for (const step of upcomingSteps(resource)) {
      // By default, and when passed to the constructor, the library counts from the end of the day.
      event.createAlarm(alarmOf(step, title, resource)).relatesTo(ICalAlarmRelatesTo.start)
    }
  }
  return calendar.toString()
}

/** None for resources that are done or dismissed; from the snoozed day for snoozed ones. */
function upcomingSteps({ subject, schedule, sent, today }: WatchedResource): ReminderStep[] {
  if (subject === null || sent.isDismissed) return []
  const from = sent.snoozedUntil !== null && sent.snoozedUntil > today ? sent.snoozedUntil : today
  return stepsUntilEnd(subject, schedule).filter(({ remindOn }) => remindOn >= from)
}

/** At the owner's hour; an all-day event begins at midnight in the calendar app's time zone. */
function alarmOf(
  { leadDays, step }: ReminderStep,
  title: string,
  { row: { resourceType }, settings: { hour } }: WatchedResource,
) {
  const before = leadDays * DAY - hour * HOUR
  return {
    type: ICalAlarmType.display,
    description: reminderHeadline({ title, step, daysLeft: leadDays, kind: resourceType }),
    ...(before > 0 ? { trigger: before } : { triggerAfter: -before }),
  }
}
