import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { attachFiles, listFileIds } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type CeuEntry,
  type CeuEntryInput,
  type CeuEntryPatch,
  ceuEntry,
  contactHoursOf,
  entryProblems,
  MAX_ENTRIES,
} from '#shared/ceu/entry.ts'
import { applyFileChange } from '#shared/credentials/attachments.ts'
import { type FieldError, Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { type Claim, insertClaims, listCyclesOf, moveMain, recount, replaceClaims } from './count-store.ts'
import { requireCycles } from './cycle-store.ts'
import {
  changeEntries,
  type EntryRecord,
  type EntryRow,
  insertEntries,
  type NewEntry,
  requireEntry,
  requireEntryRow,
  requireRoomForEntries,
} from './entry-store.ts'

/** When it happens: the instant, and the owner's own calendar date. */
export type Moment = { now: Date; today: string }

export function presentEntry(record: EntryRecord): CeuEntry {
  return ceuEntry.parse(record)
}

// As of cycles: every change wants a transaction, takes the lock in it, and recounts every cycle that it touches.

/** Rejects with `too_many_entries` past `limit`, as `requireCycles`, or as `attachFiles`. */
export async function createEntry(
  tx: Db,
  owner: Owner,
  input: CeuEntryInput,
  { now, today }: Moment,
  limit = MAX_ENTRIES,
): Promise<EntryRecord> {
  refuse(futureProblems(input, today))
  await lockOwnerRow(tx, owner)
  const [id = ''] = await addEntries(tx, owner, [input], { now, importId: null }, limit)
  return requireEntry(tx, owner, id)
}

type Origin = { now: Date; importId: string | null }

/** What creating and importing have in common, under the lock of the owner: keeps the entries and recounts. */
export async function addEntries(
  tx: Db,
  owner: Owner,
  inputs: CeuEntryInput[],
  { now, importId }: Origin,
  limit: number,
): Promise<string[]> {
  const claims = inputs.map((input) => ({ entryId: randomUUID(), claims: claimsOf(input) }))
  const cycleIds = claims.flatMap((entry) => entry.claims.map(({ cycleId }) => cycleId))
  await requireRoomForEntries(tx, owner, inputs.length, limit)
  await requireCycles(tx, owner, cycleIds)
  const rows: NewEntry[] = []
  for (const [index, input] of inputs.entries()) {
    const id = claims[index]?.entryId ?? ''
    const where = importId === null ? null : `entries.${index}`
    const { counts: _counts, fileIds: _fileIds, ...fields } = input
    const fileId = await attach(tx, owner, id, input, where)
    rows.push({ ...fields, hours: worthOf(input), id, fileId, importId, createdAt: now, updatedAt: now })
  }
  await insertEntries(tx, owner, rows)
  await insertClaims(tx, owner, claims)
  await recount(tx, cycleIds)
  return claims.map(({ entryId }) => entryId)
}

/** Answers the main one of the files. `where` the entry stands in an import, for the names of bad fields. */
async function attach(
  tx: Db,
  owner: Owner,
  entryId: string,
  input: CeuEntryInput,
  where: string | null,
): Promise<string | null> {
  try {
    const { fileId, fileIds } = applyFileChange(input, { fileId: null, fileIds: [] })
    if (fileIds.length > 0)
      await attachFiles(tx, owner, fileIds, { resourceType: 'ceuEntry', resourceId: entryId })
    return fileId
  } catch (error) {
    if (where === null || !(error instanceof Problem) || !error.errors) throw error
    throw new Problem(error.code, { errors: within(where, error.errors) })
  }
}

/** `cycleId` moves the main count; `counts` names all of them anew. What a rule says is checked on the result. */
export async function updateEntry(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CeuEntryPatch,
  { now, today }: Moment,
): Promise<EntryRecord> {
  refuse(futureProblems(patch, today))
  await lockOwnerRow(tx, owner)
  const before = await requireEntry(tx, owner, id)
  const worth = worthAfter(before, patch)
  refuse(entryProblems({ ...before, ...patch, ...worth, counts: patch.counts ?? [] }))

  const claims = claimsAfter(before, patch)
  await requireCycles(
    tx,
    owner,
    claims.map(({ cycleId }) => cycleId),
  )
  const { fileId, fileIds, counts, ...fields } = patch
  const main = fileId === undefined && fileIds === undefined ? {} : await reattach(tx, owner, before, patch)
  const hours = worthOf({ ...before, ...worth })
  await changeEntries(tx, [before.id], { ...fields, ...main, ...worth, hours, updatedAt: now })
  if (counts !== undefined || patch.cycleId !== undefined) await replaceClaims(tx, owner, before.id, claims)
  await recount(
    tx,
    [...before.counts, ...claims].map(({ cycleId }) => cycleId),
  )
  return requireEntry(tx, owner, before.id)
}

async function reattach(tx: Db, owner: Owner, row: EntryRow, patch: CeuEntryPatch) {
  const current = (await listFileIds(tx, [row.id])).get(row.id) ?? []
  const { fileId, fileIds } = applyFileChange(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: 'ceuEntry', resourceId: row.id })
  return { fileId }
}

