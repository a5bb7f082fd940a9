import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ActivityPrefix } from '#shared/activity/activity.ts'
import type { activityContract, bellContract } from '#shared/activity/contract.ts'
import type { noticeContract } from '#shared/notices/contract.ts'
import { byCursor, client } from '#web/http/client.ts'
import { remindersKey } from '#web/reminders/api.ts'

const PAGE_SIZE = 25

const BELL_SIZE = 20

const api = client<typeof activityContract & typeof bellContract & typeof noticeContract>()

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
    ...byCursor,
    // Refetched, so that it contains the owner's latest actions.
    staleTime: 0,
  })

/** Where the browser downloads the log as a file. */
export function activityFileUrl(filter: ActivityFilter, format: 'csv' | 'json'): string {
  return api.url('GET /api/users/me/activity/export', { query: { ...toQuery(filter), format } })
}

function toQuery({ severe, ...filter }: ActivityFilter) {
  return { ...filter, severe: severe || null }
}

/** The items of the bell, newest first. Cached under the key of reminders, because they include reminders. */
export const bellItemsQuery = infiniteQueryOptions({
  queryKey: [...remindersKey, 'bell'],
  queryFn: ({ pageParam, signal }) =>
    api.call('GET /api/bell', { query: { limit: BELL_SIZE, cursor: pageParam }, signal }),
  ...byCursor,
})

/** Marks everything that the bell has listed as read, for every browser. */
export function dismissBell() {
  return api.call('PUT /api/notices/{notice}/dismissal', { params: { notice: 'bell' } })
}
