import type { ReactNode } from 'react'
import { daysBetween, isCalendarDate } from '#shared/kernel/dates.ts'
import { formatDate, formatLongDate } from '#shared/kernel/format-date.ts'
import { formatDays } from '#web/format/dates.ts'
import { pageLanguage } from '#web/i18n/t.ts'

/**
 * "Apr 5, 2027 · in 130 days" or "5 de abril de 2027" before the description of a date, so that nobody confuses month
 * and day. `today` is the server's date; without it the days are left out.
 */
export function withWords(value: string | null, today: string | null, description: ReactNode): ReactNode {
  if (!value || !isCalendarDate(value)) return description
  const words = pageLanguage === 'es' ? formatLongDate(value, 'es-US') : formatDate(value, 'en-US')
  return (
    <>
      <span className="block">
        {words}
        {today !== null && ` · ${formatDays(daysBetween(today, value))}`}
      </span>
      {description && <span className="block">{description}</span>}
    </>
  )
}
