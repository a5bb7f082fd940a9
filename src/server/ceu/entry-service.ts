import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { attachFiles, listFileIds } from '#server/files/store.ts'
import { requireVersion } from '#server/http/record-version.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type CeuEntry,
  type CeuEntryInput,
  type CeuEntryPatch,
  ceuEntry,
  entryProblems,
  MAX_COUNTS,
  MAX_ENTRIES,
} from '#shared/ceu/entry.ts'
import { containsDay } from '#shared/ceu/period.ts'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { applyFileChange } from '#shared/credentials/attachments.ts'
import { type FieldError, Problem, requireNoErrors } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { type CountInput, listCyclesOf, moveMain, newCounts, replaceCounts } from './count-store.ts'
import { type CyclePeriod, listCyclePeriods, requireCycles } from './cycle-store.ts'
import {
  type EntryRecord,
  type EntryRow,
  insertEntries,
  type NewEntry,
  requireEntry,
  requireEntryRow,
  requireRoomForEntries,
  updateEntryRow,
  updateEntryRows,
} from './entry-store.ts'
import { recount } from './recount-store.ts'

export function presentEntry(record: EntryRecord): CeuEntry {
  return ceuEntry.parse({ ...record, userId: record.ownerId })
}

// Like cycle-service.ts: every change runs in the caller's transaction, locks the owner's row, and recounts the cycles
// that it touches. A connection runs its statements in the order in which they are sent, so a recount that is sent after
// a change in one `Promise.all` sees the change.

/** Rejects with `too_many_entries` past `limit`, or with an error of `requireCycles` or `attachFiles`. */
export async function createEntry(
  tx: Db,
  owner: Owner,
  input: CeuEntryInput,
  { now, today }: LocalTime,
  limit = MAX_ENTRIES,
): Promise<EntryRecord> {
  requireNoErrors(futureDateProblems(input, today))
  const [id = ''] = await addEntries(tx, owner, [input], { now, importId: null }, limit)
  return requireEntry(tx, owner, id)
}

/** `positions`: where the entries stand in the list of an import, for its errors. */
type Origin = { now: Date; importId: string | null; positions?: number[] }

/** Locks the owner's row, inserts the entries and recounts their cycles, for a new entry and for an import. */
export async function addEntries(
  tx: Db,
  owner: Owner,
  inputs: CeuEntryInput[],
  { now, importId, positions }: Origin,
  limit: number,
): Promise<string[]> {
  const named = inputs.flatMap(({ cycleId, counts = [] }) => [cycleId, ...counts.map((each) => each.cycleId)])
  const [, cycles] = await Promise.all([
    lockOwnerRow(tx, owner),
    listCyclePeriods(tx, owner),
    requireRoomForEntries(tx, owner, inputs.length, limit, named),
  ])
  const entries = inputs.map((input) => {
    const { cycleId, counts = countsOnDay(input, cycles) } = input
    return { entryId: randomUUID(), counts: countsOf({ cycleId, counts }) }
  })
  const rows: NewEntry[] = []
  for (const [index, input] of inputs.entries()) {
    const id = entries[index]?.entryId ?? ''
    const pathPrefix = importId === null ? null : `entries.${positions?.[index] ?? index}`
    const fileId = await attachCertificates(tx, owner, id, input, pathPrefix)
    rows.push({ ...fieldsOf(input), id, fileId, importId, createdAt: now, updatedAt: now })
  }
  const counts = entries.flatMap((entry) => newCounts(entry.entryId, entry.counts))
  await Promise.all([
    insertEntries(tx, owner, rows, counts),
    recount(
      tx,
      owner,
      counts.map(({ cycleId }) => cycleId),
    ),
  ])
  return entries.map(({ entryId }) => entryId)
}

