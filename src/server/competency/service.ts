import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { attachFiles } from '#server/files/store.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type CompetencyRecord,
  type CompetencyRecordInput,
  type CompetencyRecordPatch,
  competencyProblems,
  competencyRecord,
} from '#shared/competency/record.ts'
import { type FieldError, requireNoErrors } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  insertCompetencyRecords,
  requireCompetencyRecord,
  requireCompetencyRow,
  requireRoomForCompetencyRecord,
  updateCompetencyRow,
} from './store.ts'

// Every change runs in the caller's transaction and locks the owner's row.

/** Rejects with `too_many_competency_records` at `limit`, or as `attachFiles`. */
export async function createCompetencyRecord(
  tx: Db,
  owner: Owner,
  { fileIds, ...fields }: CompetencyRecordInput,
  { now, today }: LocalTime,
  limit?: number,
): Promise<CompetencyRecord> {
  requireNoErrors(futureDateProblems(fields, today))
  await lockOwnerRow(tx, owner)
  await requireRoomForCompetencyRecord(tx, owner, limit)
  const id = randomUUID()
  await insertCompetencyRecords(tx, owner, [{ ...fields, id, createdAt: now, updatedAt: now }])
  await attachProofs(tx, owner, id, fileIds)
  return readRecord(tx, owner, id)
}

/** Rules across fields are checked on the result. */
export async function updateCompetencyRecord(
  tx: Db,
  owner: Owner,
  recordId: string,
  patch: CompetencyRecordPatch,
  { now, today }: LocalTime,
): Promise<CompetencyRecord> {
  requireNoErrors(futureDateProblems(patch, today))
  await lockOwnerRow(tx, owner)
  const before = await requireCompetencyRow(tx, owner, recordId)
  requireNoErrors(competencyProblems({ ...before, ...patch }))
  const { fileIds, ...fields } = patch
  await updateCompetencyRow(tx, before.id, { ...fields, updatedAt: now })
  if (fileIds !== undefined) await attachProofs(tx, owner, before.id, fileIds)
  return readRecord(tx, owner, before.id)
}

async function readRecord(tx: Db, owner: Owner, id: string): Promise<CompetencyRecord> {
  return competencyRecord.parse(await requireCompetencyRecord(tx, owner, id))
}

function attachProofs(tx: Db, owner: Owner, resourceId: string, fileIds: string[]): Promise<void> {
  return attachFiles(tx, owner, fileIds, { resourceType: 'competencyRecord', resourceId })
}

/** Nothing is finished after today in the owner's time zone. */
function futureDateProblems(
  { endDate }: Pick<CompetencyRecordPatch, 'endDate'>,
  today: string,
): FieldError[] {
  if (endDate === undefined || endDate <= today) return []
  return [{ path: 'endDate', message: msg`This date is in the future` }]
}
