import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { nextText } from '#web/reminders/reminder-text.ts'
import type { ReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { changeSeenViews, readSeenViews, withEverythingSeen } from '#web/shares/owner/use-unseen-views.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { noticesQuery } from './api.ts'
import { NoticeRow } from './notice-row.tsx'
import { isUnread } from './notice-text.ts'

type BellListProps = {
  changes: ReminderChanges
  onNavigate: () => void
  onPickDay: (reminder: Reminder) => void
}

/** The popover of the bell: each event once, newest first, and links to the pages that list all of them. */
export function BellList({ changes, onNavigate, onPickDay }: BellListProps) {
  const today = useToday()
  const user = useUser()
  const { data: summary } = useQuery(reminderSummaryQuery)
  // Opened to see what is new, so always load it again.
  const list = useInfiniteQuery({ ...noticesQuery, staleTime: 0 })
  const items = list.data?.pages.flatMap((page) => page.items)
  // As of when the bell was opened: showing them below marks them as seen.
  const [seenViews] = useState(() => readSeenViews(user))
  const [openedAt] = useState(() => new Date())
  const { id, sessionKind } = user
  const newest = items?.[0]?.at
  useEffect(() => {
    if (newest) changeSeenViews({ id, sessionKind }, (before) => withEverythingSeen(before, newest))
  }, [newest, id, sessionKind])
  return (
    <div className="grid">
      <header className="flex min-h-14 items-center justify-between gap-2 border-line border-b pr-2 pl-5">
        <h2 className="text-lg">Notices</h2>
        {(summary?.unread ?? 0) > 0 && (
          <Button tone="quiet" onPress={changes.readAll}>
            Mark all as read
          </Button>
        )}
      </header>
      {items ? (
        items.length > 0 ? (
          <div className="max-h-[min(60dvh,30rem)] overflow-y-auto">
            <ol className="divide-y divide-line px-5">
              {items.map((notice) => (
                <NoticeRow
                  key={notice.id}
                  notice={notice}
                  isUnread={isUnread(notice, seenViews, openedAt)}
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
                >
                  Show earlier
                </Button>
              </div>
            )}
          </div>
        ) : (
          <p className="px-5 py-6 text-muted">
            Nothing new. {summary && nextText(summary.next, { today, locale: user.locale })}
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

const allLink =
  'flex min-h-12 items-center justify-center px-1 text-center font-semibold text-accent-strong underline'

function SeeAll({ onNavigate }: { onNavigate: () => void }) {
  return (
    <nav aria-label="All notices" className="grid grid-cols-3 border-line border-t text-sm">
      <Link to="/credentials/reminders" onClick={onNavigate} className={allLink}>
        All reminders
      </Link>
      <Link to="/credentials/shares" onClick={onNavigate} className={allLink}>
        Share links
      </Link>
      <Link to="/settings" search={{ section: 'activity' }} onClick={onNavigate} className={allLink}>
        Activity
      </Link>
    </nav>
  )
}
