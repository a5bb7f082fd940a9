import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useState } from 'react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { remindersQuery, summaryQuery } from './api.ts'
import { ReminderEmpty } from './reminder-empty-view.tsx'
import { ReminderEntry } from './reminder-list-row.tsx'
import { nextText } from './reminder-text.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { type ReminderChanges, useReminderChanges } from './use-reminder-changes.ts'
import { WarningList } from './warning-list.tsx'

const route = getRouteApi('/credentials/reminders')

const tabs = [
  { id: 'scheduled', label: 'Coming up' },
  { id: 'sent', label: 'Went out' },
  { id: 'dismissed', label: 'Dismissed' },
] as const
export type ReminderTab = (typeof tabs)[number]['id']

export function ReminderPage() {
  const { state } = route.useSearch()
  const navigate = useNavigate()
  const today = useToday()
  const { locale } = useUser()
  const summary = useQuery(summaryQuery)
  const changes = useReminderChanges()
  const open = tabs.find(({ id }) => id === state)?.id ?? 'scheduled'
  return (
    <Page
      title="Reminders"
      eyebrow="Will I be told in time?"
      heading={summary.data ? nextText(summary.data.next, { today, locale }) : 'Reminders'}
      intro="What comes next, what went out, and whether it reached you."
      actions={
        <Link to="/settings" search={{ section: 'reminders' }} className={buttonClass()}>
          <Settings aria-hidden className="size-4" />
          Reminder settings
        </Link>
      }
    >
      {summary.data && <WarningList warnings={summary.data.warnings} />}
      <Tabs
        aria-label="Reminders by state"
        items={tabs}
        selected={open}
        onSelect={(id) =>
          void navigate({ to: '/credentials/reminders', search: { state: id }, replace: true })
        }
      >
        <ReminderTabList key={open} tab={open} today={today} locale={locale} changes={changes} />
      </Tabs>
    </Page>
  )
}

type TabListProps = { tab: ReminderTab; today: string; locale: string | null; changes: ReminderChanges }

function ReminderTabList({ tab, today, locale, changes }: TabListProps) {
  const list = useInfiniteQuery(remindersQuery(tab))
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const [removing, setRemoving] = useState<Reminder | null>(null)
  if (!list.data && list.error)
    return <ProblemNote problem={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <ReminderEmpty tab={tab} />
  return (
    <div className="grid gap-6">
      {tab === 'sent' && items.some(({ isRead }) => !isRead) && (
        <Button className="justify-self-start" isPending={changes.isPending} onPress={changes.readAll}>
          Mark all as read
        </Button>
      )}
      <ol className="divide-y divide-line border-line border-y">
        {items.map((reminder) => (
          <ReminderEntry
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
      {list.error && <ProblemNote problem={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && (
        <Button
          className="justify-self-start"
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
      <ConfirmDialog
        title="Delete this reminder?"
        body="Only this line goes. What it reminds of stays as it is, and so does the next reminder."
        confirmLabel="Delete"
        tone="danger"
        isOpen={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        onConfirm={() => {
          if (removing) changes.remove(removing)
          setRemoving(null)
        }}
      />
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-28" />
      ))}
    </div>
  )
}
