import { z } from 'zod'
import { bytes, type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  createdShare,
  share,
  shareInput,
  shareLog,
  shareLogQuery,
  sharePage,
  sharePatch,
  shareQuery,
  tokenInput,
} from './share.ts'
import { openInput, sharePreview, shareSummary, shareView } from './view.ts'

const ownerTags = ['Sharing']
const visitorTags = ['Shared with you']
const byId = z.object({ id: z.string().describe('The id of one of your share links') })
// The same parameter name as in the owner's routes: OpenAPI allows one name for each position in a path.
const byToken = z.object({ id: z.string().describe('The token of the link: 43 base64url characters') })
const byFile = byToken.extend({ fileId: z.string().describe('An id from `files[].id`') })
const created = {
  ...json(createdShare, 'The share with its link; the link is returned only this once'),
  headers: z.object({ Location: z.string() }),
}
const opened = {
  200: json(shareView, 'The shared credentials with current statuses. A cookie lets this browser look again'),
}

/** `/api/share`: the owner's endpoints. */
export const shareContract = {
  'GET /api/share': {
    tags: ownerTags,
    summary: 'List your share links, live and ended, newest first',
    query: shareQuery,
    answers: { 200: json(sharePage, 'One page') },
  },
  'POST /api/share': {
    tags: ownerTags,
    summary: 'Create a share link; its token is returned only this once',
    headers: idempotencyHeaders,
    body: shareInput,
    answers: { 201: created },
    problems: [404],
  },
  'POST /api/share/preview': {
    tags: ownerTags,
    summary: 'Preview what a share link would show, without creating it',
    body: shareInput,
    answers: { 200: json(sharePreview, 'What a visitor would see') },
    problems: [404],
  },
  'PATCH /api/share/{id}': {
    tags: ownerTags,
    summary: 'Update a live share link: omitted fields stay as they are, null clears',
    params: byId,
    body: sharePatch,
    answers: { 200: json(share, 'Updated share') },
  },
  'DELETE /api/share/{id}': {
    tags: ownerTags,
    summary: 'Revoke a share link and its files at once; revoking it again changes nothing',
    params: byId,
    answers: { 204: noContent('Revoked share') },
  },
  'POST /api/share/{id}/token': {
    tags: ownerTags,
    summary: 'Replace the link of a share, also of one that ended; the old link stops working',
    params: byId,
    headers: idempotencyHeaders,
    body: tokenInput,
    answers: { 201: created },
  },
  'GET /api/share/{id}/log': {
    tags: ownerTags,
    summary: 'Access log of a share link, newest first: opened, viewed, downloaded, refused',
    params: byId,
    query: shareLogQuery,
    answers: { 200: json(shareLog, 'One page') },
  },
} satisfies Contract

/** `/api/share/{token}`: for anyone with the link, signed in or not. */
export const visitorContract = {
  'GET /api/share/{id}': {
    tags: visitorTags,
    summary: 'Open a share link. Counts as a view; link previews are refused, HEAD counts nothing',
    params: byToken,
    answers: opened,
    problems: [401, 403, 404, 409, 410, 429],
  },
  'POST /api/share/{id}': {
    tags: visitorTags,
    summary: 'Open a share link with its passcode; without a passcode the same as GET',
    params: byToken,
    body: openInput,
    answers: opened,
    problems: [401, 403, 404, 409, 410, 429],
  },
  'GET /api/share/{id}/cover': {
    tags: visitorTags,
    summary: 'What a share link says before it is opened; does not count as a view',
    params: byToken,
    answers: { 200: json(shareSummary, 'With a passcode it names nobody') },
    problems: [404, 410, 429],
  },
  'GET /api/share/{id}/files/{fileId}': {
    tags: visitorTags,
    summary: 'A shared file: a re-encoded picture or a copy of the pages of a PDF, never the original',
    params: byFile,
    query: z.strictObject({ disposition: z.enum(['attachment', 'inline']).default('inline') }),
    answers: { 200: bytes('The file', '*/*') },
    problems: [401, 403, 404, 410, 429, 503],
  },
  'GET /api/share/{id}/packet': {
    tags: visitorTags,
    summary: 'One PDF of everything that a share link shows, files included',
    params: byToken,
    answers: { 200: bytes('The packet', 'application/pdf') },
    problems: [401, 403, 404, 410, 429, 503],
  },
} satisfies Contract
