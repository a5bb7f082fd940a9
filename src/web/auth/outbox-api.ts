import { queryOptions } from '@tanstack/react-query'
import type { DebugReport } from '#shared/ops/debug.ts'
import { request } from '#web/http/api.ts'

export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => request<DebugReport>('GET', '/api/debug', { signal }),
  staleTime: 0,
})
