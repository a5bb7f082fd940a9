import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { warningText } from './reminder-text.ts'

/** Why reminders may not arrive, and what to do about it. */
export function WarningList({ warnings }: { warnings: ReminderSummary['warnings'] }) {
  const user = useUser()
  if (warnings.length === 0) return null
  return (
    <div className="flex gap-3 rounded-card bg-expiring-soft p-4">
      <TriangleAlert aria-label="Warning" className="mt-0.5 size-5 shrink-0 text-expiring" />
      <div className="min-w-0">
        <ul aria-label="Warnings about reminders" className="grid gap-3">
          {warnings.map((warning) => {
            const { title, advice } = warningText(warning)
            return (
              <li key={`${warning.code} ${warning.channel}`} className="max-w-[66ch]">
                <p className="font-semibold">{title}</p>
                <p>
                  {warning.at && `${formatInstant(warning.at, user)}. `}
                  {advice}
                </p>
              </li>
            )
          })}
        </ul>
        <Link
          to="/settings"
          search={{ section: 'reminders' }}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Reminder settings
        </Link>
      </div>
    </div>
  )
}
