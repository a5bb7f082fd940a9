import { z } from 'zod'
import { bytes, type Contract, json, noContent } from '#shared/http/contract.ts'
import { changeHeaders, idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  ceuCycle,
  ceuCycleInput,
  ceuCycleItems,
  ceuCyclePatch,
  ceuCycleQuery,
  cycleProposals,
  cycleRemoval,
  cycleRemovalQuery,
} from './cycle.ts'
import {
  ceuEntry,
  ceuEntryInput,
  ceuEntryItems,
  ceuEntryPage,
  ceuEntryPatch,
  ceuEntryQuery,
  declinedTopic,
  declinedTopicItems,
  entryImport,
  entryImported,
  entryImportRemoved,
  entrySuggestions,
  similarQuery,
} from './entry.ts'
import { packetCheck, packetQuery } from './packet.ts'

const tags = ['Continuing education']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

export const ceuCycleContract = {
  'GET /api/ceu-cycles': {
    tags,
    summary: 'List your CE cycles, newest start date first',
    query: ceuCycleQuery,
    answers: { 200: json(ceuCycleItems, 'Every cycle') },
  },
  'POST /api/ceu-cycles': {
    tags,
    summary: 'Add a CE cycle',
    headers: idempotencyHeaders,
    body: ceuCycleInput,
    answers: { 201: { ...json(ceuCycle, 'Created cycle'), headers: location } },
    problems: [404],
  },
  'GET /api/ceu-cycles/proposals': {
    tags,
    summary: 'Suggest the next CE cycle of each license and certification',
    answers: { 200: json(cycleProposals, 'Soonest expiration first') },
  },
  'GET /api/ceu-cycles/declined-topics': {
    tags,
    summary: 'The labels that do not mean a required topic, as you said',
    answers: { 200: json(declinedTopicItems, 'Labels in lower case, each with the topic') },
  },
  'POST /api/ceu-cycles/declined-topics': {
    tags,
    summary: 'Say that a label does not mean a required topic, so that it is not asked again',
    body: declinedTopic,
    answers: { 204: noContent('Remembered') },
  },
  'GET /api/ceu-cycles/{id}': {
    tags,
    summary: 'One CE cycle',
    params: byId,
    answers: { 200: json(ceuCycle, 'The cycle') },
  },
  'PATCH /api/ceu-cycles/{id}': {
    tags,
    summary: 'Update a CE cycle: omitted fields stay as they are, null clears',
    params: byId,
    body: ceuCyclePatch,
    answers: { 200: json(ceuCycle, 'Updated cycle') },
  },
  'POST /api/ceu-cycles/{id}/rule': {
    tags,
    summary: 'Switch a CE cycle to the current version of its rule; values you set yourself stay',
    params: byId,
    answers: { 200: json(ceuCycle, 'Updated cycle') },
    problems: [422],
  },
  'GET /api/ceu-cycles/{id}/removal': {
    tags,
    summary: 'Preview what deleting a CE cycle does to its entries',
    params: byId,
    answers: { 200: json(cycleRemoval, 'How many entries it has, and how many of them count elsewhere') },
  },
  'DELETE /api/ceu-cycles/{id}': {
    tags,
    summary:
      'Delete a CE cycle and its entries, or with `keepShared=true` only those that count nowhere else, or with `onlyEmpty=true` nothing unless it has none; everything can be restored for 30 days',
    params: byId,
    query: cycleRemovalQuery,
    answers: { 204: noContent('Deleted cycle') },
    problems: [409],
  },
  'POST /api/ceu-cycles/{id}/restore': {
    tags,
    summary: 'Restore a deleted CE cycle and the entries that were deleted with it',
    params: byId,
    answers: { 200: json(ceuCycle, 'Restored cycle') },
    problems: [422],
  },
  'GET /api/ceu-cycles/{id}/packet': {
    tags,
    summary: 'Download the audit packet of a CE cycle: one PDF, or a ZIP with the original files and a CSV',
    params: z.object({ id: z.string().max(100) }),
    query: packetQuery,
    answers: {
      200: bytes(
        'The packet. With `progress=true`, lines of JSON come first: {done, total} while it is made, then {name, size} followed by exactly that many bytes, or {problem}',
        'application/pdf',
        'application/zip',
        'application/x-lanyard-packet',
      ),
    },
  },
  'GET /api/ceu-cycles/{id}/packet/check': {
    tags,
    summary: 'Check what the audit packet of a CE cycle cannot show',
    params: z.object({ id: z.string().max(100) }),
    answers: { 200: json(packetCheck, 'What the PDF leaves out') },
  },
} satisfies Contract

export const ceuEntryContract = {
  'GET /api/ceu-entries': {
    tags,
    summary: 'List your CE entries, newest first, one page at a time',
    query: ceuEntryQuery,
    answers: { 200: json(ceuEntryPage, 'One page') },
  },
  'POST /api/ceu-entries': {
    tags,
    summary: 'Add a CE entry, which may count in several cycles',
    headers: idempotencyHeaders,
    body: ceuEntryInput,
    answers: { 201: { ...json(ceuEntry, 'Created entry'), headers: location } },
    problems: [404],
  },
  'GET /api/ceu-entries/similar': {
    tags,
    summary: 'Find entries that may be the same activity',
    query: similarQuery,
    answers: { 200: json(ceuEntryItems, 'Entries with the same title, date and hours') },
  },
  'GET /api/ceu-entries/suggestions': {
    tags,
    summary: 'Providers and topics you entered recently',
    answers: { 200: json(entrySuggestions, 'Most recent first') },
  },
  'GET /api/ceu-entries/cycle/{cycleId}': {
    tags,
    summary: 'List every entry of one CE cycle, newest first',
    params: z.object({ cycleId: z.string() }),
    answers: { 200: json(ceuEntryItems, 'Every entry of the cycle') },
  },
  'POST /api/ceu-entries/import': {
    tags,
    summary: 'Import many CE entries: all of them or none',
    headers: idempotencyHeaders,
    body: entryImport,
    answers: { 201: json(entryImported, 'Imported entries') },
    problems: [404],
  },
  'DELETE /api/ceu-entries/import/{importId}': {
    tags,
    summary: 'Undo an import: delete those of its entries that still exist',
    params: z.object({ importId: z.string() }),
    answers: { 200: json(entryImportRemoved, 'How many were deleted') },
  },
  'GET /api/ceu-entries/{id}': {
    tags,
    summary: 'One CE entry',
    params: byId,
    answers: { 200: json(ceuEntry, 'The entry') },
  },
  'PATCH /api/ceu-entries/{id}': {
    tags,
    summary: 'Update a CE entry: omitted fields stay as they are, null clears',
    params: byId,
    headers: changeHeaders,
    body: ceuEntryPatch,
    answers: { 200: json(ceuEntry, 'Updated entry') },
    problems: [409, 412],
  },
  'DELETE /api/ceu-entries/{id}': {
    tags,
    summary: 'Delete a CE entry; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted entry') },
  },
  'POST /api/ceu-entries/{id}/restore': {
    tags,
    summary: 'Restore a deleted CE entry',
    params: byId,
    answers: { 200: json(ceuEntry, 'Restored entry') },
    problems: [422],
  },
} satisfies Contract
