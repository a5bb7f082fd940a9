import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ChannelRow } from './channel-row.tsx'
import { calendarFeedQuery, createCalendarFeed, removeCalendarFeed } from './settings-api.ts'
import { calendarSummary } from './settings-summary-text.ts'

/** A private URL that the owner's calendar app subscribes to: every expiration date, with alarms. */
export function CalendarFeedRow() {
  const { data, error, refetch } = useQuery(calendarFeedQuery)
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
    onMutate: () => setConfirming(null),
    onSuccess: () => {
      create.reset()
      showToast({ title: t`Calendar feed turned off` })
    },
    onSettled: refresh,
  })
  const isOn = (data?.isOn === true || create.isPending) && !remove.isPending
  return (
    <ChannelRow
      id="reminder-calendar"
      title={t`Calendar`}
      state={data ? calendarSummary(isOn) : ''}
      isOn={isOn}
      isOpen={create.isSuccess}
      onChange={(next) => (next ? create.mutate() : setConfirming('remove'))}
      problem={create.error ?? remove.error}
      action={
        data?.isOn && (
          <Button
            tone="quiet"
            size="sm"
            isPending={create.isPending}
            onPress={() => setConfirming('replace')}
          >{t`Create a new URL`}</Button>
        )
      }
    >
      <p className="text-muted">
        {t`A private URL for your calendar app: every expiration date, with alarms.`}{' '}
        {t`Anyone with the URL can see what expires when, but no license numbers.`}
      </p>
      {create.data && <CalendarLinks {...create.data} />}
      {data?.createdAt && (
        <p className="text-muted">
          {t`On since ${formatInstant(data.createdAt, user)}. The URL is shown only when you create it.`}
        </p>
      )}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      <ConfirmDialog
        title={confirming === 'replace' ? t`Create a new URL?` : t`Turn off the calendar feed?`}
        body={t`Calendars that use the current URL stop getting your dates.`}
        confirmLabel={confirming === 'replace' ? t`Create new URL` : t`Turn off`}
        tone={confirming === 'replace' ? 'primary' : 'danger'}
        isOpen={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => (confirming === 'replace' ? create.mutate() : remove.mutate())}
        isPending={create.isPending || remove.isPending}
      />
    </ChannelRow>
  )
}

/** Opens the calendars that most people have. Google and Microsoft can only read an address that they can reach. */
function CalendarLinks({ url, todoUrl }: { url: string; todoUrl: string }) {
  const isReachable = url.startsWith('https:')
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
        {isReachable &&
          hosted.map(([name, href]) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
              {name}
            </a>
          ))}
      </div>
      <p className="text-muted text-sm">
        {t`Apple Calendar sounds the alarms, unless you remove them when you subscribe.`}{' '}
        {isReachable
          ? t`Google and Outlook ignore the alarms and may take a day to show a change. Turn on notifications in the calendar itself, or keep email reminders on.`
          : t`Google Calendar and Outlook need an address that begins with https://.`}
      </p>
      <CopyField
        label={t`URL`}
        value={url}
        description={t`For other calendars: add it as a subscription (“From URL”). Keep it private.`}
      />
      <CopyField
        label={t`URL for a reminder app`}
        value={todoUrl}
        description={t`The same dates as tasks. It works as long as the other URL does. Keep it just as private.`}
      />
    </div>
  )
}
