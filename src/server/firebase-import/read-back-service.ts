import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { completeCredential } from '#shared/credentials/credential.ts'
import { isLeftOff, recordsWithFiles } from './attachment-service.ts'
import { keyOf } from './id-service.ts'
import type { OwnerPlan, Planned } from './plan-service.ts'
import type { ImportReport } from './report-service.ts'
import { isAsImported } from './row-service.ts'
import { type KnownRecord, listKnownRecords, readRecords } from './store.ts'

export type ReadBack = {
  /**
   * The number of accounts, records and files that are stored here as in the source. Of an account, only the address is
   * compared.
   */
  equal: number
  /** Imported earlier, and changed or deleted here by their owners since then. */
  changedHere: number
  deletedHere: number
  /** `collection/id` of the records that differ from the source although nobody changed them here. */
  faults: string[]
}

type Row = Record<string, unknown> & { updatedAt?: Date; createdAt: Date; deletedAt: Date | null }
type Records = Awaited<ReturnType<typeof readRecords>>

/**
 * Compares everything imported, in this run or before, with the source: the fields, the bytes of the files, and the
 * records to which the files are attached.
 */
export async function readBack(services: Services, { plans, source }: ImportReport): Promise<ReadBack> {
  const known = Map.groupBy(await listKnownRecords(services.db), ({ ownerId }) => ownerId)
  const result: ReadBack = { equal: 0, changedHere: 0, deletedHere: 0, faults: [] }
  for (const plan of plans) {
    const own = known.get(plan.account.localId)
    if (!own) continue
    const user = await findUserById(services.db, plan.account.localId)
    if (user?.email === plan.email) result.equal += 1
    else result.changedHere += 1
    const rows = await readRecords(services.db, asOwnerId(plan.account.localId))
    const imported = new Map(own.map((row) => [keyOf(row.collection, row.sourceId), row]))
    comparePlan(plan, rows, imported, result)
    const recordsOfFiles = new Map(recordsWithFiles(plan).map(({ sourceId, record }) => [sourceId, record]))
    for (const file of plan.files) {
      const key = keyOf('fileMetadata', file.sourceId)
      if (imported.get(key)?.digest !== file.digest) continue
      const row = rows.files.get(file.recordId)
      const record = recordsOfFiles.get(file.sourceId)
      const known = record && imported.get(keyOf(record.collection, record.sourceId))
      if (!row) result.deletedHere += 1
      else if (record && isLeftOff(file.recordId, record, rows, known)) result.faults.push(key)
      else if (await hasSameBytes(services, row.key, source.files.byPath.get(file.path))) result.equal += 1
      else result.faults.push(key)
    }
  }
  return result
}

function comparePlan(
  plan: OwnerPlan,
  rows: Records,
  imported: Map<string, KnownRecord>,
  result: ReadBack,
): void {
  const compare = (each: Planned<unknown>, row: Row | undefined, expected: object) => {
    const key = keyOf(each.collection, each.sourceId)
    const record = imported.get(key)
    // The report lists documents that changed in the source since their import.
    if (!record || record.digest !== each.digest) return
    if (!row || row.deletedAt) result.deletedHere += 1
    else if (isEqual(row, expected)) result.equal += 1
    else if (isAsImported(each, row, record.importedAt)) result.faults.push(key)
    else result.changedHere += 1
  }
  for (const each of plan.credentials) {
    const { fileId: _id, fileIds: _ids, ...expected } = completeCredential(each.input)
    const row = rows.credentials.get(each.recordId)
    // Free fields have a column of their own.
    const { freeFields } = 'freeFields' in expected ? expected : { freeFields: {} }
    const stored = row && { ...row, ...freeFields, freeFields: row.freeFields }
    compare(each, stored, expected)
  }
  for (const each of plan.cycles) compare(each, rows.cycles.get(each.recordId), each.input)
  for (const each of plan.entries) {
    const { fileId: _id, fileIds: _ids, counts: _counts, ...expected } = each.input
    compare(each, rows.entries.get(each.recordId), expected)
  }
}

function isEqual(row: Row, expected: object): boolean {
  return Object.entries(expected).every(([key, value]) => canonical(row[key]) === canonical(value))
}

/** The database stores JSON keys in its own order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

async function hasSameBytes({ storage }: Services, key: string, path: string | undefined): Promise<boolean> {
  const stored = await storage.read(key)
  if (!stored || path === undefined) return false
  const hash = createHash('sha256')
  for await (const part of stored) hash.update(part)
  return (
    hash.digest('hex') ===
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  )
}
