import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import {
  type CeuCycle,
  type CeuCycleInput,
  type CeuCyclePatch,
  type CycleRemoval,
  ceuCycle,
  cycleProblems,
  factsOf,
  MAX_CYCLES,
  overridesOf,
} from '#shared/ceu/cycle.ts'
import { MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { assessNeeds, type CycleNeed } from '#shared/ceu/needs.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import type { RuleBook } from '#shared/ceu/rule-book.ts'
import { keepTopicNames } from '#shared/ceu/topic-match.ts'
import { amountWithin } from '#shared/competency/amount-within.ts'
import { competencyKind } from '#shared/competency/record.ts'
import type { Kind } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { addDays, addYears, restorableSince } from '#shared/kernel/dates.ts'
import { listCyclesOf, listDeletedWithCycle, listEntryUses, moveMain, restoreMain } from './count-store.ts'
import {
  type CycleRecord,
  insertCycle,
  requireCycle,
  requireCycleRow,
  requireRoomForCycle,
  updateCycleRow,
} from './cycle-store.ts'
import { requireRoomForEntries, updateEntryRows } from './entry-store.ts'
import { withFailureProblem } from './failure-service.ts'
import { recount } from './recount-store.ts'
import { ruleOf } from './store.ts'

/**
 * A cycle as its owner sees it, with the current version of its rule if that version differs. Without `rules`, no newer
 * version is looked up.
 */
export function presentCycle(record: CycleRecord, rules: RuleBook | null): CeuCycle {
  const { rule, ruleId, cycleEnd } = record
  const current = ruleId === null ? null : (rules?.find(ruleId, cycleEnd) ?? null)
  const newerRule = current && isOther(current, rule) ? current : null
  return ceuCycle.parse({ ...record, userId: record.ownerId, newerRule, needs: needsOf(record) })
}

const isOther = (current: CeRule, rule: CeRule | null) =>
  current.version !== rule?.version || current.effectiveFrom !== rule.effectiveFrom

function needsOf(record: CycleRecord): CycleNeed[] {
  const { rule, cycleStart, cycleEnd, needAnswers, certifications, practiceLog } = record
  if (rule === null) return []
  const lastYears = (years: number) => addDays(addYears(cycleEnd, -years), 1)
  return assessNeeds(requirementsOf(rule, factsOf(record)).needs, {
    answers: needAnswers,
    certifications,
    recorded: (kind, from, to) => {
      const logged = competencyKind.safeParse(kind)
      return logged.success
        ? amountWithin(practiceLog, logged.data, from, to)
        : { amount: 0, records: 0, isProrated: false }
    },
    startOf: (years) => (years === null ? cycleStart : lastYears(years)),
    lastYearStart: lastYears(1),
    cycleEnd,
  })
}

// Every change below runs in the caller's transaction, locks the owner's row, and recounts the cycles it touches before
// it ends.

/** Rejects with `too_many_cycles` at `limit`, and with `invalid` for an unknown rule. */
export async function createCycle(
  tx: Db,
  owner: Owner,
  input: CeuCycleInput,
  { rules, now }: { rules: RuleBook; now: Date },
  limit = MAX_CYCLES,
): Promise<CycleRecord> {
  const rule = input.ruleId === null ? null : rules.find(input.ruleId, input.cycleEnd)
  if (input.ruleId !== null && !rule)
    throw new Problem('invalid', { errors: [{ path: 'ruleId', message: msg`This rule does not exist` }] })
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
  await recount(tx, owner, [id])
  return requireCycle(tx, owner, id)
}

/** Rules across fields are checked on the result of the edit. */
export async function updateCycle(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CeuCyclePatch,
  now: Date,
): Promise<CycleRecord> {
  await lockOwnerRow(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  // Purging a certification may have left the cycle incomplete. The edit must still succeed.
  const before = cycleProblems(row).map(({ path }) => path)
  const errors = cycleProblems({ ...row, ...patch }).filter(({ path }) => !before.includes(path))
  if (errors.length > 0) throw new Problem('invalid', { errors })
  // The credential may have been deleted. Editing the notes must still succeed.
  const { licenseId = null, certificationId = null } = patch
  await requireCredentials(tx, owner, {
    licenseId: licenseId === row.licenseId ? null : licenseId,
    certificationId: certificationId === row.certificationId ? null : certificationId,
  })
  await updateCycleRow(tx, row.id, { ...patch, updatedAt: now })
  await recount(tx, owner, [row.id])
  return requireCycle(tx, owner, row.id)
}

/** Switches to the current version of the rule; values the owner set stay. */
export async function acceptRule(
  tx: Db,
  owner: Owner,
  id: string,
  { rules, now }: { rules: RuleBook; now: Date },
): Promise<CycleRecord> {
  await lockOwnerRow(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  const before = ruleOf(row)
  const rule = row.ruleId === null ? null : rules.find(row.ruleId, row.cycleEnd)
  if (!rule)
    throw new Problem('invalid', {
      errors: [{ path: 'ruleId', message: msg`No newer version of this rule exists` }],
    })
  if (isOther(rule, before)) {
    const overrides = overridesOf({ ...row, rule: before })
    const issuedAt = await issueDateOf(tx, owner, row)
    const { requiredHours, topics } = requirementsOf(rule, { ...factsOf(row), issuedAt })
    await updateCycleRow(tx, row.id, {
      rule,
      earlierRule: null,
      ...(overrides.includes('requiredHours') ? {} : { requiredHours }),
      ...(overrides.includes('topics') ? {} : { topics: keepTopicNames(topics, row.topics) }),
      updatedAt: now,
    })
    await recount(tx, owner, [row.id])
  }
  return requireCycle(tx, owner, row.id)
}

/** The date on which the credential of a cycle was issued; also `null` if the credential was deleted. */
async function issueDateOf(
  tx: Db,
  owner: Owner,
  { licenseId, certificationId }: Pick<CycleRecord, 'licenseId' | 'certificationId'>,
): Promise<string | null> {
  const id = licenseId ?? certificationId
  if (id === null) return null
  const credential = await requireCredential(tx, owner, id).catch((error) => {
    if (error instanceof Problem) return null
    throw error
  })
  return credential?.issuedAt ?? null
}

/** The number of entries that `removeCycle` would affect. */
export async function previewRemoval(db: Db, owner: Owner, id: string): Promise<CycleRemoval> {
  const row = await requireCycleRow(db, owner, id)
  const uses = await listEntryUses(db, row.id)
  return { entries: uses.length, shared: uses.filter(isShared).length }
}

/**
 * Deletes the cycle with its entries. With `keepShared`, entries that also count in other cycles stay in those cycles.
 * With `onlyEmpty`, rejects with `ceu_cycle_not_empty` if there are any. `restoreCycle` can undo all of it for 30 days.
 */
export async function removeCycle(
  tx: Db,
  owner: Owner,
  id: string,
  { keepShared, onlyEmpty = false, now }: { keepShared: boolean; onlyEmpty?: boolean; now: Date },
): Promise<void> {
  await lockOwnerRow(tx, owner)
  const row = await requireCycleRow(tx, owner, id)
  const uses = await withFailureProblem('ceu_entries_not_read', () => listEntryUses(tx, row.id))
  if (onlyEmpty && uses.length > 0) throw new Problem('ceu_cycle_not_empty')
  const kept = keepShared ? uses.filter(isShared) : []
  const deleted = uses.filter((use) => !kept.includes(use))
  const deletedIds = deleted.map(({ entryId }) => entryId)
  await updateEntryRows(tx, deletedIds, { deletedAt: now, deletedWithCycleId: row.id })
  await moveMain(
    tx,
    kept.flatMap(({ entryId, mainId, others: [to] }) =>
      mainId === row.id && to !== undefined ? [{ entryId, from: row.id, to }] : [],
    ),
  )
  await updateCycleRow(tx, row.id, { deletedAt: now })
  await recount(
    tx,
    owner,
    deleted.flatMap(({ others }) => others),
  )
}

function isShared({ others }: { others: string[] }): boolean {
  return others.length > 0
}

/** Undoes `removeCycle`, including the entries deleted by it. Leaves a cycle that is not deleted unchanged. */
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
    await restoreMain(tx, row.id)
    const entries = await listDeletedWithCycle(tx, { id: row.id, deletedAt: row.deletedAt })
    await requireRoomForCycle(tx, owner, limits.cycles)
    await requireRoomForEntries(tx, owner, entries.length, limits.entries)
    await updateCycleRow(tx, row.id, { deletedAt: null })
    const ids = entries.map((entry) => entry.id)
    await updateEntryRows(tx, ids, { deletedAt: null, deletedWithCycleId: null })
    const cyclesOf = await listCyclesOf(tx, ids)
    await moveMain(
      tx,
      entries
        .filter((entry) => !cyclesOf.get(entry.id)?.includes(entry.cycleId))
        .map((entry) => ({ entryId: entry.id, from: entry.cycleId, to: row.id })),
    )
    await recount(tx, owner, [row.id, ...[...cyclesOf.values()].flat()])
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

/** Rejects with `license_not_found` or `certification_not_found`, also for a credential of the other kind. */
async function requireKind(tx: Db, owner: Owner, kind: Kind, id: string): Promise<void> {
  const found = await requireCredential(tx, owner, id).catch((error) => {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  })
  if (found?.kind !== kind) throw new Problem(`${kind}_not_found`)
}
