import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  renewal,
  renewalFinish,
  renewalItems,
  renewalOverviewItems,
  renewalPatch,
  termItems,
} from './renewal.ts'

const tags = ['Renewals']
const byId = z.object({ id: z.string() })

export const credentialRenewalContract = {
  'GET /api/credentials/{id}/renewals': {
    tags,
    summary: 'The renewals of a credential, newest first',
    params: byId,
    answers: { 200: json(renewalItems, 'Its renewals') },
  },
  'POST /api/credentials/{id}/renewals': {
    tags,
    summary: 'Start to renew a credential; it has at most one open renewal',
    params: byId,
    headers: idempotencyHeaders,
    body: renewalPatch,
    answers: {
      201: { ...json(renewal, 'Created renewal'), headers: z.object({ Location: z.string() }) },
    },
    problems: [409],
  },
  'GET /api/credentials/{id}/terms': {
    tags,
    summary: 'The earlier terms of a credential, which its renewals ended, newest first',
    params: byId,
    answers: { 200: json(termItems, 'Its earlier terms') },
  },
} satisfies Contract

export const renewalContract = {
  'GET /api/renewals': {
    tags,
    summary: 'Of each credential that is not archived, the open renewal and the last finished one',
    answers: { 200: json(renewalOverviewItems, 'Renewals') },
  },
  'GET /api/renewals/{id}': {
    tags,
    summary: 'One renewal',
    params: byId,
    answers: { 200: json(renewal, 'The renewal') },
  },
  'PATCH /api/renewals/{id}': {
    tags,
    summary: 'Update a renewal: omitted fields stay as they are, null clears',
    params: byId,
    body: renewalPatch,
    answers: { 200: json(renewal, 'Updated renewal') },
    problems: [409],
  },
  'DELETE /api/renewals/{id}': {
    tags,
    summary: 'Delete a renewal, with the term that it ended; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted renewal') },
  },
  'POST /api/renewals/{id}/restore': {
    tags,
    summary: 'Restore a deleted renewal',
    params: byId,
    answers: { 200: json(renewal, 'Restored renewal') },
    problems: [409],
  },
  'POST /api/renewals/{id}/finish': {
    tags,
    summary: 'Enter the new card: the credential gets its dates, number and files, and the old term is kept',
    params: byId,
    headers: idempotencyHeaders,
    body: renewalFinish,
    answers: { 200: json(renewal, 'Finished renewal') },
    problems: [409],
  },
  'POST /api/renewals/{id}/undo': {
    tags,
    summary: 'Take back finishing: the old dates, number and files return, unless they were changed since',
    params: byId,
    answers: { 200: json(renewal, 'The open renewal') },
    problems: [409],
  },
} satisfies Contract
