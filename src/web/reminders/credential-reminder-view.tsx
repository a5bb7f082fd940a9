import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { remindersQuery } from './api.ts'
import { ReminderActions } from './reminder-actions-view.tsx'
import { dayText, rungText } from './reminder-text.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { useReminderChanges } from './use-reminder-changes.ts'

/** The reminder of one credential in the list of this state; the list is walked until it is found. */
function useReminderOf(resourceId: string, state: 'scheduled' | 'dismissed') {
  // What was just entered or edited is planned a moment later.
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...remindersQuery(state),
    staleTime: 0,
  })
  const found = data?.pages.flatMap((page) => page.items).find((one) => one.resourceId === resourceId)
  const isLooking = !found && hasNextPage && !error
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])
  return { found, isPending: (!data && !error) || isLooking, error }
}

/** On the page of a license or certification: when she is told of it next. */
export function ReminderOfCredentialView({ credential }: { credential: Credential }) {
  const today = useToday()
  const { locale } = useUser()
  const changes = useReminderChanges()
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const scheduled = useReminderOf(credential.id, 'scheduled')
  const dismissed = useReminderOf(credential.id, 'dismissed')
  if (!credential.expiresAt)
    return <p className="text-muted">It has no last day, so there is nothing to remind you of.</p>
  if (scheduled.isPending || dismissed.isPending) return <Skeleton className="h-16" />
  if (scheduled.error || dismissed.error)
    return <p className="text-muted">Its next reminder did not load; it goes out all the same.</p>
  // One that was dismissed for an earlier date says nothing of this one.
  const reminder =
    scheduled.found ?? (dismissed.found?.dueOn === credential.expiresAt ? dismissed.found : null)
  if (!reminder)
    return (
      <p className="text-muted">
        No reminder is planned for it. One that was just entered is planned within a minute.{' '}
        <Link to="/credentials/reminders" className="inline-block py-2.5 text-accent-strong underline">
          All reminders
        </Link>
      </p>
    )
  return (
    <>
      {reminder.state === 'dismissed' ? (
        <p className="text-muted">
          You dismissed its reminders. Nothing more is said until its date changes.
        </p>
      ) : (
        <p>
          <span className="font-semibold">{dayText(reminder, { today, locale })}</span>
          <span className="block text-muted">{rungText(reminder, locale)}</span>
        </p>
      )}
      <ReminderActions reminder={reminder} today={today} changes={changes} onPickDay={setSnoozing} />
      <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
    </>
  )
}
