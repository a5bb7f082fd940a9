import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useDateContext } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { remindersQuery } from './api.ts'
import { ReminderActions } from './reminder-actions-view.tsx'
import { dayText, stepText } from './reminder-text.ts'
import { useReminderChanges } from './use-reminder-changes.ts'

const SnoozeDialog = lazyPart(() => import('./snooze-dialog.tsx'), 'SnoozeDialog')

/**
 * The reminder of a credential's date among the reminders in this state. Loads further pages until it is found. One for
 * another date is from before the credential was changed.
 */
function useReminderFor({ id, expiresAt }: Credential, state: 'scheduled' | 'dismissed') {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...remindersQuery(state),
    staleTime: 0,
  })
  const all = data?.pages.flatMap((page) => page.items) ?? []
  const found = all.find((one) => one.resourceId === id && one.dueOn === expiresAt)
  const isSearching = !found && hasNextPage && !error
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage()
  }, [isSearching, isFetching, fetchNextPage])
  return { found, isPending: (!data && !error) || isSearching || (!found && isFetching), error }
}

/** On the page of a license or certification: its next reminder. */
export function CredentialReminderView({ credential }: { credential: Credential }) {
  const { today, locale } = useDateContext()
  const changes = useReminderChanges()
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const scheduled = useReminderFor(credential, 'scheduled')
  const dismissed = useReminderFor(credential, 'dismissed')
  if (!credential.expiresAt)
    return <p className="text-muted">{t`Add an expiration date to get reminders.`}</p>
  if (!scheduled.found && (scheduled.isPending || dismissed.isPending)) return <Skeleton className="h-16" />
  if (scheduled.error || dismissed.error)
    return <p className="text-muted">{t`The next reminder could not be loaded. It will still be sent.`}</p>
  const reminder = scheduled.found ?? dismissed.found
  if (!reminder)
    return (
      <p className="text-muted">
        <Trans>
          No reminder is scheduled. Reminders appear within a minute.{' '}
          <Link to="/credentials/reminders" className="inline-target text-accent-strong underline">
            All reminders
          </Link>
        </Trans>
      </p>
    )
  return (
    <>
      {reminder.state === 'dismissed' ? (
        <p className="text-muted">{t`You dismissed these reminders. They start again when the date changes.`}</p>
      ) : (
        <p>
          <span className="font-semibold">{dayText(reminder, { today, locale })}</span>
          <span className="block text-muted">{stepText(reminder, locale)}</span>
        </p>
      )}
      <ReminderActions reminder={reminder} today={today} changes={changes} onPickDay={setSnoozing} />
      {snoozing && (
        <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
      )}
    </>
  )
}
