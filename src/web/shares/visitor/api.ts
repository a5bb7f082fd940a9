import { queryOptions } from '@tanstack/react-query'
import type { visitorContract } from '#shared/shares/contract.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof visitorContract>()

/** Not cached in the browser: a link must show nothing a moment after it ends. */
export const shareSummaryQuery = (token: string) =>
  queryOptions({
    queryKey: ['share-summary', token],
    queryFn: ({ signal }) => api.call('GET /api/share/{id}/cover', { params: { id: token }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Counts as a view, unless this browser has already opened the share. */
export function openShare(token: string, passcode: string | null): Promise<ShareView> {
  return api.call('POST /api/share/{id}', { params: { id: token }, body: { passcode } })
}

export function shareFileUrl(token: string, fileId: string, disposition: 'inline' | 'attachment'): string {
  return api.url('GET /api/share/{id}/files/{fileId}', {
    params: { id: token, fileId },
    query: { disposition },
  })
}

/** One PDF of everything that the share shows. */
export function sharePacketUrl(token: string): string {
  return api.url('GET /api/share/{id}/packet', { params: { id: token } })
}
