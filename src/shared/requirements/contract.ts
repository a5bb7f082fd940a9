import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import { vaultFacts } from './facts.ts'
import { listPage, listQuery, requirementList, requirementListInput, requirementListPatch } from './list.ts'
import { listMatch } from './list-match.ts'

const tags = ['Requirement lists']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

export const requirementContract = {
  'GET /api/requirement-lists': {
    tags,
    summary: 'List your requirement lists with what is left of each, by first day',
    query: listQuery,
    answers: { 200: json(listPage, 'All lists') },
  },
  'POST /api/requirement-lists': {
    tags,
    summary: 'Add a list of what a job or contract asks for',
    headers: idempotencyHeaders,
    body: requirementListInput,
    answers: { 201: { ...json(requirementList, 'Created list'), headers: location } },
    problems: [404],
  },
  'GET /api/requirement-lists/facts': {
    tags,
    summary: 'The parts of your vault that lists are matched to',
    answers: { 200: json(vaultFacts, 'Current credentials, CE entries and chosen files') },
  },
  'GET /api/requirement-lists/{id}': {
    tags,
    summary: 'One requirement list',
    params: byId,
    answers: { 200: json(requirementList, 'The list') },
  },
  'GET /api/requirement-lists/{id}/match': {
    tags,
    summary: 'Which items of a list you hold, which are missing, and why',
    params: byId,
    answers: { 200: json(listMatch, 'Its items in their order') },
  },
  'PATCH /api/requirement-lists/{id}': {
    tags,
    summary: 'Update a requirement list: omitted fields stay as they are, null clears',
    params: byId,
    body: requirementListPatch,
    answers: { 200: json(requirementList, 'Updated list') },
  },
  'DELETE /api/requirement-lists/{id}': {
    tags,
    summary: 'Delete a requirement list; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted list') },
  },
  'POST /api/requirement-lists/{id}/restore': {
    tags,
    summary: 'Restore a deleted requirement list',
    params: byId,
    answers: { 200: json(requirementList, 'Restored list') },
    problems: [422],
  },
} satisfies Contract
