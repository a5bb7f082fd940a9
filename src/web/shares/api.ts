import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Share,
  ShareMade,
  SharePatch,
  ShareQuery,
  shareInput,
  shareLog,
  sharePage,
} from '#shared/shares/share.ts'
import type { ShareCover, SharePreview, ShareView } from '#shared/shares/view.ts'
import { request } from '#web/http/api.ts'

export type ShareDraft = z.input<typeof shareInput>
type Page = z.infer<typeof sharePage>
type Log = z.infer<typeof shareLog>

const PATH = '/api/share'
const PAGE = 50
const MOST = 100

/** Every list and log of links lies under this key: a change of one makes all of them stale. */
export const sharesKey = ['shares'] as const

// Openings change these without her doing anything: each time she comes back to a screen they are asked for again.
const counting = { staleTime: 0 } as const

/** My links, newest first. */
export const sharesQuery = (state?: ShareQuery['state']) =>
  infiniteQueryOptions({
    queryKey: [...sharesKey, 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', PATH, { query: { state, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    ...counting,
  })

/** One of mine; `null` when it is not among them. Looked for in the list, newest first. */
export const oneShareQuery = (id: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'one', id],
    queryFn: async ({ signal }): Promise<Share | null> => {
      let cursor: string | undefined
      do {
        const page: Page = await request('GET', PATH, { query: { limit: MOST, cursor }, signal })
        const found = page.items.find((share) => share.id === id)
        if (found) return found
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return null
    },
    ...counting,
  })

/** The same from a list that is at hand, to be shown while it is asked for again. */
export function listedShare(queryClient: QueryClient, id: string): Share | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: [...sharesKey, 'list'] })
  return lists
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
    .find((share) => share.id === id)
}

/** What happened at one link, newest first. */
export const shareLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...sharesKey, 'log', id],
    queryFn: ({ pageParam, signal }) =>
      request<Log>('GET', `${PATH}/${id}/log`, { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    ...counting,
  })

/** As the visitor will see it; nothing is kept. */
export function previewShare(draft: ShareDraft, signal?: AbortSignal): Promise<SharePreview> {
  return request('POST', `${PATH}/preview`, { body: draft, ...(signal ? { signal } : {}) })
}

/** The answer holds the link, this once. */
export function createShare(draft: ShareDraft, idempotencyKey: string): Promise<ShareMade> {
  return request('POST', PATH, { body: draft, idempotencyKey })
}

export function updateShare(id: string, patch: SharePatch): Promise<Share> {
  return request('PATCH', `${PATH}/${id}`, { body: patch })
}

/** A new link for the same share; the old one stays dead. */
export function renewToken(id: string, expiresAt: string | null): Promise<ShareMade> {
  return request('POST', `${PATH}/${id}/token`, { body: { expiresAt } })
}

export function revokeShare(id: string): Promise<void> {
  return request('DELETE', `${PATH}/${id}`)
}

// The visitor's side. Nothing of it is kept in the browser: a link that ended shows nothing the next moment.

const visited = { staleTime: 0, gcTime: 0 } as const

export const coverQuery = (token: string) =>
  queryOptions({
    queryKey: ['share-cover', token],
    queryFn: ({ signal }) => request<ShareCover>('GET', `${PATH}/${token}/cover`, { signal }),
    ...visited,
  })

/** Counts as a view, but for a browser that has opened it before. */
export function openShare(token: string, passcode: string | null): Promise<ShareView> {
  return request('POST', `${PATH}/${token}`, { body: { passcode } })
}

export const shareFileUrl = (
  token: string,
  fileId: string,
  disposition: 'inline' | 'attachment' = 'inline',
) => `${PATH}/${token}/files/${fileId}?disposition=${disposition}`

/** One PDF of all that the link shows. */
export const sharePacketUrl = (token: string) => `${PATH}/${token}/packet`
