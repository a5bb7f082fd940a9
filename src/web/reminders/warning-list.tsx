import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDismissedNotices, useNoticeChanges } from '#web/notices/use-notices.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { warningText } from './reminder-text.ts'

type Warnings = ReminderSummary['warnings']

/** Why reminders may not arrive, and what to do about it. A dismissed notice about missing mail stays as one line. */
export function WarningList({ warnings }: { warnings: Warnings }) {
  const dismissed = useDismissedNotices()
  const { hideMissingMail, showAgain } = useNoticeChanges()
  const isQuiet = ({ code }: Warnings[number]) =>
    code === 'mail_not_set_up' && dismissed?.has('mail_not_set_up') === true
  const loud = warnings.filter((warning) => !isQuiet(warning))
  const quiet = warnings.find(isQuiet)
  return (
    <>
      {loud.length > 0 && <LoudWarnings warnings={loud} onHide={hideMissingMail} />}
      {quiet && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          {warningText(quiet).title}
          <Button
            tone="quiet"
            size="sm"
            className="-ml-3"
            onPress={() => showAgain('mail_not_set_up')}
          >{t`Show the notice again`}</Button>
        </p>
      )}
    </>
  )
}

function LoudWarnings({ warnings, onHide }: { warnings: Warnings; onHide: () => void }) {
  const user = useUser()
  return (
    <div className="flex gap-3 rounded-card bg-expiring-soft p-4">
      <TriangleAlert aria-label={t`Warning`} className="mt-0.5 size-5 shrink-0 text-expiring" />
      <div className="min-w-0">
        <ul aria-label={t`Warnings about reminders`} className="grid gap-3">
          {warnings.map((warning) => {
            const { title, advice } = warningText(warning)
            return (
              <li key={`${warning.code} ${warning.channel}`} className="max-w-[66ch]">
                <p className="font-semibold">{title}</p>
                <p>
                  {warning.at && `${formatInstant(warning.at, user)}. `}
                  {advice}
                </p>
                {warning.code === 'mail_not_set_up' && (
                  <Button
                    tone="quiet"
                    size="sm"
                    className="-ml-3"
                    onPress={onHide}
                  >{t`Hide for 30 days`}</Button>
                )}
              </li>
            )
          })}
        </ul>
        <Link
          to="/settings"
          search={{ section: 'reminders' }}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >{t`Reminder settings`}</Link>
      </div>
    </div>
  )
}
