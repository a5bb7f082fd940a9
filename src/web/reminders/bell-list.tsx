import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reminderSummaryQuery, remindersQuery } from './api.ts'
import { ReminderActions } from './reminder-actions-view.tsx'
import { ReminderResourceLink } from './reminder-resource-link-view.tsx'
import { endText, headlineOf, nextText } from './reminder-text.ts'
import type { ReminderChanges } from './use-reminder-changes.ts'

const MAX_SHOWN = 8

type BellListProps = {
  changes: ReminderChanges
  onNavigate: () => void
  onPickDay: (reminder: Reminder) => void
}

/** The popover of the bell: the latest reminders and a link to all of them. */
export function BellList({ changes, onNavigate, onPickDay }: BellListProps) {
  const today = useToday()
  const user = useUser()
  const { data: summary } = useQuery(reminderSummaryQuery)
  // Opened to see what is new, so always load it again.
  const list = useInfiniteQuery({ ...remindersQuery('sent'), staleTime: 0 })
  const items = list.data?.pages[0]?.items.slice(0, MAX_SHOWN) ?? []
  return (
    <div className="grid">
      <header className="flex min-h-14 items-center justify-between gap-2 border-line border-b pr-2 pl-5">
        <h2 className="text-lg">Reminders</h2>
        {(summary?.unread ?? 0) > 0 && (
          <Button tone="quiet" onPress={changes.readAll}>
            Mark all as read
          </Button>
        )}
      </header>
      {list.data ? (
        items.length > 0 ? (
          <ol className="max-h-[min(60dvh,30rem)] divide-y divide-line overflow-y-auto px-5">
            {items.map((reminder) => (
              <li key={reminder.id} className="grid py-2">
                <ReminderResourceLink reminder={reminder} onNavigate={onNavigate}>
                  {headlineOf(reminder, today)}
                </ReminderResourceLink>
                <p className="text-muted text-sm">
                  {endText(reminder, { today, locale: user.locale })}
                  {reminder.sentAt && (
                    <span className="block">{`Sent ${formatInstant(reminder.sentAt, user)}`}</span>
                  )}
                  {!reminder.isRead && (
                    <span className="inline-block rounded-full bg-accent-soft px-2 font-semibold text-accent-strong">
                      unread
                    </span>
                  )}
                </p>
                <ReminderActions reminder={reminder} today={today} changes={changes} onPickDay={onPickDay} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="px-5 py-6 text-muted">
            No new reminders. {summary && nextText(summary.next, { today, locale: user.locale })}
          </p>
        )
      ) : list.error ? (
        <div className="p-3">
          <ProblemNote problem={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <div className="grid gap-3 p-5">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      <Link
        to="/credentials/reminders"
        onClick={onNavigate}
        className="flex min-h-12 items-center justify-center border-line border-t font-semibold text-accent-strong underline"
      >
        All reminders
      </Link>
    </div>
  )
}
