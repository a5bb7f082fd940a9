import { infiniteQueryOptions } from '@tanstack/react-query'
import type { trashContract } from '#shared/trash/contract.ts'
import type { TrashItem } from '#shared/trash/trash.ts'
import { byCursor, client } from '#web/http/client.ts'

const PAGE_SIZE = 25

const api = client<typeof trashContract>()

export const trashKey = ['trash'] as const

/** Deleted items that the owner can restore, the most recent first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: trashKey,
  queryFn: ({ pageParam, signal }) =>
    api.call('GET /api/trash', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
  ...byCursor,
  staleTime: 0,
})

/** Permanently, with its files. */
export function purgeTrash({ kind, id }: Pick<TrashItem, 'kind' | 'id'>): Promise<void> {
  return api.call('DELETE /api/trash/{kind}/{id}', { params: { kind, id } })
}

export function emptyTrash(): Promise<{ deleted: number }> {
  return api.call('DELETE /api/trash')
}
