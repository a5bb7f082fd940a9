import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { refusalOfBytes, removeBytes, storeBytes } from '#server/files/service.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import type { PlannedFile } from './file-plan-service.ts'
import type { ImportReport } from './report-service.ts'
import { notImported, type Source } from './source-service.ts'

export type StoredFile = Awaited<ReturnType<typeof storeBytes>> & { md5: string }

/** Refusals of the file itself. A later run gets the same result. */
const refusals: ReadonlySet<ProblemCode> = new Set([
  'invalid',
  'file_infected',
  'file_kind_refused',
  'file_too_large',
  'too_many_files',
])

/**
 * Stores the bytes after the same checks as for uploads. The account must exist, because its documents are encrypted
 * with its key. Returns the stored files by document. The report lists refused files and files that could not be
 * stored.
 */
export async function storeFiles(
  services: Services,
  owner: Owner,
  files: PlannedFile[],
  report: ImportReport,
): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>()
  let room = MAX_OWNER_BYTES
  for (const file of files) {
    try {
      room -= report.source.files.size(file.path)
      if (room < 0) throw new Problem('too_many_files')
      stored.set(file.sourceId, await storeFile(services, owner, file, report.source))
    } catch (error) {
      noteUnstored(services, owner, file, error, report)
    }
  }
  return stored
}

async function storeFile(
  services: Services,
  owner: Owner,
  { path, name }: PlannedFile,
  source: Source,
): Promise<StoredFile> {
  const bytes = await readFile(source.files.byPath.get(path) ?? path)
  const md5 = createHash('md5').update(bytes).digest('base64')
  const kept = await storeBytes(services, owner, (store) =>
    store({ name, bytes: Readable.from([bytes], { objectMode: false }) }),
  )
  return { ...kept, md5 }
}

function noteUnstored(
  { log }: Services,
  owner: Owner,
  { sourceId, path }: PlannedFile,
  error: unknown,
  report: ImportReport,
): void {
  const reason = reasonOf(error)
  report.lines.push(notImported('fileMetadata', sourceId, reason))
  if (error instanceof Problem && refusals.has(error.code)) return
  report.unstored.push({ owner, path, reason })
  log.error({ err: error, owner, file: sourceId }, 'a file of an import could not be stored')
}

/** Removes the bytes of rows that were definitely not stored. */
export function discardFiles(services: Services, stored: Map<string, StoredFile>): Promise<void> {
  return removeBytes(
    services,
    [...stored.values()].map(({ key }) => key),
  )
}

/** The files that `storeFiles` would store, as far as this is known without decoding a picture. */
export async function usableFiles(files: PlannedFile[], report: ImportReport): Promise<PlannedFile[]> {
  const { source } = report
  const usable: PlannedFile[] = []
  for (const file of files) {
    const refusal = await refusalOfBytes(await readFile(source.files.byPath.get(file.path) ?? file.path))
    if (refusal === null) usable.push(file)
    else report.lines.push(notImported('fileMetadata', file.sourceId, reasonOf(refusal)))
  }
  return usable
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.errors?.[0]?.message ?? error.message
  const code = errorCode(error)
  return code === undefined ? 'An unexpected error occurred' : `It could not be stored (${code})`
}
