import { CalendarDateTime, toZoned } from '@internationalized/date'
import { isTimeZone } from '#shared/kernel/dates.ts'

/**
 * The instant of `hour` o'clock on `day` in `timeZone` (UTC if it is unknown). An hour that a clock change skips
 * becomes the hour after it; of an hour that occurs twice, the first counts.
 */
export function localTimeToInstant(day: string, hour: number, timeZone: string | null): Date {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return toZoned(new CalendarDateTime(year, month, date, hour), zone, 'compatible').toDate()
}
