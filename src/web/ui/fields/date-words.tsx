import type { ReactNode } from 'react'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { formatDate, formatLongDate } from '#shared/kernel/format-date.ts'
import { pageLanguage } from '#web/i18n/t.ts'

/** "Apr 5, 2027" or "5 de abril de 2027" before the description of a date, so that nobody confuses month and day. */
export function withWords(value: string | null, description: ReactNode): ReactNode {
  // While a year is typed it passes through 2, 20 and 202.
  if (!value || !isCalendarDate(value) || value < '1000') return description
  const words = pageLanguage === 'es' ? formatLongDate(value, 'es-US') : formatDate(value, 'en-US')
  return (
    <>
      <span className="block">{words}</span>
      {description && <span className="block">{description}</span>}
    </>
  )
}
