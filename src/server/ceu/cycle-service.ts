import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { problemOf } from '#server/http/problem.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type CeuCycle,
  type CeuCycleInput,
  type CeuCyclePatch,
  type CycleRemoval,
  ceuCycle,
  cycleProblems,
  MAX_CYCLES,
  overridesOf,
} from '#shared/ceu/cycle.ts'
import { MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { dueUnder } from '#shared/ceu/rule.ts'
import { findRule } from '#shared/ceu/rules.ts'
import type { Kind } from '#shared/credentials/credential.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { listDeletedWithCycle, listUses, moveMain, recount, returnMain } from './count-store.ts'
import {
  type CycleRecord,
  changeCycle,
  insertCycle,
  requireCycle,
  requireCycleRow,
  requireRoomForCycle,
} from './cycle-store.ts'
import { changeEntries, requireRoomForEntries } from './entry-store.ts'

/** A cycle as its owner sees it, with what its rule says today where that is something else. */
export function presentCycle(record: CycleRecord): CeuCycle {
  const current = record.ruleId === null ? null : findRule(record.ruleId)
  const newerRule = current && current.version !== record.rule?.version ? current : null
  return ceuCycle.parse({ ...record, newerRule })
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
  await lockOwnerRow(tx, owner)
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
  await lockOwnerRow(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  // What it lacks already, since its certification was purged, is no fault of this edit.
  const before = cycleProblems(row).map(({ path }) => path)
  const errors = cycleProblems({ ...row, ...patch }).filter(({ path }) => !before.includes(path))
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
  await lockOwnerRow(tx, owner)
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
  await lockOwnerRow(tx, owner)
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
  await lockOwnerRow(tx, owner)
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
