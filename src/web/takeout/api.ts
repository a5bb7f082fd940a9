import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#shared/core/errors.ts'
import type { ExportSummary } from '#shared/takeout/export.ts'
import { problemFrom, request } from '#web/core/api.ts'

export const exportAddress = '/api/users/me/export'

/** How much there is; every change of the vault changes it, so it is never taken from before. */
export const exportSummaryQuery = queryOptions({
  queryKey: ['export-summary'],
  queryFn: ({ signal }) => request<ExportSummary>('GET', `${exportAddress}/summary`, { signal }),
  staleTime: 0,
})

/** The ZIP between lines of JSON (`ExportLine`). Rejects with what the server named before the first of them. */
export async function openExport(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await ask('GET', `${exportAddress}?progress=true`, signal)
  if (!response.ok) throw await problemFrom(response)
  if (!response.body) throw unreachable()
  return response.body
}

/** Whether a download that the browser makes by itself would be let through; it could only show a refusal as a page. */
export async function checkExport(): Promise<void> {
  const response = await ask('HEAD', exportAddress)
  if (response.ok) return
  throw response.status === 401 ? new Problem('reauthentication_needed') : await problemFrom(response)
}

function ask(method: string, address: string, signal?: AbortSignal): Promise<Response> {
  return fetch(address, { method, credentials: 'same-origin', ...(signal ? { signal } : {}) }).catch(
    (error) => {
      throw signal?.aborted ? error : unreachable()
    },
  )
}

function unreachable(): Problem {
  return new Problem('unavailable', {
    detail: 'Lanyard cannot be reached. Your vault is as it was: check the connection and try again.',
  })
}
