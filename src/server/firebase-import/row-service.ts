import { contactHoursOf } from '#shared/ceu/entry.ts'
import { earlier } from './account-service.ts'
import type { StoredFile } from './file-service.ts'
import type { OwnerPlan, Planned } from './plan-service.ts'

type Fresh = Pick<OwnerPlan, 'files' | 'credentials' | 'cycles' | 'entries'>

/** The rows of what is imported of one owner; of the files those whose bytes are stored. */
export function rowsOf(
  { files, credentials, cycles, entries }: Fresh,
  stored: Map<string, StoredFile>,
  now: Date,
) {
  const recordIds = new Map(files.map(({ sourceId, recordId }) => [sourceId, recordId]))
  const owners = new Map<
    string,
    { resourceType: 'license' | 'certification' | 'ceuEntry'; resourceId: string }
  >()
  const fileOf = (
    { fileId, recordId }: Planned<unknown>,
    resourceType: 'license' | 'certification' | 'ceuEntry',
  ) => {
    if (fileId === null || !stored.has(fileId)) return null
    owners.set(fileId, { resourceType, resourceId: recordId })
    return recordIds.get(fileId) ?? null
  }
  const datesOf = ({ times }: Planned<unknown>) => importedTimes(times, now)
  const credentialRows = credentials.map((each) => ({
    ...{ id: each.recordId, input: each.input, fileId: fileOf(each, each.input.kind) },
    ...{ archivedAt: null, deletedAt: null, ...datesOf(each) },
  }))
  const entryRows = entries.map((each) => {
    const { counts: _counts, fileIds: _fileIds, ...fields } = each.input
    const hours = contactHoursOf(fields) ?? 0
    return { ...fields, hours, id: each.recordId, fileId: fileOf(each, 'ceuEntry'), ...datesOf(each) }
  })
  return {
    credentials: credentialRows,
    entries: entryRows,
    cycles: cycles.map((each) => ({
      ...each.input,
      ...{ id: each.recordId, rule: null, hoursCounted: 0, topicsCompleted: [], ...datesOf(each) },
    })),
    files: files.flatMap(({ sourceId, recordId, freeFields, createdAt, objectPath }) => {
      const bytes = stored.get(sourceId)
      if (!bytes) return []
      const { md5, ...row } = bytes
      const at = earlier(createdAt ?? now, now)
      const details = { custom: {}, md5, version: 1, updatedAt: at.toISOString() }
      const object = objectPath === null ? {} : { objectPath, objectDetails: details }
      return [{ ...row, id: recordId, freeFields, createdAt: at, ...object, ...(owners.get(sourceId) ?? {}) }]
    }),
  }
}

/** When a record counts as made and changed: what the source says, but never later than the import. */
export function importedTimes({ createdAt, updatedAt }: Planned<unknown>['times'], now: Date) {
  const created = earlier(createdAt ?? updatedAt ?? now, now)
  return { createdAt: created, updatedAt: earlier(updatedAt ?? created, now) }
}
