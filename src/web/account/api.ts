import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { accountContract } from '#shared/account/contract.ts'
import type { ProfileInput, User } from '#shared/account/profile.ts'
import { client } from '#web/http/client.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { sessionQuery } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-queue.ts'

const api = client<typeof accountContract>()

/** The owner's profile. */
export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ signal }) => api.call('GET /api/users/me', { signal }),
})

/** Omitted fields stay as they are. */
export function updateMe(body: ProfileInput): Promise<User> {
  return api.call('PUT /api/users/me', { body })
}

type ProfileSave = {
  /** The toast. */
  saved: string
  onSaved?(user: User): void | Promise<void>
  /** Called after every screen has the saved values. */
  onRefreshed?(user: User): void
}

/** Saves part of the profile. Names, dates and "today" change on every screen, because they come from the session. */
export function useProfileSave({ saved, onSaved, onRefreshed }: ProfileSave) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ProfileInput) => updateMe(input),
    onSuccess: async (user) => {
      await onSaved?.(user)
      queryClient.setQueryData(meQuery.queryKey, user)
      const { name, firstName, lastName, settings } = user
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, name, firstName, lastName, ...settings },
      )
      showToast({ title: saved })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      // Expirations are counted from today in the owner's zone, and some boards let a license end by the birth month.
      await refreshRecords(queryClient)
      onRefreshed?.(user)
    },
  })
}
