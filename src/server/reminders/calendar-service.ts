import { createHmac, randomBytes } from 'node:crypto'
import {
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'
import { installationKey } from '#server/db/installation-keys.ts'
import type { Services } from '#server/services.ts'
import { type Rung, rungsBefore } from '#shared/reminders/reminder-schedule.ts'
import { reminderHeadline } from '#shared/reminders/reminder-text.ts'
import { findCalendarOwner, listEnding, type Thing } from './calendar-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How often calendars are asked to look again. */
const REFRESH_SECONDS = 6 * HOUR

/** 256 bits: who has it reads the calendar. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The calendar behind this token as iCalendar; `null` where there is none. */
export async function calendarBehind(services: Services, token: string): Promise<string | null> {
  const owner = await findCalendarOwner(services.db, token)
  if (owner === null) return null
  await services.limits.consume('calendar', owner)
  const now = services.clock.now()
  const key = await installationKey(services, 'calendar', () => randomBytes(32).toString('base64url'))
  const calendar = new ICalCalendar({
    name: 'Lanyard',
    prodId: { company: 'Lanyard', product: 'Reminders', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const thing of await listEnding(services.db, owner, now)) {
    const { resourceType, resourceId, title, dueOn } = thing.row
    const event = calendar.createEvent({
      // The same at every edit, and no id of ours.
      id: `${createHmac('sha256', key).update(`${resourceType} ${resourceId}`).digest('hex').slice(0, 40)}@lanyard`,
      start: new Date(`${dueOn}T00:00:00Z`),
      allDay: true,
      summary: `${title} ${resourceType === 'ceuCycle' ? 'ends' : 'expires'}`,
      description: `More in Lanyard: ${services.config.publicUrl}/credentials`,
      stamp: now,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    for (const rung of rungsAhead(thing)) {
      // Without it, and given in its constructor, the library counts from the end of the day.
      event.createAlarm(alarmOf(rung, thing)).relatesTo(ICalAlarmRelatesTo.start)
    }
  }
  return calendar.toString()
}

/** What is done, dismissed or snoozed sounds no alarm, and what has passed sounds none again. */
function rungsAhead({ watched, ladder, said, today }: Thing): Rung[] {
  if (watched === null || said.isDismissed) return []
  const from = said.snoozedUntil !== null && said.snoozedUntil > today ? said.snoozedUntil : today
  return rungsBefore(watched, ladder).filter(({ remindOn }) => remindOn >= from)
}

/** At the owner's hour: a day of a calendar begins at midnight where its reader is. */
function alarmOf({ leadDays, step }: Rung, { row: { title, resourceType }, settings: { hour } }: Thing) {
  const before = leadDays * DAY - hour * HOUR
  return {
    type: ICalAlarmType.display,
    description: reminderHeadline({ title, step, daysLeft: leadDays, kind: resourceType }),
    ...(before > 0 ? { trigger: before } : { triggerAfter: -before }),
  }
}
