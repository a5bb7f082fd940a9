import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { importInput } from '#shared/imports/batch.ts'
import type { importsContract } from '#shared/imports/contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof importsContract>()

export const importsKey = ['imports'] as const

export const importsQuery = queryOptions({
  queryKey: importsKey,
  queryFn: ({ signal }) => api.call('GET /api/imports', { signal }),
  staleTime: 0,
})

/** `idempotencyKey` is one for the same rows: retrying after a lost answer imports nothing twice. */
export function importCredentials(body: z.input<typeof importInput>, idempotencyKey: string) {
  return api.call('POST /api/imports', { body, idempotencyKey })
}

export function undoImport(id: string, changed: 'keep' | 'delete') {
  return api.call('DELETE /api/imports/{id}', { params: { id }, query: { changed } })
}
