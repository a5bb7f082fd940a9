import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { BellItem } from '#shared/activity/bell.ts'
import { t } from '#web/i18n/t.ts'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { useSession } from '#web/session/session.ts'
import { readSeenViews, type SeenViews } from '#web/shares/owner/use-unseen-views.ts'
import { bellItemsQuery } from './api.ts'

/** How many items of the bell are unread. Loaded again when the path changes, unless fresh. */
export function useUnread(path: string): number {
  const queryClient = useQueryClient()
  // The bell stays mounted during sign-out, when there is no user.
  const userId = useSession().user?.id
  const { data: summary } = useQuery(reminderSummaryQuery)
  const { data: bell } = useInfiniteQuery(bellItemsQuery)
  // The bell stays mounted all day and would never refetch on its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the path
  useEffect(() => {
    void queryClient.prefetchQuery(reminderSummaryQuery)
    void queryClient.prefetchInfiniteQuery(bellItemsQuery)
  }, [path, queryClient])
  // biome-ignore lint/correctness/useExhaustiveDependencies: which shares were seen changes with the path
  const others = useMemo(() => {
    const seenViews = userId === undefined ? {} : readSeenViews(userId)
    const first = bell?.pages[0]?.items ?? []
    return first.filter((item) => item.kind !== 'reminder' && isUnread(item, seenViews)).length
  }, [bell, userId, path])
  return (summary?.unread ?? 0) + others
}

/** "Notices, 3 unread": the label of the bell, which contains the count shown on it. */
export function bellText(unread: number): string {
  return unread === 0 ? t`Notices, none unread` : t`Notices, ${countText(unread)} unread`
}

/** At most three characters, to fit on the bell. */
export function countText(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

/** Whether the item is unread, and is not about a share whose page was seen in this browser. */
export function isUnread(item: BellItem, seenViews: SeenViews): boolean {
  if (item.isRead) return false
  return item.kind !== 'opening' || item.at > (seenViews[item.shareId] ?? '')
}
