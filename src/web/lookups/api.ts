import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { lookupContract } from '#shared/lookups/contract.ts'
import type { LookupPatch, LookupRecord, lookupInput } from '#shared/lookups/record.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof lookupContract>()

export const lookupsKey = ['lookups'] as const

/** The look-ups of one credential, latest first. */
export const lookupsQuery = (credentialId: string) =>
  queryOptions({
    queryKey: [...lookupsKey, credentialId],
    queryFn: ({ signal }) => api.call('GET /api/lookups', { query: { credentialId }, signal }),
  })

/** `idempotencyKey` is one for each form: pressing twice, or retrying after a lost answer, creates no second look-up. */
export function createLookup(
  body: z.input<typeof lookupInput>,
  idempotencyKey: string,
): Promise<LookupRecord> {
  return api.call('POST /api/lookups', { body, idempotencyKey })
}

export function updateLookup(id: string, body: LookupPatch): Promise<LookupRecord> {
  return api.call('PATCH /api/lookups/{id}', { params: { id }, body })
}

export function removeLookup(id: string): Promise<void> {
  return api.call('DELETE /api/lookups/{id}', { params: { id } })
}

export function restoreLookup(id: string): Promise<LookupRecord> {
  return api.call('POST /api/lookups/{id}/restore', { params: { id } })
}
