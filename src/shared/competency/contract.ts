import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  competencyRecord,
  competencyRecordInput,
  competencyRecordPage,
  competencyRecordPatch,
  competencyRecordQuery,
} from './record.ts'

const tags = ['Practice log']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

export const competencyContract = {
  'GET /api/competency-records': {
    tags,
    summary: 'List your practice log, newest last day first, one page at a time',
    query: competencyRecordQuery,
    answers: { 200: json(competencyRecordPage, 'One page') },
  },
  'POST /api/competency-records': {
    tags,
    summary: 'Add practice hours, academic credits, an exam or the like',
    headers: idempotencyHeaders,
    body: competencyRecordInput,
    answers: { 201: { ...json(competencyRecord, 'Created record'), headers: location } },
    problems: [404],
  },
  'GET /api/competency-records/{id}': {
    tags,
    summary: 'One record of the practice log',
    params: byId,
    answers: { 200: json(competencyRecord, 'The record') },
  },
  'PATCH /api/competency-records/{id}': {
    tags,
    summary: 'Update a record of the practice log: omitted fields stay as they are, null clears',
    params: byId,
    body: competencyRecordPatch,
    answers: { 200: json(competencyRecord, 'Updated record') },
  },
  'DELETE /api/competency-records/{id}': {
    tags,
    summary: 'Delete a record of the practice log; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted record') },
  },
  'POST /api/competency-records/{id}/restore': {
    tags,
    summary: 'Restore a deleted record of the practice log',
    params: byId,
    answers: { 200: json(competencyRecord, 'Restored record') },
    problems: [422],
  },
} satisfies Contract
