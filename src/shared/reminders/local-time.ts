import { CalendarDateTime, toZoned } from '@internationalized/date'
import { isTimeZone } from '#shared/kernel/dates.ts'

/**
 * The instant at which it is `hour` o'clock on `day` in `timeZone` (UTC where none is known). An hour that a clock
 * change skips is the one after it; of an hour that comes twice, the first.
 */
export function momentOf(day: string, hour: number, timeZone: string | null): Date {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return toZoned(new CalendarDateTime(year, month, date, hour), zone, 'compatible').toDate()
}
