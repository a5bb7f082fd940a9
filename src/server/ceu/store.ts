import { and, eq, gte, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Owner } from '#server/users/owner.ts'
import { storedRule } from '#shared/ceu/earlier-rule.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { Problem } from '#shared/http/errors.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

export const cycleNotDeleted = isNull(ceuCycles.deletedAt)
export const entryNotDeleted = isNull(ceuEntries.deletedAt)

/** Rejects with `…_not_found`, or `…_not_owned` for another owner's row. */
export function requireOwned<R extends { ownerId: string; deletedAt: Date | null }>(
  row: R | undefined,
  owner: Owner,
  resource: 'ceu_cycle' | 'ceu_entry',
  deletedSince?: Date,
): R {
  const isDeleted = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isDeleted) throw new Problem(`${resource}_not_found`)
  if (row.ownerId !== owner) throw new Problem(`${resource}_not_owned`)
  return row
}

/** The rule of a cycle, in today's format. */
export function ruleOf({ rule, earlierRule }: Pick<CycleRow, 'rule' | 'earlierRule'>): CeRule | null {
  // Copies of rules from before there were duties and doubts lack both.
  if (rule !== null) return { ...rule, duties: rule.duties ?? [], doubts: rule.doubts ?? [] }
  return earlierRule === null ? null : storedRule.parse(earlierRule)
}

export const idOf = ({ id }: { id: string }) => id

export type DeletedCycle = { id: string; deletedAt: Date }

/**
 * A condition on an entry that counts in this deleted cycle: the entry was deleted together with the cycle, or later
 * together with the last other cycle that counted it. It excludes an entry that its owner had deleted before the cycle.
 */
export function deletedWith({ id, deletedAt }: DeletedCycle | typeof ceuCycles): SQL | undefined {
  const countsSomewhere = sql`exists (select 1 from ${ceuCounts} c join ${ceuCycles} y on y.id = c.cycle_id
    where c.entry_id = ${ceuEntries.id} and y.deleted_at is null)`
  return or(
    eq(ceuEntries.deletedWithCycleId, id),
    and(isNotNull(ceuEntries.deletedWithCycleId), gte(ceuEntries.deletedAt, deletedAt), not(countsSomewhere)),
  )
}
