import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { useSession } from '#web/session/session.ts'
import { readSeenViews } from '#web/shares/owner/use-unseen-views.ts'
import { noticesQuery } from './api.ts'
import { isUnread } from './notice-text.ts'

/** How many notices are unread. Both queries are loaded again when the path changes or the bell was closed, unless fresh. */
export function useUnreadNotices(path: string, isOpen: boolean): number {
  const queryClient = useQueryClient()
  // The bell stays mounted during sign-out, when there is no user.
  const { user } = useSession()
  const { data: summary } = useQuery(reminderSummaryQuery)
  const { data: notices } = useInfiniteQuery(noticesQuery)
  // The bell stays mounted all day and would never refetch on its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the path
  useEffect(() => {
    void queryClient.prefetchQuery(reminderSummaryQuery)
    void queryClient.prefetchInfiniteQuery(noticesQuery)
  }, [path, queryClient])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen changes with the path and with the bell
  const others = useMemo(() => {
    const seenViews = user ? readSeenViews(user) : {}
    const [first] = notices?.pages ?? []
    const unread = first?.items.filter((notice) => isUnread(notice, seenViews, new Date())) ?? []
    return unread.filter(({ kind }) => kind !== 'reminder').length
  }, [notices, user, path, isOpen])
  return (summary?.unread ?? 0) + others
}