function countsOnDay({ cycleId, completedAt }: CeuEntryInput, cycles: CyclePeriod[]): CountInput[] {
  return cycles
    .filter((cycle) => cycle.id !== cycleId && containsDay(cycle, completedAt))
    .slice(0, MAX_COUNTS - 1)
    .map(({ id }) => ({ cycleId: id, acceptedHours: null }))
}

/** The columns of a new entry that its owner fills in, without the files. */
function fieldsOf({ counts: _counts, fileIds: _fileIds, fileId: _fileId, ...fields }: CeuEntryInput) {
  return { ...fields, hours: requireHours(fields) }
}

/** Resolves with the main file. Errors name a field of an import as `{pathPrefix}.{field}`. */
async function attachCertificates(
  tx: Db,
  owner: Owner,
  entryId: string,
  input: CeuEntryInput,
  pathPrefix: string | null,
): Promise<string | null> {
  try {
    const { fileId, fileIds } = applyFileChange(input, { fileId: null, fileIds: [] })
    if (fileIds.length > 0)
      await attachFiles(tx, owner, fileIds, { resourceType: 'ceuEntry', resourceId: entryId })
    return fileId
  } catch (error) {
    if (pathPrefix === null || !(error instanceof Problem) || !error.errors) throw error
    throw new Problem(error.code, { errors: prefixPaths(pathPrefix, error.errors) })
  }
}

/** `cycleId` changes the main cycle; `counts` replaces all of them. Rules across fields are checked on the result. */
export async function updateEntry(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CeuEntryPatch,
  { now, today }: LocalTime,
  seen?: string,
): Promise<EntryRecord> {
  requireNoErrors(futureDateProblems(patch, today))
  const [, before] = await Promise.all([lockOwnerRow(tx, owner), requireEntry(tx, owner, id)])
  requireVersion(before.updatedAt, seen)
  const { fields, errors } = edited(before, patch, now)
  requireNoErrors(errors)

  const { fileId, fileIds, counts } = patch
  const countsNow = countsAfter(before, patch)
  const cycleIds = countsNow.map(({ cycleId }) => cycleId)
  const hasNewCounts = counts !== undefined || patch.cycleId !== undefined
  if (hasNewCounts) await requireCycles(tx, owner, cycleIds)
  await updateEntryRow(tx, { ...before, ...fields })
  if (fileId !== undefined || fileIds !== undefined) await replaceCertificates(tx, owner, before, patch)
  if (hasNewCounts) await replaceCounts(tx, owner, before.id, countsNow)
  if (changesCount(patch))
    await recount(tx, owner, [...before.counts.map(({ cycleId }) => cycleId), ...cycleIds])
  return requireEntry(tx, owner, before.id)
}

/** The changes that an edit makes to the row, without the files, and the problems of the result. */
function edited(before: EntryRow, patch: CeuEntryPatch, now: Date) {
  const stated = statedHoursAfter(before, patch)
  const errors = entryProblems({ ...before, ...patch, ...stated, counts: patch.counts ?? [] })
  const { fileId: _fileId, fileIds: _fileIds, counts: _counts, ...fields } = patch
  const hours = requireHours({ ...before, ...stated })
  return { fields: { ...fields, ...stated, hours, updatedAt: now }, errors }
}

const changesCount = (patch: CeuEntryPatch) => countedFields.some((field) => patch[field] !== undefined)

/** The fields that decide how a cycle counts an entry. */
const countedFields: (keyof CeuEntryPatch)[] = [
  ...(['cycleId', 'counts', 'completedAt', 'hours', 'amount', 'unit', 'kind'] as const),
  ...(['topicTags', 'topicHours', 'fileId', 'fileIds'] as const),
]

async function replaceCertificates(tx: Db, owner: Owner, row: EntryRow, patch: CeuEntryPatch): Promise<void> {
  const current = (await listFileIds(tx, [row.id])).get(row.id) ?? []
  const { fileId, fileIds } = applyFileChange(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: 'ceuEntry', resourceId: row.id })
  await updateEntryRows(tx, [row.id], { fileId })
}

