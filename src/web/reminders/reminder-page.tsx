import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { reminderListsKey, reminderSummaryQuery, remindersQuery } from './api.ts'
import { ReminderEmptyView } from './reminder-empty-view.tsx'
import { ReminderListRow } from './reminder-list-row.tsx'
import { nextText } from './reminder-text.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { type ReminderChanges, useReminderChanges } from './use-reminder-changes.ts'
import { WarningList } from './warning-list.tsx'

const route = getRouteApi('/credentials/reminders')

const tabs = [
  { id: 'scheduled', label: msg`Upcoming` },
  { id: 'sent', label: msg`Sent` },
  { id: 'dismissed', label: msg`Dismissed` },
] as const
export type ReminderTab = (typeof tabs)[number]['id']

export function ReminderPage() {
  const { state } = route.useSearch()
  const navigate = useNavigate()
  const { today, locale } = useDateContext()
  const summary = useQuery(reminderSummaryQuery)
  const isPlanned = useIsPlanned()
  const changes = useReminderChanges()
  const selected = tabs.find(({ id }) => id === state)?.id ?? 'scheduled'
  return (
    <Page
      title={t`Reminders`}
      eyebrow={t`Will I be told in time?`}
      heading={summary.data ? nextText(summary.data, { today, locale }) : t`Reminders`}
      intro={t`What comes next, what was sent, and whether it arrived.`}
      actions={
        <ButtonLink to="/settings" search={{ section: 'reminders' }}>
          <Settings aria-hidden className="size-4" />
          {t`Reminder settings`}
        </ButtonLink>
      }
    >
      {summary.data && summary.data.warnings.length > 0 && <WarningList warnings={summary.data.warnings} />}
      <Tabs
        aria-label={t`Reminders by state`}
        items={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
        selected={selected}
        onSelect={(id) =>
          void navigate({ to: '/credentials/reminders', search: { state: id }, replace: true })
        }
      >
        <ReminderTabList
          key={selected}
          tab={selected}
          isPlanned={isPlanned}
          today={today}
          locale={locale}
          changes={changes}
        />
      </Tabs>
    </Page>
  )
}

/** `false` while reminders of a change are not planned yet. The lists are reloaded once they are. */
function useIsPlanned(): boolean {
  const queryClient = useQueryClient()
  const isPlanned = useQuery(reminderSummaryQuery).data?.isPlanned ?? true
  useEffect(() => {
    if (isPlanned) return
    return () => void queryClient.invalidateQueries({ queryKey: reminderListsKey })
  }, [isPlanned, queryClient])
  return isPlanned
}

type TabListProps = {
  tab: ReminderTab
  isPlanned: boolean
  today: string
  locale: string | null
  changes: ReminderChanges
}

function ReminderTabList({ tab, isPlanned, today, locale, changes }: TabListProps) {
  const list = useInfiniteQuery(remindersQuery(tab))
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const [removing, setRemoving] = useState<Reminder | null>(null)
  if (!list.data && list.error)
    return <ProblemNote problem={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonList sizes={['h-28', 'h-28', 'h-28']} />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <ReminderEmptyView tab={tab} isPlanned={isPlanned} />
  return (
    <div className="grid gap-6">
      {tab === 'sent' && items.some(({ isRead }) => !isRead) && (
        <Button
          className="justify-self-start"
          isPending={changes.isPending}
          onPress={changes.readAll}
        >{t`Mark all as read`}</Button>
      )}
      <ol className="divide-y divide-line border-line border-y">
        {items.map((reminder) => (
          <ReminderListRow
            key={reminder.id}
            reminder={reminder}
            today={today}
            locale={locale}
            changes={changes}
            onPickDay={setSnoozing}
            onRemove={setRemoving}
          />
        ))}
      </ol>
      <ListEnd query={list} label={t`Show more`} />
      <ListExportPicker
        name={`reminders-${tab}`}
        title={t`Reminders`}
        today={today}
        load={() => import('./reminder-list-values.ts').then((module) => module.reminderTable(tab, locale))}
      />
      <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
      <ConfirmDialog
        title={t`Delete this reminder?`}
        body={t`This removes only the reminder. The credential and its next reminder stay.`}
        confirmLabel={t`Delete`}
        tone="danger"
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) changes.remove(removing)
          setRemoving(null)
        }}
      />
    </div>
  )
}
