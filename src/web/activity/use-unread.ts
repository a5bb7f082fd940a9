import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { useSession } from '#web/session/session.ts'
import { readSeenViews } from '#web/shares/owner/use-unseen-views.ts'
import { bellItemsQuery } from './api.ts'
import { isUnread } from './unread-text.ts'

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
