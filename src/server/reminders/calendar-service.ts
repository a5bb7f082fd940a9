import { createHmac, randomBytes } from 'node:crypto'
import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'
import type { House } from '#server/core/house.ts'
import { installationKey } from '#server/core/keys.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { todayIn } from '#shared/core/dates.ts'
import { findCertification } from '#shared/credentials/certification.ts'
import { type Rung, rungsBefore } from '#shared/reminders/ladder.ts'
import { ladderFor } from '#shared/reminders/settings.ts'
import { reminderHeadline } from '#shared/reminders/words.ts'
import { type CalendarSource, type CalendarThing, findCalendar } from './calendar-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How often calendars are asked to look again. */
const REFRESH_SECONDS = 6 * HOUR

/** 256 bits: who has it reads the calendar. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The calendar behind this token as iCalendar; `null` where there is none. */
export async function calendarBehind(house: House, token: string): Promise<string | null> {
  const source = await findCalendar(house.db, token)
  if (source === null) return null
  const key = await installationKey(house, 'calendar', () => randomBytes(32).toString('base64url'))
  return writeCalendar(source, { key, now: house.clock.now(), publicUrl: house.config.publicUrl })
}

type Hand = { key: string; now: Date; publicUrl: string }

function writeCalendar(source: CalendarSource, { key, now, publicUrl }: Hand): string {
  const today = todayIn(now, source.timeZone)
  const calendar = new ICalCalendar({
    name: 'Lanyard',
    prodId: { company: 'Lanyard', product: 'Reminders', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const thing of source.things) {
    const { resourceType, resourceId, title, dueOn } = thing
    calendar.createEvent({
      // The same at every edit, and no id of ours.
      id: `${createHmac('sha256', key).update(`${resourceType} ${resourceId}`).digest('hex').slice(0, 40)}@lanyard`,
      start: new Date(`${dueOn}T00:00:00Z`),
      allDay: true,
      summary: `${title} ${resourceType === 'ceuCycle' ? 'ends' : 'expires'}`,
      description: `More in Lanyard: ${publicUrl}/credentials`,
      stamp: now,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
      alarms: rungsAhead(thing, source, today).map((rung) => alarmOf(rung, thing, source.settings.hour)),
    })
  }
  return calendar.toString()
}

/** What is done or dismissed sounds no alarm, and what has passed sounds none again. */
function rungsAhead(thing: CalendarThing, { settings }: CalendarSource, today: string): Rung[] {
  if (thing.isDismissed || isDone(thing, today)) return []
  const { resourceType, dueOn, reminderDays, code } = thing
  const isLifeSupport =
    resourceType === 'certification' && findCertification(code)?.category === 'life support'
  return rungsBefore({ dueOn, reminderDays, isLifeSupport }, ladderFor(settings, resourceType)).filter(
    ({ remindOn }) => remindOn >= today,
  )
}

function isDone(
  { dueOn, cycleStart, requiredHours, hoursCompleted, topics, topicsCompleted }: CalendarThing,
  today: string,
) {
  if (cycleStart === null) return false
  const cycle = {
    cycleStart,
    cycleEnd: dueOn,
    requiredHours,
    hoursCompleted: hoursCompleted ?? 0,
    topics: topics ?? [],
    topicsCompleted: topicsCompleted ?? [],
  }
  return progressOf(cycle, today).state === 'done'
}

/** At the owner's hour: a day of a calendar begins at midnight where its reader is. */
function alarmOf({ leadDays, step }: Rung, { title, resourceType }: CalendarThing, hour: number) {
  const before = leadDays * DAY - hour * HOUR
  return {
    type: ICalAlarmType.display,
    description: reminderHeadline({ title, step, daysLeft: leadDays, kind: resourceType }),
    // Without it the library counts from the end of the day.
    relatesTo: ICalAlarmRelatesTo.start,
    ...(before > 0 ? { trigger: before } : { triggerAfter: -before }),
  }
}
