import { bytes, type Contract, json } from '#shared/http/contract.ts'
import { exportQuery, exportSummary } from './export.ts'
import { importQuery, importResult } from './import.ts'

const tags = ['Export and import']
const binary = { schema: { type: 'string', format: 'binary' } } as const

export const transferContract = {
  'GET /api/users/me/export/summary': {
    tags,
    summary: 'How much an export would contain, and whether the vault is empty enough for an import',
    answers: { 200: json(exportSummary, 'Counts') },
  },
  'GET /api/users/me/export': {
    tags,
    summary: 'Download everything as one ZIP: JSON, spreadsheets, files and a page to read it',
    query: exportQuery,
    answers: {
      200: bytes(
        'The ZIP, in chunks; if it breaks off, the last chunk is missing. With `progress=true`, lines of JSON: {name, total}, then {bytes} before each part of that many bytes, and finally {end} or {problem}',
        'application/zip',
        'application/x-lanyard-export',
      ),
    },
  },
  'POST /api/users/me/import': {
    tags,
    summary: 'Import an export into an empty vault: all of it or nothing',
    query: importQuery,
    // Plain schemas instead of zod's: a validator would read the whole body into memory before the route runs.
    content: { 'application/zip': binary },
    answers: {
      200: {
        description:
          'What was imported. With `progress=true`, lines of JSON: {files: {done, total}}, and finally {imported} or {problem}',
        content: { 'application/json': { schema: importResult }, 'application/x-lanyard-import': binary },
      },
    },
    problems: [400, 415, 503, 507],
  },
} satisfies Contract
