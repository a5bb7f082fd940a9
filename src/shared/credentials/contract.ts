import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { changeHeaders, idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  credential,
  credentialInput,
  credentialItems,
  credentialPage,
  credentialPatch,
  credentialQuery,
  credentialSummary,
  days,
} from './credential.ts'
import { severalChange, severalChanged } from './several.ts'
import { verdict } from './verdict-answer.ts'

const tags = ['Credentials']
const byId = z.object({ id: z.string() })
const byDays = z.strictObject({ days })

export const credentialContract = {
  'GET /api/credentials': {
    tags,
    summary: 'List, filter and search your credentials, one page at a time',
    query: credentialQuery,
    answers: { 200: json(credentialPage, 'One page') },
  },
  'POST /api/credentials': {
    tags,
    summary: 'Add a license or a certification',
    headers: idempotencyHeaders,
    body: credentialInput,
    answers: {
      201: { ...json(credential, 'Created credential'), headers: z.object({ Location: z.string() }) },
    },
    problems: [404],
  },
  'GET /api/credentials/expiring/{days}': {
    tags,
    summary: 'Credentials that expire within this many days, soonest first',
    params: byDays,
    answers: { 200: json(credentialItems, 'Credentials with 0 <= daysLeft <= days') },
  },
  'GET /api/credentials/renewal/{days}': {
    tags,
    summary: 'Credentials that have expired or expire within this many days, soonest first',
    params: byDays,
    answers: { 200: json(credentialItems, 'Credentials with daysLeft <= days') },
  },
  'GET /api/credentials/summary': {
    tags,
    summary: 'Counts by status and kind, and the tags in use',
    answers: { 200: json(credentialSummary, 'Counts') },
  },
  'GET /api/credentials/verdict': {
    tags,
    summary: 'Whether you are clear to work, by the dates that you entered, and the next step',
    answers: { 200: json(verdict, 'Verdict') },
  },
  'POST /api/credentials/several': {
    tags,
    summary: 'Archive, unarchive or tag several credentials: all of them or none',
    body: severalChange,
    answers: { 200: json(severalChanged, 'Changed credentials') },
    problems: [404],
  },
  'GET /api/credentials/{id}': {
    tags,
    summary: 'One credential',
    params: byId,
    answers: { 200: json(credential, 'The credential') },
  },
  'PATCH /api/credentials/{id}': {
    tags,
    summary: 'Update a credential: omitted fields stay as they are, null clears',
    params: byId,
    headers: changeHeaders,
    body: credentialPatch,
    answers: { 200: json(credential, 'Updated credential') },
    problems: [409, 412],
  },
  'DELETE /api/credentials/{id}': {
    tags,
    summary: 'Delete a credential; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted credential') },
  },
  'POST /api/credentials/{id}/archive': {
    tags,
    summary: 'Archive a credential: kept, but outside verdict, reminders and counts',
    params: byId,
    answers: { 200: json(credential, 'Archived credential') },
  },
  'POST /api/credentials/{id}/unarchive': {
    tags,
    summary: 'Count on an archived credential again',
    params: byId,
    answers: { 200: json(credential, 'The credential') },
  },
  'POST /api/credentials/{id}/restore': {
    tags,
    summary: 'Restore a deleted credential',
    params: byId,
    answers: { 200: json(credential, 'Restored credential') },
    problems: [422],
  },
} satisfies Contract
