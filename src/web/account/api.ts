import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityList, ActivityPrefix } from '#shared/account/activity.ts'
import type { ProfileInput, User } from '#shared/account/profile.ts'
import type { TrashItem, TrashPage } from '#shared/trash/trash.ts'
import { request } from '#web/http/api.ts'

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

/** Deletes the account and all that it owns, at once and for good. `null`: there is no password. */
export function removeMe(password: string | null): Promise<void> {
  return request('DELETE', '/api/users/me', { body: password === null ? {} : { password } })
}

export const trashKey = ['trash'] as const

/** What she deleted and can bring back, the last first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: trashKey,
  queryFn: ({ pageParam, signal }) =>
    request<TrashPage>('GET', '/api/trash', { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  staleTime: 0,
})

/** For good, with its files. */
export function purgeTrash({ kind, id }: Pick<TrashItem, 'kind' | 'id'>): Promise<void> {
  return request('DELETE', `/api/trash/${kind}/${id}`)
}

export function emptyTrash(): Promise<{ deleted: number }> {
  return request('DELETE', '/api/trash')
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
