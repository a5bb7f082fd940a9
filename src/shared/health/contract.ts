import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  dueHealthRecords,
  healthRecord,
  healthRecordInput,
  healthRecordList,
  healthRecordPatch,
  healthRecordQuery,
} from './record.ts'

const tags = ['Health records']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

/** `/api/health-records`; `/healthz` and `/readyz` are about the server itself. */
export const healthContract = {
  'GET /api/health-records': {
    tags,
    summary: 'List your health and onboarding records, newest first; `q` searches all of them',
    query: healthRecordQuery,
    answers: { 200: json(healthRecordList, 'All that match') },
    problems: [410],
  },
  'GET /api/health-records/due': {
    tags,
    summary: 'Health records that are due or expire within 60 days, soonest first',
    answers: { 200: json(dueHealthRecords, 'Kinds and dates only') },
  },
  'POST /api/health-records': {
    tags,
    summary: 'Add a health or onboarding record',
    headers: idempotencyHeaders,
    body: healthRecordInput,
    answers: { 201: { ...json(healthRecord, 'Created record'), headers: location } },
    problems: [404],
  },
  'GET /api/health-records/{id}': {
    tags,
    summary: 'One health record',
    params: byId,
    answers: { 200: json(healthRecord, 'The record') },
    problems: [410],
  },
  'PATCH /api/health-records/{id}': {
    tags,
    summary: 'Update a health record: omitted fields stay as they are, null clears; its kind stays',
    params: byId,
    body: healthRecordPatch,
    answers: { 200: json(healthRecord, 'Updated record') },
    problems: [410],
  },
  'DELETE /api/health-records/{id}': {
    tags,
    summary: 'Delete a health record; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted record') },
  },
  'POST /api/health-records/{id}/restore': {
    tags,
    summary: 'Restore a deleted health record',
    params: byId,
    answers: { 200: json(healthRecord, 'Restored record') },
    problems: [410, 422],
  },
} satisfies Contract
