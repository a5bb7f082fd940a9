import { queryOptions } from '@tanstack/react-query'
import type { debugContract } from '#shared/ops/contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof debugContract>()

export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => api.call('GET /api/debug', { signal }),
  staleTime: 0,
})

/** The mail to this address. Without a session, only mail to the first account. */
export const outboxQuery = (email: string) =>
  queryOptions({
    queryKey: ['debug', 'outbox', email],
    queryFn: ({ signal }) => api.call('GET /api/debug/outbox', { query: { email }, signal }),
    staleTime: 0,
  })
