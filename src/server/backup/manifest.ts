import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { appliedMigrations } from '#server/db/applied-migrations.ts'
import { StartError } from '#server/kernel/config.ts'
import { fileEntry } from './documents.ts'
import { readPart } from './part-file.ts'
import { readMeasure, sequenceValues, type TablePart, tablePart } from './table-part.ts'

/** The description of a backup, in `manifest.json` of its folder. */
export const manifest = z.object({
  /** Version of the backup format; others are rejected. */
  format: z.literal(1),
  id: z.uuid(),
  lanyard: z.string(),
  madeAt: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  /** The same for all backups of one installation; `null` before its first start. */
  installation: z.string().nullable(),
  migrations: appliedMigrations,
  tables: z.array(tablePart),
  sequences: sequenceValues,
  /** `documents` is a part like a table's: one line for each document stored under `stored`. */
  documents: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
  /** Ids of rows whose bytes were missing or did not match when the backup was made. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
  /** Ids of rows whose documents were deleted during the backup. */
  gone: z.array(z.string()),
  /** SHA-256 of the file `auth-secret`, if it is included. */
  authSecret: z.string().nullable(),
})
export type Manifest = z.infer<typeof manifest>

export const tablePath = (folder: string, name: string) => join(folder, 'tables', `${name}.jsonl.gz`)
export const documentsPath = (folder: string) => join(folder, 'documents.jsonl.gz')
export const storedPath = (folder: string) => join(folder, 'stored')
export const secretPath = (folder: string) => join(folder, 'auth-secret')

/** Throws a `StartError` unless `folder` is a finished backup that this version can read. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) {
    throw new StartError(`There is no backup in ${folder}: name the folder that "npm run backup" made.`)
  }
  const text = readFileSync(path, 'utf8')
  const parsed = manifest.safeParse(parsedJson(text))
  if (parsed.success) return parsed.data
  throw new StartError(
    `The manifest of the backup ${folder} is damaged, or of a newer version of Lanyard: take another backup, or that version.`,
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads every part once. Throws a `StartError` naming the first that does not match the manifest. */
export async function checkParts(folder: string, { tables, documents, authSecret }: Manifest): Promise<void> {
  for (const table of tables) await checkPart(tablePath(folder, table.name), table)
  await checkPart(documentsPath(folder), {
    name: 'documents',
    columns: [],
    rows: documents.count,
    ...documents,
  })
  if (authSecret !== null && hashOf(secretPath(folder)) !== authSecret) throw damaged(secretPath(folder))
}

export async function checkPart(path: string, part: TablePart): Promise<void> {
  const found = await readMeasure(part, readPart(path)).catch(() => null)
  if (found?.rows !== part.rows || found.sha256 !== part.sha256) throw damaged(path)
}

function damaged(path: string): StartError {
  return new StartError(`The backup's part ${path} is missing or damaged: take another backup.`)
}

export function hashOf(path: string): string | null {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null
}

export async function readDocuments(folder: string) {
  const entries = []
  for await (const line of readPart(documentsPath(folder))) entries.push(fileEntry.parse(JSON.parse(line)))
  return entries
}

/** Finished backups in a folder, newest first. Ignores everything else. */
export function listBackups(parent: string): { folder: string; manifest: Manifest }[] {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith('.unfinished'))
    .flatMap(({ name }) => {
      const folder = join(parent, name)
      try {
        return [{ folder, manifest: readManifest(folder) }]
      } catch {
        return []
      }
    })
    .sort((a, b) => b.manifest.madeAt.localeCompare(a.manifest.madeAt))
}
