import type { ResourceType } from '#shared/files/file.ts'
import type { OwnerPlan, Planned } from './plan-service.ts'
import { isAsImported } from './row-service.ts'
import type { KnownRecord, readRecords } from './store.ts'

export type Attachment = { fileId: string; resourceType: ResourceType; resourceId: string }

type Records = Awaited<ReturnType<typeof readRecords>>

/** A planned record that names a file, with the kind of record that it is here. */
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
  /** The documents of files that are stored by this run. */
  stored: ReadonlySet<string>
  /** The records that this run creates. */
  created: ReadonlySet<string>
  /** What was here before this run; `null` for a new account. */
  here: Records | null
  /** What was imported before this run. */
  recordOf(planned: Planned<unknown>): KnownRecord | undefined
}

/**
 * The files that are to be attached to their records: those of this run, and those of an earlier run that left them off a
 * record that nobody changed here since. Without a change of the record, its owner did not take the file off.
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

/** Whether the file of an imported record is here without being attached, and nobody changed the record. */
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
