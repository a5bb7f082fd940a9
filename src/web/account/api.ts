import { queryOptions } from '@tanstack/react-query'
import type { accountContract } from '#shared/account/contract.ts'
import type { ProfileInput, User } from '#shared/account/profile.ts'
import { client } from '#web/http/client.ts'

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
