import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { BellItem } from '#shared/activity/bell.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { nextText } from '#web/reminders/reminder-text.ts'
import { type ReminderChanges, useReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { markViewsSeen, readSeenViews, type ViewedShare } from '#web/shares/owner/use-unseen-views.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { bellItemsQuery, dismissBell } from './api.ts'
import { BellRow } from './bell-row.tsx'
import { isUnread } from './use-unread.ts'

const SnoozeDialog = lazyPart(() => import('#web/reminders/snooze-dialog.tsx'), 'SnoozeDialog')

const allLink =
  'flex min-h-12 items-center justify-center px-1 text-center font-semibold text-accent-strong underline'

type BellDialogProps = {
  snoozing: Reminder | null
  onSnoozing: (reminder: Reminder | null) => void
  onClose: () => void
}

/** What the bell opens. It closes when the owner chooses to pick a day, which has a dialog of its own. */
export function BellDialog({ snoozing, onSnoozing, onClose }: BellDialogProps) {
  const changes = useReminderChanges()
  if (snoozing)
    return <SnoozeDialog reminder={snoozing} onClose={() => onSnoozing(null)} onSnooze={changes.snooze} />
  return (
    <BellList
      changes={changes}
      onNavigate={onClose}
      onPickDay={(reminder) => {
        onClose()
        onSnoozing(reminder)
      }}
    />
  )
}

type BellListProps = {
  changes: ReminderChanges
  onNavigate: () => void
  onPickDay: (reminder: Reminder) => void
}

/** The popover of the bell: each event once, newest first, and links to the pages that list all of them. */
function BellList({ changes, onNavigate, onPickDay }: BellListProps) {
  const today = useToday()
  const user = useUser()
  const { data: summary } = useQuery(reminderSummaryQuery)
  // The owner opens it to see new items, so always load it again.
  const list = useInfiniteQuery({ ...bellItemsQuery, staleTime: 0 })
  const items = list.data?.pages.flatMap((page) => page.items)
  const { id, sessionKind } = user
  const [seenViews] = useState(() => readSeenViews(id))
  const isShown = list.isFetchedAfterMount && items !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what is new is on the screen
  useEffect(() => {
    if (!isShown) return
    if (items.some((item) => item.kind !== 'reminder' && !item.isRead)) void dismissBell().catch(() => {})
    markViewsSeen({ id, sessionKind }, openedShares(items))
  }, [isShown])
  return (
    <div className="grid">
      <div className="flex min-h-14 items-center justify-between gap-2 border-line border-b pr-2 pl-5">
        <h2 className="text-lg">{t`Notices`}</h2>
        {(summary?.unread ?? 0) > 0 && (
          <Button tone="quiet" onPress={changes.readAll}>{t`Mark all as read`}</Button>
        )}
      </div>
      {items ? (
        items.length > 0 ? (
          <div className="max-h-[min(60dvh,30rem)] overflow-y-auto">
            <ol className="divide-y divide-line px-5">
              {items.map((item) => (
                <BellRow
                  key={item.id}
                  item={item}
                  isUnread={isUnread(item, seenViews)}
                  {...{ today, changes, onNavigate, onPickDay }}
                />
              ))}
            </ol>
            {list.hasNextPage && (
              <div className="border-line border-t p-2 text-center">
                <Button
                  tone="quiet"
                  isPending={list.isFetchingNextPage}
                  onPress={() => void list.fetchNextPage()}
                >{t`Show earlier`}</Button>
              </div>
            )}
          </div>
        ) : (
          <p className="px-5 py-6 text-muted">
            {t`Nothing new.`} {summary && nextText(summary, { today, locale: user.locale })}
          </p>
        )
      ) : (
        !list.error && (
          <div className="grid gap-3 p-5">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )
      )}
      {list.error && (
        <div className="p-3">
          <ProblemNote problem={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      <SeeAll onNavigate={onNavigate} />
    </div>
  )
}

/** Each share with its newest opening in the list. */
function openedShares(items: readonly BellItem[]): ViewedShare[] {
  const openings = items.toReversed().flatMap((item) => (item.kind === 'opening' ? [item] : []))
  const newest = new Map(openings.map(({ shareId, at }) => [shareId, at]))
  return [...newest].map(([id, lastViewedAt]) => ({ id, lastViewedAt }))
}

function SeeAll({ onNavigate }: { onNavigate: () => void }) {
  return (
    <nav aria-label={t`All notices`} className="grid grid-cols-3 border-line border-t text-sm">
      <Link to="/credentials/reminders" onClick={onNavigate} className={allLink}>{t`All reminders`}</Link>
      <Link to="/credentials/shares" onClick={onNavigate} className={allLink}>{t`Share links`}</Link>
      <Link
        to="/settings"
        search={{ section: 'activity' }}
        onClick={onNavigate}
        className={allLink}
      >{t`Activity`}</Link>
    </nav>
  )
}
