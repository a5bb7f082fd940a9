import { ChevronDown, TriangleAlert } from 'lucide-react'
import { append } from '#shared/i18n/translate.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDismissedNotices, useNoticeChanges } from '#web/notices/use-notices.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
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
            onPress={() => showAgain('mail_not_set_up')}
          >{t`Show the notice again`}</Button>
        </p>
      )}
    </>
  )
}

/** Each in one line, which opens for the advice. */
function LoudWarnings({ warnings, onHide }: { warnings: Warnings; onHide: () => void }) {
  const user = useUser()
  return (
    <ul
      aria-label={t`Warnings about reminders`}
      className="divide-y divide-expiring/30 rounded-control border border-expiring/40 bg-expiring-soft"
    >
      {warnings.map((warning) => {
        const { short, title, advice } = warningText(warning)
        return (
          <li key={`${warning.code} ${warning.channel}`}>
            <details>
              <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 px-3 py-1 [&::-webkit-details-marker]:hidden">
                <TriangleAlert aria-label={t`Warning`} className="size-5 shrink-0 text-expiring" />
                <span className="min-w-0 flex-1 font-semibold">{short}</span>
                <ChevronDown
                  aria-hidden
                  className="size-5 shrink-0 transition-transform [details[open]>summary>&]:rotate-180"
                />
              </summary>
              <div className="grid max-w-[66ch] gap-1 px-3 pb-2">
                <p>{title}</p>
                <p>
                  {warning.at && `${append(formatInstant(warning.at, user), '.')} `}
                  {advice}
                </p>
                <div className="flex flex-wrap gap-x-1">
                  <ButtonLink
                    to="/settings"
                    search={{ section: 'reminders' }}
                    tone="quiet"
                    size="sm"
                  >{t`Reminder settings`}</ButtonLink>
                  {warning.code === 'mail_not_set_up' && (
                    <Button tone="quiet" size="sm" onPress={onHide}>{t`Hide for 30 days`}</Button>
                  )}
                </div>
              </div>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
