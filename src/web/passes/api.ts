import { queryOptions } from '@tanstack/react-query'
import type { passContract } from '#shared/passes/contract.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof passContract>()

export const passQuery = (id: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'pass', id],
    queryFn: ({ signal }) => api.call('GET /api/passes/{id}', { params: { id }, signal }),
  })

/** The answer is an address at Google that saves the pass. */
export function createGooglePass(id: string, showNumber: boolean) {
  return withReauthentication(() =>
    api.call('PUT /api/passes/{id}/google', { params: { id }, body: { showNumber } }),
  )
}

/** The answer names the file, which a phone opens. */
export function createApplePass(id: string, showNumber: boolean) {
  return withReauthentication(() =>
    api.call('PUT /api/passes/{id}/apple', { params: { id }, body: { showNumber } }),
  )
}
