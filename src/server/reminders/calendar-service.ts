import { createHmac, randomBytes } from 'node:crypto'
import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'
import { consumeAndRecord } from '#server/auth/limit-guards.ts'
import { installationKey } from '#server/db/installation-keys.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { findVerdict } from '#server/renewals/verdict-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import { verdictSentence } from '#shared/credentials/verdict-basis.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import { type ReminderStep, stepsUntilEnd } from '#shared/reminders/reminder-schedule.ts'
import { endHeadline, reminderHeadline } from '#shared/reminders/reminder-text.ts'
import { sentTitle } from '#shared/reminders/watched-title.ts'
import { applyByText } from '#shared/renewals/window-text.ts'
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

/** The data about an owner in both kinds of calendar. */
export type Feed = { language: Language; description: string; stamp: Date; entries: FeedEntry[] }

/** `id` is stable across edits and does not reveal ours. `dueOn` is `YYYY-MM-DD`. */
export type FeedEntry = {
  id: string
  dueOn: string
  summary: string
  description: string
  /** True if nothing is left to do; false also if that is unknown. */
  isDone: boolean
  alarms: FeedAlarm[]
}

/** `seconds` from the start of the day, in the time zone of the calendar app; negative is before it. */
export type FeedAlarm = { seconds: number; text: string }

/** The content of the calendar of this token; `null` if there is none. */
export async function findFeedContent(services: Services, token: string): Promise<Feed | null> {
  const owner = await findCalendarOwner(services.db, token)
  if (owner === null) return null
  await consumeAndRecord(services, 'calendar', owner, owner, 'calendar')
  const now = services.clock.now()
  const key = await installationKey(services, 'calendar', () => randomBytes(32).toString('base64url'))
  const [watched, user] = await Promise.all([
    listWatchedResources(services.db, owner, { now, rules: services.rules.current() }),
    findUserById(services.db, owner),
  ])
  const t = translateFor(user)
  return {
    language: t.language,
    description: verdictSentence(await findVerdict(services, owner, now), t),
    stamp: now,
    entries: watched.flatMap((resource) =>
      entriesOf(resource, { key, publicUrl: services.config.publicUrl, t }),
    ),
  }
}

type FeedContext = { key: string; publicUrl: string; t: Translate }

/** The last day, and before it the days of the renewal. Only the next of them has alarms. */
function entriesOf(resource: WatchedResource, context: FeedContext): FeedEntry[] {
  const { days, earlyDuties, subject } = resource
  const { resourceType, resourceId } = resource.row
  const { t, key } = context
  const title = sentTitle(resource.row, resource.settings.namesHealthRecords, t)
  const date = (day: string) => formatDate(day, t.locale)
  const end = entryOf(resource, context)
  const before = (kind: 'apply' | 'duty', name: string, dueOn: string, summary: string): FeedEntry => ({
    ...end,
    id: idOf(key, `${name} ${resourceType} ${resourceId}`),
    dueOn,
    summary: `${title}: ${summary}`,
    isDone: kind === 'apply' && subject?.toDo === undefined,
    alarms: subject?.toDo === kind && subject.dueOn === dueOn ? end.alarms : [],
  })
  const entries = earlyDuties.map(({ key: name, what, dueOn }) => before('duty', `duty ${name}`, dueOn, what))
  if (days.applyBy !== null)
    entries.push(before('apply', 'apply', days.applyBy, applyByText(days.applyBy, days.lateUntil, date, t)))
  return [...entries, subject?.toDo ? { ...end, alarms: [] } : end]
}

const idOf = (key: string, name: string) => createHmac('sha256', key).update(name).digest('hex').slice(0, 40)

function entryOf(resource: WatchedResource, { key, publicUrl, t }: FeedContext): FeedEntry {
  const { resourceType, resourceId, dueOn } = resource.row
  const address = `${publicUrl}/credentials`
  const title = sentTitle(resource.row, resource.settings.namesHealthRecords, t)
  // A list whose first day has passed is over, even if something was missing.
  const isOver = resourceType === 'requirementList' && (dueOn ?? '') < resource.today
  return {
    id: idOf(key, `${resourceType} ${resourceId}`),
    dueOn: dueOn ?? '',
    summary: endHeadline({ title, kind: resourceType }, t),
    description: [...todoLines(resource, t), t`Open in Lanyard: ${address}`].join('\n'),
    isDone: resource.subject === null && !isOver,
    alarms: upcomingSteps(resource).map((step) => alarmOf(step, title, resource, t)),
  }
}

/** What the renewal of a credential needs besides hours, a line for each. */
function todoLines({ dutiesLeft }: WatchedResource, t: Translate): string[] {
  return dutiesLeft.length === 0 ? [] : [t`To do for the renewal:`, ...dutiesLeft.map((what) => `- ${what}`)]
}

/** Events, as iCalendar text. */
export function eventCalendar({ language, description, stamp, entries }: Feed): string {
  const calendar = new ICalCalendar({
    name: 'Lanyard',
    description,
    prodId: { company: 'Lanyard', product: 'Reminders', language: language.toUpperCase() },
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
  t: Translate,
): FeedAlarm {
  return {
    seconds: hour * HOUR - leadDays * DAY,
    text: reminderHeadline({ title, step, daysLeft: leadDays, kind: resourceType }, t),
  }
}
