import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { refusalOfBytes, removeBytes, storeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-kinds.ts'
import { Problem } from '#shared/http/errors.ts'
import type { PlannedFile } from './file-plan-service.ts'
import { notImported, type ReportLine, type Source } from './source-service.ts'

export type StoredFile = Awaited<ReturnType<typeof storeBytes>> & { md5: string }

/** Checked like uploads. Keys of what is stored by the document; a refused one is in the report. */
export async function storeFiles(
  services: Services,
  owner: Owner,
  files: PlannedFile[],
  source: Source,
  report: { lines: ReportLine[] },
): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>()
  let room = MAX_OWNER_BYTES
  for (const { sourceId, path, name } of files) {
    try {
      room -= source.files.size(path)
      if (room < 0) throw new Problem('too_many_files')
      const bytes = await readFile(source.files.byPath.get(path) ?? path)
      const md5 = createHash('md5').update(bytes).digest('base64')
      const kept = await storeBytes(services, owner, (store) =>
        store({ name, bytes: Readable.from([bytes], { objectMode: false }) }),
      )
      stored.set(sourceId, { ...kept, md5 })
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) {
        await removeBytes(
          services,
          [...stored.values()].map(({ key }) => key),
        )
        throw error
      }
      report.lines.push(notImported('fileMetadata', sourceId, reasonOf(error)))
    }
  }
  return stored
}

/** Those that `storeFiles` would store, as far as that is told without decoding a picture. */
export async function usableFiles(
  files: PlannedFile[],
  source: Source,
  report: { lines: ReportLine[] },
): Promise<PlannedFile[]> {
  const usable: PlannedFile[] = []
  for (const file of files) {
    const refusal = await refusalOfBytes(await readFile(source.files.byPath.get(file.path) ?? file.path))
    if (refusal === null) usable.push(file)
    else report.lines.push(notImported('fileMetadata', file.sourceId, reasonOf(refusal)))
  }
  return usable
}

const reasonOf = ({ errors, message }: Problem) => errors?.[0]?.message ?? message
