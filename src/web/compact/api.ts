import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { practiceContract, residenceContract } from '#shared/compact/contract.ts'
import type { Residence, ResidencePatch, residenceInput } from '#shared/compact/residence.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { client } from '#web/http/client.ts'

const practice = client<typeof practiceContract>()
const residences = client<typeof residenceContract>()

/** Below the key of credentials, because a change of a credential changes where it counts. */
export const practiceKey = [...credentialsKey, 'practice'] as const

/** The answer for every state on this day. */
export const practiceStatesQuery = (date: string) =>
  queryOptions({
    queryKey: [...practiceKey, 'states', date],
    queryFn: ({ signal }) => practice.call('GET /api/practice/states', { query: { date }, signal }),
  })

export const movePlanQuery = (state: string, from: string) =>
  queryOptions({
    queryKey: [...practiceKey, 'move', state, from],
    queryFn: ({ signal }) => practice.call('GET /api/practice/move', { query: { state, from }, signal }),
  })

export const residencesQuery = queryOptions({
  queryKey: [...practiceKey, 'residences'],
  queryFn: ({ signal }) => residences.call('GET /api/residences', { signal }),
})

export function createResidence(
  body: z.input<typeof residenceInput>,
  idempotencyKey: string,
): Promise<Residence> {
  return residences.call('POST /api/residences', { body, idempotencyKey })
}

export function updateResidence(id: string, body: ResidencePatch): Promise<Residence> {
  return residences.call('PATCH /api/residences/{id}', { params: { id }, body })
}

export function restoreResidence(id: string): Promise<Residence> {
  return residences.call('POST /api/residences/{id}/restore', { params: { id } })
}

export function removeResidence(id: string): Promise<void> {
  return residences.call('DELETE /api/residences/{id}', { params: { id } })
}
