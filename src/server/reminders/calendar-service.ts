import { createHmac, randomBytes } from 'node:crypto'
import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'
import { installationKey } from '#server/db/installation-keys.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { findVerdict } from '#server/renewals/verdict-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import { verdictSentence } from '#shared/credentials/verdict-basis.ts'
import { type ReminderStep, stepsUntilEnd } from '#shared/reminders/reminder-schedule.ts'
import { endWords, reminderHeadline } from '#shared/reminders/reminder-text.ts'
import { sentTitle } from '#shared/reminders/watched-title.ts'
import { findCalendarOwner, listWatchedResources } from './calendar-store.ts'
import type { WatchedResource } from './resource-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How often calendar apps are asked to refresh. */
export const REFRESH_SECONDS = 6 * HOUR

/** 256 random bits: anyone who has the token can read the calendar. */
export function createFeedToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What both kinds of calendar say about an owner. */
export type Feed = { description: string; stamp: Date; entries: FeedEntry[] }

/** `id` is stable across edits and does not reveal ours. `dueOn` is `YYYY-MM-DD`. */
export type FeedEntry = {
  id: string
  dueOn: string
  summary: string
  description: string
  /** Nothing is left to do; `false` also where that is not known. */
  isDone: boolean
  alarms: FeedAlarm[]
}

/** `seconds` from the start of the day, in the time zone of the calendar app; negative is before it. */
export type FeedAlarm = { seconds: number; text: string }

/** What the calendar of this token has; `null` if there is none. */
export async function findFeedContent(services: Services, token: string): Promise<Feed | null> {
  const owner = await findCalendarOwner(services.db, token)
  if (owner === null) return null
  await services.limits.consume('calendar', owner)
  const now = services.clock.now()
  const key = await installationKey(services, 'calendar', () => randomBytes(32).toString('base64url'))
  const watched = await listWatchedResources(services.db, owner, now)
  const t = translateFor(await findUserById(services.db, owner))
  return {
    description: verdictSentence(await findVerdict(services, owner, now), t),
    stamp: now,
    entries: watched.map((resource) => entryOf(resource, key, services.config.publicUrl)),
  }
}

function entryOf(resource: WatchedResource, key: string, publicUrl: string): FeedEntry {
  const { resourceType, resourceId, dueOn } = resource.row
  const title = sentTitle(resource.row, resource.settings.namesHealthRecords)
  // A list whose first day has passed is over, whatever was missing.
  const isOver = resourceType === 'requirementList' && (dueOn ?? '') < resource.today
  return {
    id: createHmac('sha256', key).update(`${resourceType} ${resourceId}`).digest('hex').slice(0, 40),
    dueOn: dueOn ?? '',
    summary: `${title} ${endWords[resourceType].ends}`,
    description: `Open in Lanyard: ${publicUrl}/credentials`,
    isDone: resource.subject === null && !isOver,
    alarms: upcomingSteps(resource).map((step) => alarmOf(step, title, resource)),
  }
}

/** Events, as iCalendar text. */
export function eventCalendar({ description, stamp, entries }: Feed): string {
  const calendar = new ICalCalendar({
    name: 'Lanyard',
    description,
    prodId: { company: 'Lanyard', product: 'Reminders', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const { id, dueOn, summary, description: text, alarms } of entries) {
    const event = calendar.createEvent({
      id: `${id}@lanyard`,
      start: new Date(`${dueOn}T00:00:00Z`),
      allDay: true,
      summary,
      description: text,
      stamp,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    for (const { seconds, text: said } of alarms)
      event
        .createAlarm({
          type: ICalAlarmType.display,
          description: said,
          ...(seconds < 0 ? { trigger: -seconds } : { triggerAfter: seconds }),
        })
        // By default, and when passed to the constructor, the library counts from the end of the day.
        .relatesTo(ICalAlarmRelatesTo.start)
  }
  return calendar.toString()
}

/** None for resources that are done or dismissed; from the snoozed day for snoozed ones. */
function upcomingSteps({ subject, schedule, sent, today }: WatchedResource): ReminderStep[] {
  if (subject === null || sent.isDismissed) return []
  const from = sent.snoozedUntil !== null && sent.snoozedUntil > today ? sent.snoozedUntil : today
  return stepsUntilEnd(subject, schedule).filter(({ remindOn }) => remindOn >= from)
}

/** At the owner's hour; an all-day entry begins at midnight in the calendar app's time zone. */
function alarmOf(
  { leadDays, step }: ReminderStep,
  title: string,
  { row: { resourceType }, settings: { hour } }: WatchedResource,
): FeedAlarm {
  return {
    seconds: hour * HOUR - leadDays * DAY,
    text: reminderHeadline({ title, step, daysLeft: leadDays, kind: resourceType }),
  }
}
