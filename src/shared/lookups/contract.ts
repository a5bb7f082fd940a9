import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import { lookupInput, lookupItems, lookupPatch, lookupQuery, lookupRecord } from './record.ts'

const tags = ['Look-ups']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

export const lookupContract = {
  'GET /api/lookups': {
    tags,
    summary: 'When you looked a credential up with its board or issuer, and what that said, latest first',
    query: lookupQuery,
    answers: { 200: json(lookupItems, 'All of one credential') },
    problems: [404],
  },
  'POST /api/lookups': {
    tags,
    summary: 'Record that you looked a credential up; this is not primary-source verification',
    headers: idempotencyHeaders,
    body: lookupInput,
    answers: { 201: { ...json(lookupRecord, 'Recorded look-up'), headers: location } },
    problems: [404],
  },
  'PATCH /api/lookups/{id}': {
    tags,
    summary: 'Change a look-up: omitted fields stay as they are, null clears',
    params: byId,
    body: lookupPatch,
    answers: { 200: json(lookupRecord, 'Changed look-up') },
  },
  'DELETE /api/lookups/{id}': {
    tags,
    summary: 'Delete a look-up; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted look-up') },
  },
  'POST /api/lookups/{id}/restore': {
    tags,
    summary: 'Restore a deleted look-up',
    params: byId,
    answers: { 200: json(lookupRecord, 'Restored look-up') },
  },
} satisfies Contract
