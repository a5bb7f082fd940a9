import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { healthContract } from '#shared/health/contract.ts'
import type { HealthRecord, HealthRecordPatch, healthRecordInput } from '#shared/health/record.ts'
import { client } from '#web/http/client.ts'

export type NewHealthRecord = z.input<typeof healthRecordInput>

const api = client<typeof healthContract>()

export const healthKey = ['health'] as const

/** All of them, newest first. */
export const healthRecordsQuery = queryOptions({
  queryKey: [...healthKey, 'list'],
  queryFn: async ({ signal }) => (await api.call('GET /api/health-records', { query: {}, signal })).items,
})

/** `null` when there is no such record. */
export const healthRecordQuery = (id: string) =>
  queryOptions({
    queryKey: [...healthKey, 'one', id],
    queryFn: ({ signal }) => api.find('GET /api/health-records/{id}', { params: { id }, signal }),
  })

/** `idempotencyKey` is one for each form: pressing twice, or retrying after a lost answer, creates no second record. */
export function createHealthRecord(body: NewHealthRecord, idempotencyKey: string): Promise<HealthRecord> {
  return api.call('POST /api/health-records', { body, idempotencyKey })
}

export function updateHealthRecord(id: string, body: HealthRecordPatch): Promise<HealthRecord> {
  return api.call('PATCH /api/health-records/{id}', { params: { id }, body })
}

export function removeHealthRecord(id: string): Promise<void> {
  return api.call('DELETE /api/health-records/{id}', { params: { id } })
}

export function restoreHealthRecord(id: string): Promise<HealthRecord> {
  return api.call('POST /api/health-records/{id}/restore', { params: { id } })
}