/** Takes it out of every list and every sum; `restoreEntry` brings it back for 30 days. */
export async function removeEntry(tx: Db, owner: Owner, id: string, now: Date): Promise<void> {
  await lockOwnerRow(tx, owner)
  const { id: entryId } = await requireEntryRow(tx, owner, id)
  const cycles = (await listCyclesOf(tx, [entryId])).get(entryId) ?? []
  await changeEntries(tx, [entryId], { deletedAt: now })
  await recount(tx, cycles)
}

/** Undoes a delete. Rejects with `ceu_cycle_not_found` when all its cycles are deleted: it comes back with one. */
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
    await changeEntries(tx, [row.id], { deletedAt: null, deletedWithCycleId: null })
    if (!cycles.includes(row.cycleId)) await moveMain(tx, [{ entryId: row.id, from: row.cycleId, to: first }])
    await recount(tx, cycles)
  }
  return requireEntry(tx, owner, row.id)
}

/** The main cycle first, then the others as they were named. */
function claimsOf({ cycleId, counts }: { cycleId: string; counts: Claim[] }): Claim[] {
  const main = counts.find((claim) => claim.cycleId === cycleId) ?? { cycleId, acceptedHours: null }
  return [main, ...counts.filter((claim) => claim.cycleId !== cycleId)]
}

function claimsAfter(before: EntryRecord, { cycleId, counts }: CeuEntryPatch): Claim[] {
  const moves = cycleId !== undefined && cycleId !== before.cycleId
  const named = counts ?? before.counts.filter((claim) => !moves || claim.cycleId !== before.cycleId)
  const claims = named.map((claim) => ({ cycleId: claim.cycleId, acceptedHours: claim.acceptedHours }))
  return claimsOf({ cycleId: cycleId ?? before.cycleId, counts: claims })
}

type Worth = { hours?: number | undefined; amount: number | null; unit: CeuEntryInput['unit'] }

/** Hours that are stated take the place of the certificate's amount; an amount or its unit makes the hours. */
function worthAfter(before: Worth, { hours, amount, unit }: CeuEntryPatch): Worth {
  if (hours !== undefined && amount === undefined)
    return { hours, amount: null, unit: unit ?? 'contact_hour' }
  const after = amount === undefined ? before.amount : amount
  return { hours: after === null ? (hours ?? before.hours) : hours, amount: after, unit: unit ?? before.unit }
}

/** Checked by `entryProblems` before. */
function worthOf(entry: Worth): number {
  const hours = contactHoursOf(entry)
  if (hours === null) throw new Error('An entry without hours')
  return hours
}

/** Nothing was completed after the owner's own today. */
export function futureProblems(
  { completedAt }: { completedAt?: string | undefined },
  today: string,
): FieldError[] {
  if (completedAt === undefined || completedAt <= today) return []
  return [{ path: 'completedAt', message: 'Completed in the future' }]
}

export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

/** The same problems, named by where their entry stands. */
export function within(where: string, errors: FieldError[]): FieldError[] {
  return errors.map(({ path, message }) => ({ path: `${where}.${path}`, message }))
}
