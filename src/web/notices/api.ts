import { queryOptions } from '@tanstack/react-query'
import type { noticeContract } from '#shared/notices/contract.ts'
import type { Dismissal, Notice } from '#shared/notices/notice.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof noticeContract>()

/** The notices that the owner has dismissed. */
export const dismissalsQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => api.call('GET /api/notices/dismissals', { signal }),
})

export function dismissNotice(notice: Notice): Promise<Dismissal> {
  return api.call('PUT /api/notices/{notice}/dismissal', { params: { notice } })
}

export function showNotice(notice: Notice): Promise<void> {
  return api.call('DELETE /api/notices/{notice}/dismissal', { params: { notice } })
}
