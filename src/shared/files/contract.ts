import { z } from 'zod'
import { bytes, type Contract, json, noContent } from '#shared/http/contract.ts'
import { contentQuery, deletionQuery, file, filePage, filePatch, fileQuery, previewQuery } from './file.ts'

const tags = ['Files']
const byId = z.object({ id: z.string().max(100) })
const binary = { type: 'string', format: 'binary' } as const
/** A plain schema instead of zod's: a validator would read the whole body into memory before the route runs. */
const oneFile = {
  type: 'object',
  required: ['file'],
  properties: {
    file: binary,
    name: { type: 'string', maxLength: 255, description: 'Instead of the name that the file was sent with' },
    resourceType: {
      type: 'string',
      enum: ['share'],
      description:
        'For a picture that will replace pages of a file in a share link: nothing else can take it',
    },
  },
  additionalProperties: { type: 'string', maxLength: 200, description: 'A free field' },
}

export const fileContract = {
  'GET /api/upload': {
    tags,
    summary: 'Your files, newest first',
    query: fileQuery,
    answers: { 200: json(filePage, 'One page') },
  },
  'POST /api/upload': {
    tags,
    summary: 'Upload one file of at most 25 MiB: PDF, JPEG, PNG, WebP or HEIC, recognized by its bytes',
    content: { 'multipart/form-data': { schema: oneFile } },
    answers: { 201: json(file, 'Created file') },
    problems: [400, 415, 422, 507],
  },
  'GET /api/upload/{id}': {
    tags,
    summary: 'Metadata of one file',
    params: byId,
    answers: { 200: json(file, 'The file') },
  },
  'PATCH /api/upload/{id}': {
    tags,
    summary: 'Rename a file and change its free fields: omitted ones stay as they are, null removes one',
    params: byId,
    body: filePatch,
    answers: { 200: json(file, 'Updated file') },
  },
  'DELETE /api/upload/{id}': {
    tags,
    summary: 'Delete a file; it can be restored for 30 days, and the record that it is attached to stays',
    params: byId,
    query: deletionQuery,
    answers: { 204: noContent('Deleted file') },
  },
  'POST /api/upload/{id}/restore': {
    tags,
    summary: 'Restore a deleted file',
    params: byId,
    answers: { 200: json(file, 'Restored file') },
  },
  'GET /api/upload/{id}/content': {
    tags,
    summary: 'The exact bytes that were uploaded; supports single ranges and ETag',
    params: byId,
    query: contentQuery,
    answers: {
      200: bytes('The file', '*/*'),
      206: bytes('The requested range', '*/*'),
      304: noContent('Not modified'),
      416: noContent('Range not satisfiable'),
    },
    problems: [410],
  },
  'GET /api/upload/{id}/preview': {
    tags,
    summary: 'A WebP preview of an image: upright, without metadata; PDFs have none',
    params: byId,
    query: previewQuery,
    answers: { 200: bytes('The preview', 'image/webp'), 304: noContent('Not modified') },
    problems: [410],
  },
} satisfies Contract
