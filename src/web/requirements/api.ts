import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { fileContract } from '#shared/files/contract.ts'
import type { requirementContract } from '#shared/requirements/contract.ts'
import type {
  RequirementList,
  RequirementListPatch,
  requirementListInput,
} from '#shared/requirements/list.ts'
import { client } from '#web/http/client.ts'

export type NewList = z.input<typeof requirementListInput>

const api = client<typeof requirementContract>()
const files = client<typeof fileContract>()

export const requirementsKey = ['requirements'] as const

/** All lists, each with the number of open items. */
export const listsQuery = queryOptions({
  queryKey: [...requirementsKey, 'lists'],
  queryFn: ({ signal }) => api.call('GET /api/requirement-lists', { query: {}, signal }),
})

/** `null` if there is no such list. */
export const listQuery = (id: string) =>
  queryOptions({
    queryKey: [...requirementsKey, 'one', id],
    queryFn: ({ signal }) => api.find('GET /api/requirement-lists/{id}', { params: { id }, signal }),
  })

/** The vault data that lists are matched with. Always refetched, because anything in the vault may have changed. */
export const factsQuery = queryOptions({
  queryKey: [...requirementsKey, 'facts'],
  queryFn: ({ signal }) => api.call('GET /api/requirement-lists/facts', { signal }),
  staleTime: 0,
})

/** The newest files of the owner, to choose from. */
export const choosableFilesQuery = queryOptions({
  queryKey: ['files', 'choosable'],
  queryFn: ({ signal }) => files.call('GET /api/upload', { query: { limit: 200 }, signal }),
  select: ({ items }) => items.filter(({ resourceType }) => resourceType !== 'share'),
})

/**
 * Each form has one `idempotencyKey`, so that pressing twice, or retrying after a lost response, creates no second
 * list.
 */
export function createList(body: NewList, idempotencyKey: string): Promise<RequirementList> {
  return api.call('POST /api/requirement-lists', { body, idempotencyKey })
}

export function updateList(id: string, body: RequirementListPatch): Promise<RequirementList> {
  return api.call('PATCH /api/requirement-lists/{id}', { params: { id }, body })
}

export function removeList(id: string): Promise<void> {
  return api.call('DELETE /api/requirement-lists/{id}', { params: { id } })
}

export function restoreList(id: string): Promise<RequirementList> {
  return api.call('POST /api/requirement-lists/{id}/restore', { params: { id } })
}
