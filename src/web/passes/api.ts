import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { OwnPass, passContract, passState } from '#shared/passes/contract.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { sessionsQuery } from '#web/auth/sign-in-methods-api.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof passContract>()

export const passQuery = (id: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'pass', id],
    queryFn: ({ signal }) => api.call('GET /api/passes/{id}', { params: { id }, signal }),
  })

export const walletNames = { apple: 'Apple Wallet', google: 'Google Wallet' }

/** Its key begins with that of the sessions: what ends all of them ends the passes, too. */
export const passesQuery = queryOptions({
  queryKey: [...sessionsQuery.queryKey, 'passes'],
  queryFn: ({ signal }) => api.call('GET /api/passes', { signal }),
  staleTime: 0,
})

export const endPass = (id: string, wallet: OwnPass['wallet']) =>
  api.call('DELETE /api/passes/{id}/{wallet}', { params: { id, wallet } })

export const endAllPasses = () => api.call('DELETE /api/passes')

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

export type PassViewProps = {
  id: string
  showNumber: boolean
  pass: z.infer<typeof passState>['applePass']
  /** Tests pass their own. */
  onOpen: ((url: string) => void) | undefined
}

/** Makes the pass and opens its address. */
export function usePass(id: string, create: () => Promise<{ url: string }>, onOpen: (url: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: create,
    onSuccess: ({ url }) => {
      void queries.invalidateQueries({ queryKey: passQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: passesQuery.queryKey })
      onOpen(url)
    },
  })
}
