import type { ResourceType } from '#shared/files/file.ts'
import type { OwnerPlan, Planned } from './plan-service.ts'
import { isAsImported } from './row-service.ts'
import type { KnownRecord, readRecords } from './store.ts'

export type Attachment = { fileId: string; resourceType: ResourceType; resourceId: string }

type Records = Awaited<ReturnType<typeof readRecords>>

/** A planned record that refers to a file, with its kind of record in Lanyard. */
export function recordsWithFiles({ credentials, entries }: Pick<OwnerPlan, 'credentials' | 'entries'>) {
  const typed: { record: Planned<unknown>; resourceType: ResourceType }[] = [
    ...credentials.map((record) => ({ record, resourceType: record.input.kind })),
    ...entries.map((record) => ({ record, resourceType: 'ceuEntry' as const })),
  ]
  return typed.flatMap(({ record, resourceType }) =>
    record.fileId === null ? [] : [{ record, resourceType, sourceId: record.fileId }],
  )
}

type Stock = {
  /** The documents whose files this run stores. */
  stored: ReadonlySet<string>
  /** The records that this run creates. */
  created: ReadonlySet<string>
  /** The owner's records before this run; `null` for a new account. */
  here: Records | null
  /** The documents imported before this run. */
  recordOf(planned: Planned<unknown>): KnownRecord | undefined
}

/**
 * The files to attach to their records: files of this run, and files that an earlier run stored without attaching. For
 * the latter, the record must be unchanged since its import: otherwise its owner may have removed the file.
 */
export function attachmentsOf(plan: OwnerPlan, { stored, created, here, recordOf }: Stock) {
  const fileIds = new Map(plan.files.map(({ sourceId, recordId }) => [sourceId, recordId]))
  const fresh: Attachment[] = []
  const late: Attachment[] = []
  for (const { record, resourceType, sourceId } of recordsWithFiles(plan)) {
    const fileId = fileIds.get(sourceId)
    if (fileId === undefined) continue
    const attachment = { fileId, resourceType, resourceId: record.recordId }
    const row = here?.credentials.get(record.recordId) ?? here?.entries.get(record.recordId)
    if (stored.has(sourceId) && (row || created.has(record.recordId))) fresh.push(attachment)
    else if (here && isLeftOff(fileId, record, here, recordOf(record))) late.push(attachment)
  }
  return { fresh, late }
}

/** Whether the file of an imported record is stored without being attached, and nobody changed the record. */
export function isLeftOff(
  fileId: string,
  record: Planned<unknown>,
  { files, credentials, entries }: Records,
  known: KnownRecord | undefined,
): boolean {
  const file = files.get(fileId)
  const row = credentials.get(record.recordId) ?? entries.get(record.recordId)
  if (!file || !row || !known || file.deletedAt || file.resourceId !== null) return false
  return isAsImported(record, row, known.importedAt)
}
