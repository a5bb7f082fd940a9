import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { practiceContract } from '#shared/compact/contract.ts'
import type { credentialContract } from '#shared/credentials/contract.ts'
import type {
  Credential,
  CredentialPatch,
  credentialInput,
  credentialQuery as credentialQuerySchema,
} from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import type { SeveralChange } from '#shared/credentials/several.ts'
import { byCursor, client } from '#web/http/client.ts'

export type NewCredential = z.input<typeof credentialInput>
export type CredentialFilter = Pick<
  z.input<typeof credentialQuerySchema>,
  'kind' | 'status' | 'tag' | 'q' | 'archived' | 'dateMissing' | 'sort' | 'order'
>

const PAGE_SIZE = 200

const api = client<typeof credentialContract>()

/** Every list, count and detail of credentials is cached under this key. A change to one makes all of them stale. */
export const credentialsKey = ['credentials'] as const

export function listCredentials(filter: CredentialFilter, cursor?: string, signal?: AbortSignal) {
  const query = { ...filter, limit: PAGE_SIZE, cursor }
  return api.call('GET /api/credentials', { query, signal })
}

export const credentialsQuery = (filter: CredentialFilter) =>
  infiniteQueryOptions({
    queryKey: [...credentialsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => listCredentials(filter, pageParam, signal),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** `null` if there is no such credential. */
export const credentialQuery = (id: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'one', id],
    queryFn: ({ signal }) => api.find('GET /api/credentials/{id}', { params: { id }, signal }),
  })

export const credentialSummaryQuery = queryOptions({
  queryKey: [...credentialsKey, 'summary'],
  queryFn: ({ signal }) => api.call('GET /api/credentials/summary', { signal }),
})

/** The license that was added last. A new one is usually of the same type. */
export const latestLicenseQuery = queryOptions({
  queryKey: [...credentialsKey, 'latest-license'],
  queryFn: ({ signal }) =>
    api.call('GET /api/credentials', {
      query: { kind: 'license', sort: 'createdAt', order: 'desc', limit: 1 },
      signal,
    }),
})

/**
 * Each form has one `idempotencyKey`, so that pressing twice, or retrying after a lost response, creates no second
 * record.
 */
export function createCredential(body: NewCredential, idempotencyKey: string): Promise<Credential> {
  const title = body.kind === 'certification' ? body.name : `${body.state} ${body.type}`
  return api.call('POST /api/credentials', { body, idempotencyKey, waits: { title } })
}

/** `seen` is the record that the form showed. */
export function updateCredential(seen: Credential, body: CredentialPatch): Promise<Credential> {
  const waits = { title: credentialTitle(seen) }
  return api.call('PATCH /api/credentials/{id}', { params: { id: seen.id }, body, seen, waits })
}

export function removeCredential(id: string): Promise<void> {
  return api.call('DELETE /api/credentials/{id}', { params: { id } })
}

export function archiveCredential(id: string): Promise<Credential> {
  return api.call('POST /api/credentials/{id}/archive', { params: { id } })
}

export function unarchiveCredential(id: string): Promise<Credential> {
  return api.call('POST /api/credentials/{id}/unarchive', { params: { id } })
}

/** All of them or none. Resolves to the ids of those that changed. */
export async function changeSeveral(body: SeveralChange): Promise<string[]> {
  return (await api.call('POST /api/credentials/several', { body })).changed
}

export function restoreCredential(id: string): Promise<Credential> {
  return api.call('POST /api/credentials/{id}/restore', { params: { id } })
}

const practice = client<Pick<typeof practiceContract, 'GET /api/practice/members'>>()

/** The states in which a license can be multistate. */
export const compactMembersQuery = queryOptions({
  queryKey: ['compact-members'],
  queryFn: ({ signal }) => practice.call('GET /api/practice/members', { signal }),
  staleTime: 'static',
})
