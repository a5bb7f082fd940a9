import { newName } from '#server/files/name-service.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { earlier } from './account-service.ts'
import type { StoredFile } from './file-service.ts'
import type { OwnerPlan, Planned } from './plan-service.ts'

/** The rows for one owner's imported data, without files. */
export function recordRowsOf(
  { credentials, cycles, entries }: Pick<OwnerPlan, 'credentials' | 'cycles' | 'entries'>,
  now: Date,
) {
  const datesOf = ({ times }: Planned<unknown>) => importedTimes(times, now)
  return {
    credentials: credentials.map((each) => ({
      ...{ id: each.recordId, input: each.input, fileId: null },
      ...{ archivedAt: null, deletedAt: null, ...datesOf(each) },
    })),
    entries: entries.map((each) => {
      const { counts: _counts, fileIds: _fileIds, ...fields } = each.input
      const hours = contactHoursOf(fields) ?? 0
      return { ...fields, hours, id: each.recordId, fileId: null, ...datesOf(each) }
    }),
    cycles: cycles.map((each) => ({
      ...each.input,
      ...{ id: each.recordId, rule: null, hoursCounted: 0, topicsCompleted: [], ...datesOf(each) },
    })),
  }
}

/** The rows of the files whose bytes are stored, before they are attached to a record. */
export function fileRowsOf(
  files: OwnerPlan['files'],
  stored: Map<string, StoredFile>,
  { now, cipher, owner }: { now: Date; cipher: FieldCipher; owner: Owner },
) {
  return files.flatMap(({ sourceId, recordId, freeFields, createdAt, objectPath }) => {
    const bytes = stored.get(sourceId)
    if (!bytes) return []
    const { md5, name, ...row } = bytes
    const at = earlier(createdAt ?? now, now)
    const details = { md5, version: 1, updatedAt: at.toISOString() }
    const object = objectPath === null ? {} : { objectPath, objectDetails: details }
    return [
      { ...row, ...newName(cipher, owner, { name, id: recordId }), freeFields, createdAt: at, ...object },
    ]
  })
}

/** The creation and change times of a record: those of the source, but never later than the import. */
export function importedTimes({ createdAt, updatedAt }: Planned<unknown>['times'], now: Date) {
  const created = earlier(createdAt ?? updatedAt ?? now, now)
  return { createdAt: created, updatedAt: earlier(updatedAt ?? created, now) }
}

/** Whether the record is unchanged here since it was imported. */
export function isAsImported(
  { times }: Planned<unknown>,
  row: { updatedAt?: Date; deletedAt?: Date | null },
  importedAt: Date,
): boolean {
  return !row.deletedAt && row.updatedAt?.getTime() === importedTimes(times, importedAt).updatedAt.getTime()
}
