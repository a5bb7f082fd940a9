import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityList, ActivityPrefix } from '#shared/account/activity.ts'
import type { ProfileInput, User } from '#shared/account/profile.ts'
import { request } from '#web/core/api.ts'

const PAGE = 25

/** The owner's own record. */
export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ signal }) => request<User>('GET', '/api/users/me', { signal }),
})

/** What is absent stays as it is. */
export function updateMe(input: ProfileInput): Promise<User> {
  return request('PUT', '/api/users/me', { body: input })
}

/** Deletes the account and all that it owns, at once and for good. */
export function removeMe(password: string): Promise<void> {
  return request('DELETE', '/api/users/me', { body: { password } })
}

/** What of the log is asked for; days as `YYYY-MM-DD`. */
export type ActivityChoice = {
  prefix: ActivityPrefix | null
  loud: boolean
  from: string | null
  to: string | null
}
export const allActivity: ActivityChoice = { prefix: null, loud: false, from: null, to: null }

/** The owner's own log, newest first. */
export const activityQuery = (choice: ActivityChoice) =>
  infiniteQueryOptions({
    queryKey: ['users', 'me', 'activity', choice],
    queryFn: ({ pageParam, signal }) =>
      request<ActivityList>('GET', '/api/users/me/activity', {
        query: { ...wanted(choice), limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // What one just did should be in it.
    staleTime: 0,
  })

/** Where a browser fetches the same as a file. */
export function activityFileUrl(choice: ActivityChoice, format: 'csv' | 'json'): string {
  const query = Object.entries({ ...wanted(choice), format }).flatMap(([key, value]) =>
    value === null ? [] : [[key, String(value)]],
  )
  return `/api/users/me/activity/export?${new URLSearchParams(query)}`
}

function wanted({ loud, ...choice }: ActivityChoice) {
  return { ...choice, loud: loud ? true : null }
}
