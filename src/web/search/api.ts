import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { searchContract } from '#shared/search/contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof searchContract>()

/** Never fresh, because any change may add or remove a result. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.call('GET /api/search', { query: { q }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
