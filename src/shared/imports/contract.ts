import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import { importInput, importItems, importMade, importUndone, undoQuery } from './batch.ts'

const tags = ['Export and import']

export const importsContract = {
  'GET /api/imports': {
    tags,
    summary: 'What you imported from tables and exports, and what you changed since',
    answers: { 200: json(importItems, 'Newest first') },
  },
  'POST /api/imports': {
    tags,
    summary: 'Import licenses and certifications, or renew those you have: all of them or none',
    headers: idempotencyHeaders,
    body: importInput,
    answers: { 201: json(importMade, 'The import, which can be undone for 30 days') },
    problems: [409],
  },
  'DELETE /api/imports/{id}': {
    tags,
    summary: 'Undo an import within 30 days: moves what it made to the trash, except what you changed since',
    params: z.object({ id: z.string() }),
    query: undoQuery,
    answers: { 200: json(importUndone, 'What was deleted and kept') },
    problems: [409],
  },
} satisfies Contract
