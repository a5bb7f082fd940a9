import { z } from 'zod'
import { queryFlag } from '#shared/kernel/fields.ts'

/** The records that an import created, and those it left out. */
export const importResult = z.object({
  credentials: z.number().int(),
  cycles: z.number().int(),
  entries: z.number().int(),
  practiceRecords: z.number().int(),
  healthRecords: z.number().int(),
  files: z.number().int(),
  inTrash: z.number().int().describe('Of all these, those that lie in the trash'),
  filesLeftOut: z.number().int().describe('Missing or damaged in the export already'),
  sharesLeftOut: z.number().int().describe('Links are not included'),
})
export type ImportResult = z.infer<typeof importResult>

/** POST `/api/users/me/import`. */
export const importQuery = z.strictObject({
  progress: queryFlag.describe('Tells how far it is once the ZIP has arrived'),
})

/**
 * The response with `?progress=true` after the ZIP has arrived: lines of JSON, the last one `imported` or the
 * `problem`.
 */
export type ImportLine =
  | { files: { done: number; total: number } }
  | { imported: ImportResult }
  | { problem: { code?: string; detail?: string; errors?: { path: string; message: string }[] } }

/** The records that an import made outside of the trash, by their ids. */
export type ImportedIds = Record<
  | 'credentials'
  | 'cycles'
  | 'entries'
  | 'practiceLog'
  | 'healthRecords'
  | 'requirementLists'
  | 'residences'
  | 'files',
  string[]
>
