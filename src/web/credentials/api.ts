import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Credential,
  CredentialPatch,
  CredentialQuery,
  CredentialSummary,
  credentialInput,
} from '#shared/credentials/credential.ts'
import { find, request } from '#web/http/api.ts'

export type NewCredential = z.input<typeof credentialInput>
export type CredentialFilter = Partial<
  Pick<CredentialQuery, 'kind' | 'status' | 'tag' | 'q' | 'sort' | 'order'>
>
type Items = { items: Credential[] }
type Page = Items & { nextCursor: string | null }

const PAGE = 200

/** Every list, count and detail of credentials lies under this key: a change of one makes all of them stale. */
export const credentialsKey = ['credentials'] as const

export function listCredentials(
  filter: CredentialFilter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page> {
  const query = { ...filter, limit: PAGE, cursor }
  return request('GET', '/api/credentials', { query, ...(signal ? { signal } : {}) })
}

export const credentialsQuery = (filter: CredentialFilter) =>
  infiniteQueryOptions({
    queryKey: [...credentialsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => listCredentials(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** `null` when there is no such credential. */
export const credentialQuery = (id: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'one', id],
    queryFn: ({ signal }) => find<Credential>(`/api/credentials/${encodeURIComponent(id)}`, { signal }),
  })

/** What has lapsed or lapses within so many days, soonest first. */
export const renewalQuery = (days: number) =>
  queryOptions({
    queryKey: [...credentialsKey, 'renewal', days],
    queryFn: ({ signal }) => request<Items>('GET', `/api/credentials/renewal/${days}`, { signal }),
  })

export const summaryQuery = queryOptions({
  queryKey: [...credentialsKey, 'summary'],
  queryFn: ({ signal }) => request<CredentialSummary>('GET', '/api/credentials/summary', { signal }),
})

/** `idempotencyKey` is one for each form: a second press, or a retry after a lost answer, makes no second record. */
export function createCredential(input: NewCredential, idempotencyKey: string): Promise<Credential> {
  return request('POST', '/api/credentials', { body: input, idempotencyKey })
}

export function updateCredential(id: string, patch: CredentialPatch): Promise<Credential> {
  return request('PATCH', `/api/credentials/${id}`, { body: patch })
}

export function removeCredential(id: string): Promise<void> {
  return request('DELETE', `/api/credentials/${id}`)
}

export function restoreCredential(id: string): Promise<Credential> {
  return request('POST', `/api/credentials/${id}/restore`)
}