/** Removes an entry from every list and sum; `restoreEntry` can undo it for 30 days. */
export async function removeEntry(tx: Db, owner: Owner, id: string, now: Date): Promise<void> {
  const [, entry] = await Promise.all([lockOwnerRow(tx, owner), requireEntry(tx, owner, id)])
  const cycleIds = entry.counts.map(({ cycleId }) => cycleId)
  await Promise.all([updateEntryRow(tx, { ...entry, deletedAt: now }), recount(tx, owner, cycleIds)])
}

/**
 * Undoes `removeEntry`. Rejects with `ceu_cycle_not_found` if all cycles of the entry are deleted: restore a cycle
 * first.
 */
export async function restoreEntry(
  tx: Db,
  owner: Owner,
  id: string,
  now: Date,
  limit = MAX_ENTRIES,
): Promise<EntryRecord> {
  await lockOwnerRow(tx, owner)
  const row = await requireEntryRow(tx, owner, id, restorableSince(now))
  if (row.deletedAt) {
    const cycles = (await listCyclesOf(tx, [row.id])).get(row.id) ?? []
    const [first] = cycles
    if (first === undefined) throw new Problem('ceu_cycle_not_found')
    await requireRoomForEntries(tx, owner, 1, limit)
    await updateEntryRows(tx, [row.id], { deletedAt: null, deletedWithCycleId: null })
    if (!cycles.includes(row.cycleId)) await moveMain(tx, [{ entryId: row.id, from: row.cycleId, to: first }])
    await recount(tx, owner, cycles)
  }
  return requireEntry(tx, owner, row.id)
}

/** The main cycle first, then the others in the order the owner chose. */
function countsOf({ cycleId, counts }: { cycleId: string; counts: CountInput[] }): CountInput[] {
  const main = counts.find((count) => count.cycleId === cycleId) ?? { cycleId, acceptedHours: null }
  return [main, ...counts.filter((count) => count.cycleId !== cycleId)]
}

function countsAfter(before: EntryRecord, { cycleId, counts }: CeuEntryPatch): CountInput[] {
  const isMoved = cycleId !== undefined && cycleId !== before.cycleId
  const chosen = counts ?? before.counts.filter((count) => !isMoved || count.cycleId !== before.cycleId)
  const inputs = chosen.map((count) => ({ cycleId: count.cycleId, acceptedHours: count.acceptedHours }))
  return countsOf({ cycleId: cycleId ?? before.cycleId, counts: inputs })
}

type StatedHours = { hours?: number | undefined; amount: number | null; unit: CeuEntryInput['unit'] }

/** Stated hours replace the certificate's amount; a new amount or unit determines the hours. */
function statedHoursAfter(before: StatedHours, { hours, amount, unit }: CeuEntryPatch): StatedHours {
  if (hours !== undefined && amount === undefined)
    return { hours, amount: null, unit: unit ?? 'contact_hour' }
  const after = amount === undefined ? before.amount : amount
  return { hours: after === null ? (hours ?? before.hours) : hours, amount: after, unit: unit ?? before.unit }
}

/** Contact hours; `entryProblems` has checked that there are some. */
function requireHours(entry: StatedHours): number {
  const hours = contactHoursOf(entry)
  if (hours === null) throw new Error('An entry has no hours')
  return hours
}

/** An activity cannot be completed after today in the owner's time zone. */
export function futureDateProblems(
  { completedAt }: { completedAt?: string | undefined },
  today: string,
): FieldError[] {
  if (completedAt === undefined || completedAt <= today) return []
  return [{ path: 'completedAt', message: msg`This date is in the future` }]
}

/** The same errors, with each path below `prefix`. */
export function prefixPaths(prefix: string, errors: FieldError[]): FieldError[] {
  return errors.map(({ path, message }) => ({ path: `${prefix}.${path}`, message }))
}
