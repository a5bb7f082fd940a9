import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { credentialRenewalContract, renewalContract } from '#shared/renewals/contract.ts'
import type { Renewal, RenewalPatch, renewalFinish } from '#shared/renewals/renewal.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { client } from '#web/http/client.ts'

export type NewCard = z.input<typeof renewalFinish>

const ofCredential = client<typeof credentialRenewalContract>()
const api = client<typeof renewalContract>()

/** Below the key of credentials: a changed credential makes them stale, and the other way around. */
export const renewalsQuery = (credentialId: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'renewals', credentialId],
    queryFn: ({ signal }) =>
      ofCredential.call('GET /api/credentials/{id}/renewals', { params: { id: credentialId }, signal }),
  })

/** The earlier terms, the latest first. */
export const termsQuery = (credentialId: string) =>
  queryOptions({
    queryKey: [...credentialsKey, 'terms', credentialId],
    queryFn: ({ signal }) =>
      ofCredential.call('GET /api/credentials/{id}/terms', { params: { id: credentialId }, signal }),
  })

/** `idempotencyKey` is one for each try of the owner: pressing twice starts one renewal. */
export function startRenewal(credentialId: string, idempotencyKey: string): Promise<Renewal> {
  return ofCredential.call('POST /api/credentials/{id}/renewals', {
    params: { id: credentialId },
    body: {},
    idempotencyKey,
  })
}

export function updateRenewal(id: string, body: RenewalPatch): Promise<Renewal> {
  return api.call('PATCH /api/renewals/{id}', { params: { id }, body })
}

export function finishRenewal(id: string, body: NewCard, idempotencyKey: string): Promise<Renewal> {
  return api.call('POST /api/renewals/{id}/finish', { params: { id }, body, idempotencyKey })
}

export function undoRenewal(id: string): Promise<Renewal> {
  return api.call('POST /api/renewals/{id}/undo', { params: { id } })
}

export function removeRenewal(id: string): Promise<void> {
  return api.call('DELETE /api/renewals/{id}', { params: { id } })
}

export function restoreRenewal(id: string): Promise<Renewal> {
  return api.call('POST /api/renewals/{id}/restore', { params: { id } })
}
