import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { sealNamesOf } from '#server/files/name-service.ts'
import { attachFiles } from '#server/files/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type HealthRecord,
  type HealthRecordInput,
  type HealthRecordPatch,
  type HealthRecordQuery,
  healthFutureProblems,
  healthProblems,
  performedOnOf,
} from '#shared/health/record.ts'
import { healthSearchText } from '#shared/health/record-text.ts'
import { requireNoErrors } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { openDetails, presentHealthRecord, sealDetails } from './details-service.ts'
import {
  insertHealthRows,
  listHealthRows,
  requireHealthRow,
  requireHealthRowWithFiles,
  requireRoomForHealthRecord,
  updateHealthRow,
} from './store.ts'

/** Searched after decryption: an owner has few enough. */
export async function listHealthRecords(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  { kind, q = '' }: HealthRecordQuery,
  t: Translate,
): Promise<HealthRecord[]> {
  const records = (await listHealthRows(tx, owner, kind)).map((row) => presentHealthRecord(cipher, row))
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return records
  return records.filter((record) => {
    const text = healthSearchText(record, t)
    return words.every((word) => text.includes(word))
  })
}

export async function findHealthRecord(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  id: string,
): Promise<HealthRecord> {
  return presentHealthRecord(cipher, await requireHealthRowWithFiles(tx, owner, id))
}

// Every change runs in the caller's transaction and locks the owner's row.

/** Rejects with `too_many_health_records` at `limit`, or as `attachFiles`. */
export async function createHealthRecord(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  input: HealthRecordInput,
  { now, today }: LocalTime,
  limit?: number,
): Promise<HealthRecord> {
  requireNoErrors(healthFutureProblems(input, today))
  await lockOwnerRow(tx, owner)
  await requireRoomForHealthRecord(tx, owner, limit)
  const row = newHealthRow(cipher, owner, input, randomUUID())
  await insertHealthRows(tx, owner, [{ ...row, createdAt: now, updatedAt: now }])
  await attachDocuments(tx, cipher, owner, { resourceId: row.id, fileIds: input.fileIds })
  return findHealthRecord(tx, cipher, owner, row.id)
}

/** The columns of a record that is entered or imported, without its instants. */
export function newHealthRow(cipher: FieldCipher, owner: Owner, input: HealthRecordInput, id: string) {
  const { kind, dueOn } = input
  return {
    ...{ id, kind, dueOn, performedOn: performedOnOf(input) },
    ...sealDetails(cipher, { id, ownerId: owner }, input),
  }
}

/** Rules across fields are checked on the result. */
export async function updateHealthRecord(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  recordId: string,
  patch: HealthRecordPatch,
  { now, today }: LocalTime,
): Promise<HealthRecord> {
  requireNoErrors(healthFutureProblems(patch, today))
  await lockOwnerRow(tx, owner)
  const before = await requireHealthRow(tx, owner, recordId)
  const { fileIds, ...changes } = patch
  const after = { ...before, ...openDetails(cipher, before), ...changes }
  requireNoErrors(healthProblems(after))
  await updateHealthRow(tx, before.id, {
    ...{ performedOn: performedOnOf(after), dueOn: after.dueOn, updatedAt: now },
    ...sealDetails(cipher, before, after),
  })
  if (fileIds !== undefined) await attachDocuments(tx, cipher, owner, { resourceId: before.id, fileIds })
  return findHealthRecord(tx, cipher, owner, before.id)
}

async function attachDocuments(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  { resourceId, fileIds }: { resourceId: string; fileIds: string[] },
): Promise<void> {
  await attachFiles(tx, owner, fileIds, { resourceType: 'healthRecord', resourceId })
  await sealNamesOf(tx, cipher, resourceId)
}
