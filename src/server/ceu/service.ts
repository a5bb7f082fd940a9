import { randomUUID } from 'node:crypto'
import type { Db } from '#server/core/database.ts'
import type { Owner } from '#server/core/owner.ts'
import { problemOf } from '#server/core/problem.ts'
import { listCredentials, requireCredential } from '#server/credentials/store.ts'
import { attachFiles, listFileIds } from '#server/files/store.ts'
import {
  type CeuCycle,
  type CeuCycleInput,
  type CeuCyclePatch,
  type CycleProposal,
  type CycleRemoval,
  ceuCycle,
  cycleProblems,
  MAX_CYCLES,
  overridesOf,
} from '#shared/ceu/cycle.ts'
import {
  type CeuEntry,
  type CeuEntryInput,
  type CeuEntryPatch,
  ceuEntry,
  contactHoursOf,
  type EntryImport,
  entryProblems,
  MAX_ENTRIES,
} from '#shared/ceu/entry.ts'
import { proposeCycle } from '#shared/ceu/proposal.ts'
import { dueUnder } from '#shared/ceu/rule.ts'
import { findRule, ruleForCertification, ruleForLicense } from '#shared/ceu/rules.ts'
import { type FieldError, Problem, type ProblemCode } from '#shared/core/errors.ts'
import { filesAfter } from '#shared/credentials/attachments.ts'
import { type Kind, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import {
  type Claim,
  type CycleRecord,
  changeCycle,
  changeEntries,
  type EntryRecord,
  type EntryRow,
  insertClaims,
  insertCycle,
  insertEntries,
  listCycles,
  listCyclesOf,
  listDeletedWithCycle,
  listImported,
  listUses,
  lockVault,
  moveMain,
  type NewEntry,
  recount,
  replaceClaims,
  requireCycle,
  requireCycleRow,
  requireCycles,
  requireEntry,
  requireEntryRow,
  requireRoomForCycle,
  requireRoomForEntries,
  restorableSince,
  returnMain,
} from './store.ts'

/** When it happens: the instant, and the owner's own calendar date. */
export type Moment = { now: Date; today: string }

/** A cycle as its owner sees it, with what its rule says today where that is something else. */
export function presentCycle(record: CycleRecord): CeuCycle {
  const current = record.ruleId === null ? null : findRule(record.ruleId)
  const newerRule = current && current.version !== record.rule?.version ? current : null
  return ceuCycle.parse({ ...record, newerRule })
}

export function presentEntry(record: EntryRecord): CeuEntry {
  return ceuEntry.parse(record)
}

// Every change below wants a transaction of its caller's, takes the owner's lock in it, and recounts every cycle that it
// touches before it ends.

/** Rejects with `too_many_cycles` past `limit`. */
export async function createCycle(
  tx: Db,
  owner: Owner,
  input: CeuCycleInput,
  now: Date,
  limit = MAX_CYCLES,
): Promise<CycleRecord> {
  const rule = input.ruleId === null ? null : findRule(input.ruleId)
  if (input.ruleId !== null && !rule)
    throw new Problem('invalid', { errors: [{ path: 'ruleId', message: 'There is no such rule' }] })
  await lockVault(tx, owner)
  await requireRoomForCycle(tx, owner, limit)
  await requireCredentials(tx, owner, input)
  const id = await insertCycle(tx, owner, {
    ...input,
    rule,
    topicsCompleted: [],
    createdAt: now,
    updatedAt: now,
  })
  await recount(tx, [id])
  return requireCycle(tx, owner, id)
}

/** What a rule says of several fields is checked on the result of the edit. */
export async function updateCycle(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CeuCyclePatch,
  now: Date,
): Promise<CycleRecord> {
  await lockVault(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  const errors = cycleProblems({ ...row, ...patch })
  if (errors.length > 0) throw new Problem('invalid', { errors })
  // What it belongs to already may have been deleted since, and an edit of its notes is not to fail for that.
  const { licenseId = null, certificationId = null } = patch
  await requireCredentials(tx, owner, {
    licenseId: licenseId === row.licenseId ? null : licenseId,
    certificationId: certificationId === row.certificationId ? null : certificationId,
  })
  await changeCycle(tx, row.id, { ...patch, updatedAt: now })
  await recount(tx, [row.id])
  return requireCycle(tx, owner, row.id)
}

/** Takes over the rule as it is now; what the owner had not overridden follows it. */
export async function acceptRule(tx: Db, owner: Owner, id: string, now: Date): Promise<CycleRecord> {
  await lockVault(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  const rule = row.ruleId === null ? null : findRule(row.ruleId)
  if (!rule) throw new Problem('invalid', { errors: [{ path: 'ruleId', message: 'There is no newer rule' }] })
  if (rule.version !== row.rule?.version) {
    const overrides = overridesOf(row)
    const { requiredHours, topics } = dueUnder(rule, row.answers)
    await changeCycle(tx, row.id, {
      rule,
      ...(overrides.includes('requiredHours') ? {} : { requiredHours }),
      ...(overrides.includes('topics') ? {} : { topics }),
      updatedAt: now,
    })
    await recount(tx, [row.id])
  }
  return requireCycle(tx, owner, row.id)
}

/** What `removeCycle` would do. */
export async function previewRemoval(db: Db, owner: Owner, id: string): Promise<CycleRemoval> {
  const row = await requireCycleRow(db, owner, id)
  const uses = await listUses(db, row.id)
  const deleted = uses.filter(({ others }) => others.length === 0).length
  return { deleted, moved: uses.length - deleted }
}

/** Takes the entries along that count nowhere else. `restoreCycle` brings everything back for 30 days. */
export async function removeCycle(tx: Db, owner: Owner, id: string, now: Date): Promise<void> {
  await lockVault(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  const uses = await orFailTo('ceu_entries_not_read', () => listUses(tx, row.id))
  const gone = uses.filter(({ others }) => others.length === 0).map(({ entryId }) => entryId)
  const moves = uses.flatMap(({ entryId, mainId, others: [to] }) =>
    mainId === row.id && to !== undefined ? [{ entryId, from: row.id, to }] : [],
  )
  await changeEntries(tx, gone, { deletedAt: now, deletedWithCycleId: row.id })
  await moveMain(tx, moves)
  await changeCycle(tx, row.id, { deletedAt: now })
}

const failures = {
  ceu_entries_not_read: ['Failed to find CEU entries', 'the database could not read them'],
  ceu_cycle_not_deleted: ['Failed to delete CEU cycle', 'the database refused the change'],
} as const satisfies Partial<Record<ProblemCode, readonly [sentence: string, refusal: string]>>

/** Names an unexpected failure of `work`; what is expected passes. The log gets the cause, the answer a plain reason. */
export async function orFailTo<T>(code: keyof typeof failures, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    const [sentence, refusal] = failures[code]
    const isAway = problemOf(error).code === 'unavailable'
    const detail = `${sentence}: ${isAway ? 'the database could not be reached' : refusal}`
    throw Object.assign(new Problem(code, { detail }), { cause: error })
  }
}

/** Undoes a delete, with the entries that went along; what is not deleted stays as it is. */
export async function restoreCycle(
  tx: Db,
  owner: Owner,
  id: string,
  now: Date,
  limits = { cycles: MAX_CYCLES, entries: MAX_ENTRIES },
): Promise<CycleRecord> {
  await lockVault(tx, owner)
  const row = await requireCycleRow(tx, owner, id, restorableSince(now))
  if (row.deletedAt) {
    await returnMain(tx, row.id)
    const back = await listDeletedWithCycle(tx, row.id)
    await requireRoomForCycle(tx, owner, limits.cycles)
    await requireRoomForEntries(tx, owner, back.length, limits.entries)
    await changeCycle(tx, row.id, { deletedAt: null })
    const ids = back.map((entry) => entry.id)
    await changeEntries(tx, ids, { deletedAt: null, deletedWithCycleId: null })
    await moveMain(
      tx,
      back
        .filter(({ cycleId }) => cycleId !== row.id)
        .map((entry) => ({ entryId: entry.id, from: entry.cycleId, to: row.id })),
    )
    await recount(tx, [row.id])
  }
  return requireCycle(tx, owner, row.id)
}

/** For each license, and for each certification that has a rule: what its next cycle could be. */
export async function listProposals(db: Db, owner: Owner, today: string): Promise<CycleProposal[]> {
  const query = { sort: 'expiresAt', order: 'asc', limit: MAX_CREDENTIALS } as const
  const { items } = await listCredentials(db, owner, query, today)
  const cycles = await listCycles(db, owner)
  return items.flatMap((held) => {
    const { kind, title, name, state, type, code } = held
    const isLicense = kind === 'license'
    const rule = isLicense
      ? ruleForLicense({ state: state ?? '', type: type ?? '' })
      : code === null
        ? null
        : ruleForCertification(code)
    if (!isLicense && !rule) return []
    const earlier = cycles.filter(
      ({ licenseId, certificationId }) => (licenseId ?? certificationId) === held.id,
    )
    const { issuedAt, expiresAt, renewalCycle } = held
    const credentialTitle = title ?? name ?? ''
    const about = { credentialId: held.id, kind, credentialTitle, state, issuedAt, expiresAt, renewalCycle }
    return proposeCycle(about, rule, earlier, today)
  })
}

/** Rejects with `too_many_entries` past `limit`, as `requireCycles`, or as `attachFiles`. */
export async function createEntry(
  tx: Db,
  owner: Owner,
  input: CeuEntryInput,
  { now, today }: Moment,
  limit = MAX_ENTRIES,
): Promise<EntryRecord> {
  refuse(futureProblems(input, today))
  await lockVault(tx, owner)
  const [id = ''] = await addEntries(tx, owner, [input], { now, importId: null }, limit)
  return requireEntry(tx, owner, id)
}

/** All of them or none. */
export async function importEntries(
  tx: Db,
  owner: Owner,
  { entries: inputs }: EntryImport,
  { now, today }: Moment,
  limit = MAX_ENTRIES,
): Promise<{ importId: string; count: number }> {
  refuse(inputs.flatMap((input, index) => within(`entries.${index}`, futureProblems(input, today))))
  await lockVault(tx, owner)
  const importId = randomUUID()
  await addEntries(tx, owner, inputs, { now, importId }, limit)
  return { importId, count: inputs.length }
}

/** Undoes an import: deletes those of its entries that are still there. */
export async function removeImport(tx: Db, owner: Owner, importId: string, now: Date): Promise<number> {
  await lockVault(tx, owner)
  const imported = await listImported(tx, owner, importId)
  const ids = imported.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
  const cycles = await listCyclesOf(tx, ids)
  await changeEntries(tx, ids, { deletedAt: now })
  await recount(tx, [...cycles.values()].flat())
  return ids.length
}

type Origin = { now: Date; importId: string | null }

async function addEntries(
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
    const { fileId, fileIds } = filesAfter(input, { fileId: null, fileIds: [] })
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
  await lockVault(tx, owner)
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
  const { fileId, fileIds } = filesAfter(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: 'ceuEntry', resourceId: row.id })
  return { fileId }
}

/** Takes it out of every list and every sum; `restoreEntry` brings it back for 30 days. */
export async function removeEntry(tx: Db, owner: Owner, id: string, now: Date): Promise<void> {
  await lockVault(tx, owner)
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
  await lockVault(tx, owner)
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

function futureProblems({ completedAt }: { completedAt?: string | undefined }, today: string): FieldError[] {
  if (completedAt === undefined || completedAt <= today) return []
  return [{ path: 'completedAt', message: 'Completed in the future' }]
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

function within(where: string, errors: FieldError[]): FieldError[] {
  return errors.map(({ path, message }) => ({ path: `${where}.${path}`, message }))
}

async function requireCredentials(
  tx: Db,
  owner: Owner,
  { licenseId, certificationId }: { licenseId: string | null; certificationId: string | null },
): Promise<void> {
  if (licenseId !== null) await requireKind(tx, owner, 'license', licenseId)
  if (certificationId !== null) await requireKind(tx, owner, 'certification', certificationId)
}

/** A license is no certification, and a missing one is named as what was asked for. */
async function requireKind(tx: Db, owner: Owner, kind: Kind, id: string): Promise<void> {
  const found = await requireCredential(tx, owner, id).catch((error) => {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  })
  if (found?.kind !== kind) throw new Problem(`${kind}_not_found`)
}
