import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { competencyContract } from '#shared/competency/contract.ts'
import type {
  CompetencyRecord,
  CompetencyRecordPatch,
  competencyRecordInput,
} from '#shared/competency/record.ts'
import { client, everyItem } from '#web/http/client.ts'

export type NewRecord = z.input<typeof competencyRecordInput>

const PAGE_SIZE = 200

const api = client<typeof competencyContract>()

export const competencyKey = ['competency'] as const

/** The whole practice log, newest last day first: every sum needs all of it. */
export const practiceLogQuery = queryOptions({
  queryKey: [...competencyKey, 'list'],
  queryFn: ({ signal }) =>
    everyItem((cursor) =>
      api.call('GET /api/competency-records', { query: { limit: PAGE_SIZE, cursor }, signal }),
    ),
})

/** `null` when there is no such record. */
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: [...competencyKey, 'one', id],
    queryFn: ({ signal }) => api.find('GET /api/competency-records/{id}', { params: { id }, signal }),
  })

/** `idempotencyKey` is one for each form: pressing twice, or retrying after a lost answer, creates no second record. */
export function createRecord(body: NewRecord, idempotencyKey: string): Promise<CompetencyRecord> {
  return api.call('POST /api/competency-records', { body, idempotencyKey })
}

export function updateRecord(id: string, body: CompetencyRecordPatch): Promise<CompetencyRecord> {
  return api.call('PATCH /api/competency-records/{id}', { params: { id }, body })
}

export function restoreRecord(id: string): Promise<CompetencyRecord> {
  return api.call('POST /api/competency-records/{id}/restore', { params: { id } })
}

export const recordRemoval = {
  nameOf: ({ title }: CompetencyRecord) => title,
  remove: ({ id }: CompetencyRecord) => api.call('DELETE /api/competency-records/{id}', { params: { id } }),
  restore: ({ id }: CompetencyRecord) => restoreRecord(id),
}
