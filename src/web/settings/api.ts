import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityList } from '#shared/account/activity.ts'
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

/** The owner's own log, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['users', 'me', 'activity'],
  queryFn: ({ pageParam, signal }) =>
    request<ActivityList>('GET', '/api/users/me/activity', {
      query: { limit: PAGE, cursor: pageParam },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  // What one just did should be in it.
  staleTime: 0,
})
