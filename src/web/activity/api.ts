import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ActivityPrefix } from '#shared/activity/activity.ts'
import type { activityContract, noticeContract } from '#shared/activity/contract.ts'
import { client } from '#web/http/client.ts'
import { remindersKey } from '#web/reminders/api.ts'

const PAGE_SIZE = 25

const NOTICES = 20

const api = client<typeof activityContract & typeof noticeContract>()

/** Which part of the log to show; days as `YYYY-MM-DD`. */
export type ActivityFilter = {
  prefix: ActivityPrefix | null
  severe: boolean
  from: string | null
  to: string | null
}
export const allActivity: ActivityFilter = { prefix: null, severe: false, from: null, to: null }

/** The owner's own log, newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['users', 'me', 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/users/me/activity', {
        query: { ...toQuery(filter), limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Refetched, so that it contains what the owner just did.
    staleTime: 0,
  })

/** Where the browser downloads the log as a file. */
export function activityFileUrl(filter: ActivityFilter, format: 'csv' | 'json'): string {
  return api.url('GET /api/users/me/activity/export', { query: { ...toQuery(filter), format } })
}

function toQuery({ severe, ...filter }: ActivityFilter) {
  return { ...filter, severe: severe || null }
}

/** What the bell lists, newest first. Under the key of reminders, which are among them. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: [...remindersKey, 'notices'],
  queryFn: ({ pageParam, signal }) =>
    api.call('GET /api/notices', { query: { limit: NOTICES, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
})
