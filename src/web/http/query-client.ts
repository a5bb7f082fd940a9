import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { isTemporary, Problem } from '#shared/http/errors.ts'

const FIVE_MINUTES = 5 * 60_000

/** What the dashboard shows is cached under this key: any change of the owner makes it stale. */
export const homeKey = ['home'] as const

// By default components learn of a running mutation from a timer, and a second press before it fires would send twice.
notifyManager.setScheduler((notify) => queueMicrotask(notify))

function isSignedOut(error: Error): boolean {
  return error instanceof Problem && error.code === 'not_authenticated'
}

/** Failures that may be temporary, no connection among them. See docs/decisions/0044. */
function isRetryable(error: Error): boolean {
  if (error instanceof Problem && error.code === 'offline') return false
  return !(error instanceof Problem) || isTemporary(error.status)
}

/**
 * "Data is fresh for 5 minutes. No refetch on window focus, no polling. Queries retry up to 3 times, except on
 * not-authenticated errors. Mutations are not retried."
 *
 * `onSignedOut` is called when a query finds the session ended. Mutations do not call it: a form shows the problem
 * itself, so that its input is kept.
 */
export function createQueryClient(onSignedOut: () => void = () => {}): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Waits for the dashboard, if it is on the screen: focus is restored once a step is gone from it.
      onSettled: () => client.invalidateQueries({ queryKey: homeKey }),
    }),
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES,
        refetchOnWindowFocus: false,
        // The device's copy can be read without a connection.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 3 && !isSignedOut(error) && isRetryable(error),
      },
      // Otherwise a save without a connection would wait silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * A change of one record shows on many screens: what is on this one is refetched, the rest when it is shown again. Of
 * the record `closing`, whose screen is about to close, nothing is refetched now.
 */
export async function refreshRecords(client: QueryClient, closing?: string): Promise<void> {
  const isClosing = ({ queryKey }: Query) => closing !== undefined && queryKey.includes(closing)
  const isRecord = ({ queryKey }: Query) => queryKey[0] !== 'session'
  void client.invalidateQueries({ predicate: isClosing, refetchType: 'none' })
  await client.invalidateQueries({ predicate: (query) => isRecord(query) && !isClosing(query) })
}
