import { queryOptions } from '@tanstack/react-query'
import type { homeContract } from '#shared/home/contract.ts'
import { client } from '#web/http/client.ts'
import { homeKey } from '#web/http/query-client.ts'

/** How often it is asked whether the reminders of a change are planned. */
const PLANNING_MS = 5000

const api = client<typeof homeContract>()

/**
 * All that the dashboard shows, of the server's date; `today` only makes it stale at midnight. Never fresh: visitors open
 * shares at any time.
 */
export const homeQuery = (today: string) =>
  queryOptions({
    queryKey: [...homeKey, today],
    queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.reminders?.isPlanned === false ? PLANNING_MS : false),
  })
