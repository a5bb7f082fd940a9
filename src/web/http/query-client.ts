import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'

const FIVE_MINUTES = 5 * 60_000

function isSignedOut(error: Error): boolean {
  return error instanceof Problem && error.code === 'not_authenticated'
}

/** What the server answered for good is not asked again; what may pass (no connection, 5xx, 429) up to 3 times. */
function mayPass(error: Error): boolean {
  return !(error instanceof Problem) || error.status >= 500 || error.status === 429
}

/**
 * "Data is fresh for 5 minutes. No refetch on window focus, no polling. Queries retry up to 3 times, except on
 * not-authenticated errors. Mutations are not retried."
 *
 * `onSignedOut` hears of a session that ended elsewhere, by what a screen asks for. A form that is being saved tells
 * its owner itself: what she typed must stay.
 */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && !isSignedOut(error) && mayPass(error),
      },
      // Else a save without a connection would wait in silence for one.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
