import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarFeedState } from '#shared/reminders/channels.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { calendarFeedQuery, createCalendarFeed, removeCalendarFeed } from './settings-api.ts'

/** A private URL that the owner's calendar app subscribes to: every expiration date, with alarms. */
export function CalendarFeedView() {
  const { data, error, refetch } = useQuery(calendarFeedQuery)
  if (data) return <LoadedFeed state={data} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-28" />
}

function LoadedFeed({ state }: { state: CalendarFeedState }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<'replace' | 'remove' | null>(null)
  const refresh = () => {
    setConfirming(null)
    return queryClient.invalidateQueries({ queryKey: calendarFeedQuery.queryKey })
  }
  const create = useMutation({ mutationFn: createCalendarFeed, onSettled: refresh })
  const remove = useMutation({
    mutationFn: removeCalendarFeed,
    onSuccess: () => {
      create.reset()
      showToast({ title: t`Calendar feed turned off` })
    },
    onSettled: refresh,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        {state.isOn && state.createdAt
          ? t`On since ${formatInstant(state.createdAt, user)}. The URL is shown only when you create it.`
          : t`Off. Anyone with the URL can see what expires when, but no license numbers.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={create.isPending}
          onPress={() => (state.isOn ? setConfirming('replace') : create.mutate())}
        >
          {state.isOn ? t`Create a new URL` : t`Create URL`}
        </Button>
        {state.isOn && <Button tone="quiet" onPress={() => setConfirming('remove')}>{t`Turn off`}</Button>}
      </div>
      {create.data && (
        <>
          <CalendarLinks url={create.data.url} />
          <CopyField
            label={t`URL`}
            value={create.data.url}
            description={t`For other calendars: add it as a subscription (“From URL”). Keep it private.`}
          />
          <CopyField
            label={t`URL for a reminder app`}
            value={create.data.todoUrl}
            description={t`The same dates as tasks. It works as long as the other URL does. Keep it just as private.`}
          />
        </>
      )}
      {(create.error ?? remove.error) && <ProblemNote problem={create.error ?? remove.error} />}
      <ConfirmDialog
        title={confirming === 'replace' ? t`Create a new URL?` : t`Turn off the calendar feed?`}
        body={t`Calendars that use the current URL stop getting your dates.`}
        confirmLabel={confirming === 'replace' ? t`Create new URL` : t`Turn off`}
        tone={confirming === 'replace' ? 'primary' : 'danger'}
        isOpen={confirming !== null}
        onOpenChange={(isOpen) => !isOpen && setConfirming(null)}
        onConfirm={() => (confirming === 'replace' ? create.mutate() : remove.mutate())}
        isPending={create.isPending || remove.isPending}
      />
    </div>
  )
}

/** Opens the calendars that most people have. Google and Microsoft can only read an address that they can reach. */
function CalendarLinks({ url }: { url: string }) {
  const subscription = url.replace(/^https?:/, 'webcal:')
  const hosted = [
    [t`Google Calendar`, `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscription)}`],
    [
      t`Outlook`,
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=Lanyard`,
    ],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        <a href={subscription} className={buttonClass()}>{t`Apple Calendar`}</a>
        {url.startsWith('https:') &&
          hosted.map(([name, href]) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
              {name}
            </a>
          ))}
      </div>
      <p className="text-muted text-sm">
        {t`Google and Outlook ignore the alarms and may take a day to show a change. Turn on notifications in the calendar itself, or keep email reminders on.`}
      </p>
    </div>
  )
}
