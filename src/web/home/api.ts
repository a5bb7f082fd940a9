import { queryOptions } from '@tanstack/react-query'
import type { homeContract } from '#shared/home/contract.ts'
import { client } from '#web/http/client.ts'
import { homeKey } from '#web/http/query-client.ts'

/** How often to check whether the reminders of a change are planned. */
const PLANNING_MS = 5000

const api = client<typeof homeContract>()

/**
 * The contents of the dashboard, for the server's date; `today` only makes it stale at midnight. Never fresh, because
 * visitors open shares at any time.
 */
export const homeQuery = (today: string) =>
  queryOptions({
    queryKey: [...homeKey, today],
    queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.reminders?.isPlanned === false ? PLANNING_MS : false),
  })
