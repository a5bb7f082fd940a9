import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { shareContract } from '#shared/shares/contract.ts'
import type {
  CreatedShare,
  Share,
  ShareEvent,
  SharePatch,
  ShareQuery,
  shareInput,
  sharePage,
} from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { byCursor, client, everyItem } from '#web/http/client.ts'

export type ShareDraft = z.input<typeof shareInput>
type Page = z.infer<typeof sharePage>

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

const api = client<typeof shareContract>()

/** Every list and log of shares is cached under this key. A change to one share makes all of them stale. */
export const sharesKey = ['shares'] as const

// Visitors change views and logs at any time, so both are reloaded whenever a screen opens.
const alwaysStale = { staleTime: 0 } as const

/** The owner's shares, newest first. */
export const sharesQuery = (state?: ShareQuery['state']) =>
  infiniteQueryOptions({
    queryKey: [...sharesKey, 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) => listShares({ state, limit: PAGE_SIZE, cursor: pageParam }, signal),
    ...byCursor,
    ...alwaysStale,
  })

type ListQuery = { state?: ShareQuery['state']; limit: number; cursor?: string | undefined }

function listShares({ state, limit, cursor }: ListQuery, signal?: AbortSignal): Promise<Page> {
  return api.call('GET /api/share', { query: { state, limit, cursor }, signal })
}

/** Live and ended ones, newest first. */
export function listEveryShare(): Promise<Share[]> {
  return everyItem((cursor) => listShares({ limit: MAX_PAGE_SIZE, cursor }))
}

/** One of the owner's shares, found by paging through the list; `null` if it is not in the list. */
export const shareQuery = (id: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'one', id],
    queryFn: async ({ signal }): Promise<Share | null> => {
      let cursor: string | undefined
      do {
        const page: Page = await listShares({ limit: MAX_PAGE_SIZE, cursor }, signal)
        const found = page.items.find((share) => share.id === id)
        if (found) return found
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return null
    },
    ...alwaysStale,
  })

/** The share from a list in the cache, to show while it is reloaded. */
export function cachedShare(queryClient: QueryClient, id: string): Share | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: [...sharesKey, 'list'] })
  return lists
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
    .find((share) => share.id === id)
}

/** The access log of a share, newest first. */
export const shareLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...sharesKey, 'log', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/share/{id}/log', {
        params: { id },
        query: { limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...byCursor,
    ...alwaysStale,
  })

/** Every event of a share, newest first. */
export function listEveryShareEvent(id: string): Promise<ShareEvent[]> {
  return everyItem((cursor) =>
    api.call('GET /api/share/{id}/log', { params: { id }, query: { limit: MAX_PAGE_SIZE, cursor } }),
  )
}

/** The preview for visitors; creates nothing. */
export function previewShare(body: ShareDraft, signal?: AbortSignal): Promise<SharePreview> {
  return api.call('POST /api/share/preview', { body, ...(signal && { signal }) })
}

/** Only this response contains the link. */
export function createShare(body: ShareDraft, idempotencyKey: string): Promise<CreatedShare> {
  return api.call('POST /api/share', { body, idempotencyKey })
}

export function updateShare(id: string, body: SharePatch): Promise<Share> {
  return api.call('PATCH /api/share/{id}', { params: { id }, body })
}

/** A new link for the same share; the old one stops working. */
export function rotateToken(id: string, expiresAt: string | null): Promise<CreatedShare> {
  return api.call('POST /api/share/{id}/token', { params: { id }, body: { expiresAt } })
}

export function revokeShare(id: string): Promise<void> {
  return api.call('DELETE /api/share/{id}', { params: { id } })
}
