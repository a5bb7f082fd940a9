import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import type { fileContract } from '#shared/files/contract.ts'
import type { SharedResource } from '#shared/shares/share.ts'
import { cycleQuery, cyclesQuery } from '#web/ceu/api.ts'
import { credentialQuery, credentialsKey, listCredentials } from '#web/credentials/api.ts'
import { fileListKeys, fileQuery } from '#web/files/api.ts'
import { healthRecordQuery } from '#web/health/api.ts'
import { byCursor, client, everyItem } from '#web/http/client.ts'
import { credentialOption, cycleOption, fileOption, type OptionContext } from './resource-options.ts'

const api = client<typeof fileContract>()

/** An owner has at most two thousand: ten pages. */
const allCredentialsQuery = {
  queryKey: [...credentialsKey, 'every'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    everyItem((cursor) => listCredentials({}, cursor, signal)),
}

const PAGE_SIZE = 100

const filesQuery = infiniteQueryOptions({
  queryKey: fileListKeys[1],
  queryFn: ({ pageParam, signal }) =>
    api.call('GET /api/upload', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
  ...byCursor,
})

/** The owner's licenses and certifications, soonest expiration first, and CE cycles. */
export function useResourceOptions(context: OptionContext) {
  const credentials = useQuery(allCredentialsQuery)
  const cycles = useQuery(cyclesQuery())
  const error = credentials.error ?? cycles.error
  return {
    credentials: credentials.data?.map((credential) => credentialOption(credential, context)),
    cycles: cycles.data?.items.map((cycle) => cycleOption(cycle, context.locale)),
    error,
    isPending: credentials.isPending || cycles.isPending,
    retry: () => {
      if (credentials.error) void credentials.refetch()
      if (cycles.error) void cycles.refetch()
    },
  }
}

/**
 * The owner's files, newest first, a page at a time. Leaves out the redacted pictures of other shares and the files of
 * health records.
 */
export function useFileOptions(isEnabled: boolean) {
  const files = useInfiniteQuery({ ...filesQuery, enabled: isEnabled })
  return {
    files: files.data?.pages
      .flatMap(({ items }) => items)
      .filter(({ resourceType }) => resourceType !== 'share' && resourceType !== 'healthRecord')
      .map(fileOption),
    error: files.error,
    hasMore: files.hasNextPage,
    isLoadingMore: files.isFetchingNextPage,
    loadMore: () => void files.fetchNextPage(),
    retry: () => void files.refetch(),
  }
}

/** One file; `null` if it was deleted. */
export function useFileOption(id: string | undefined) {
  const { data, isPending, error, refetch } = useQuery({ ...fileQuery(id ?? ''), enabled: id !== undefined })
  return {
    file: data && fileOption(data),
    isPending: id !== undefined && isPending,
    error,
    retry: () => {
      // Refetching would also send the request of a disabled query.
      if (id !== undefined) void refetch()
    },
  }
}

/** Several files in order, without deleted ones. */
export function useFileOptionsById(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => fileQuery(id)),
    combine: (results) => ({
      files: results.flatMap(({ data }) => (data ? [fileOption(data)] : [])),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const each of results) if (each.error) void each.refetch()
      },
    }),
  })
}

/** Asks the server whether the resource still exists; `false` if it was deleted. */
export async function resourceExists(
  queryClient: QueryClient,
  { resourceType, resourceId }: SharedResource,
): Promise<boolean> {
  const fresh = { staleTime: 0 } as const
  if (resourceType === 'file')
    return (await queryClient.fetchQuery({ ...fileQuery(resourceId), ...fresh })) !== null
  if (resourceType === 'ceuCycle')
    return (await queryClient.fetchQuery({ ...cycleQuery(resourceId), ...fresh })) !== null
  if (resourceType === 'healthRecord')
    return (await queryClient.fetchQuery({ ...healthRecordQuery(resourceId), ...fresh })) !== null
  return (await queryClient.fetchQuery({ ...credentialQuery(resourceId), ...fresh })) !== null
}
