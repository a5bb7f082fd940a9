import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Owner } from '#server/users/owner.ts'
import type { CredentialQuery } from '#shared/credentials/credential.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import { credentials } from './table.ts'

type Sorting = Pick<CredentialQuery, 'sort' | 'order'>
type SortedRow = { expiresAt: string | null; createdAt: string; sortTitle: string }

/** Credentials that never expire come last in both orders. */
const never = { asc: 'infinity', desc: '-infinity' } as const

/** `value` checks the sort value of a cursor. Built once: schemas and SQL are slow to build, and this path is busy. */
const byExpiry = (order: CredentialQuery['order']) => ({
  key: sql`coalesce(${credentials.expiresAt}, ${sql.raw(`'${never[order]}'::date`)})`,
  positionOf: (row: SortedRow): string => row.expiresAt ?? never[order],
  value: z.union([calendarDate, z.literal(never[order])]),
})
const byExpiryIn = { asc: byExpiry('asc'), desc: byExpiry('desc') }
const byCreation = {
  key: sql`${credentials.createdAt}`,
  positionOf: (row: SortedRow) => row.createdAt,
  value: z.iso.datetime(),
}
const byTitle = {
  // Code point order: the database's own collation varies, and may change with the operating system.
  key: sql`${credentials.sortTitle} collate "C"`,
  positionOf: (row: SortedRow) => row.sortTitle,
  value: z.string(),
}

/** The sort key is never null in SQL, so that a page can start after any row. */
export function sortOf({ sort, order }: Sorting) {
  if (sort === 'expiresAt') return byExpiryIn[order]
  return sort === 'createdAt' ? byCreation : byTitle
}

/** The identity of a list for its cursors. A cursor of another owner or another order is refused. */
export function listOf(owner: Owner, { sort, order }: Sorting): string[] {
  return ['credentials', owner, sort, order]
}
