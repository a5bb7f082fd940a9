import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Owner } from '#server/users/owner.ts'
import type { CredentialQuery } from '#shared/credentials/credential.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import type { CredentialRecord } from './store.ts'
import { credentials } from './table.ts'

type Sorting = Pick<CredentialQuery, 'sort' | 'order'>

/** The valid sort values of a cursor. Built once, because building a schema is slow and this path is busy. */
const position = {
  asc: z.union([calendarDate, z.literal('infinity')]),
  desc: z.union([calendarDate, z.literal('-infinity')]),
  createdAt: z.iso.datetime(),
  title: z.string(),
}

/** The sort key is never null in SQL, so that a page can start after any row. */
export function sortOf({ sort, order }: Sorting) {
  switch (sort) {
    case 'expiresAt': {
      // Credentials that never expire come last in both orders.
      const never = order === 'asc' ? 'infinity' : '-infinity'
      return {
        key: sql`coalesce(${credentials.expiresAt}, ${sql.raw(`'${never}'::date`)})`,
        positionOf: (row: CredentialRecord) => row.expiresAt ?? never,
        value: position[order],
      }
    }
    case 'createdAt':
      return {
        key: sql`${credentials.createdAt}`,
        positionOf: (row: CredentialRecord) => row.createdAt,
        value: position.createdAt,
      }
    case 'title':
      return {
        // Code point order: the database's own collation varies, and may change with the operating system.
        key: sql`${credentials.sortTitle} collate "C"`,
        positionOf: (row: CredentialRecord) => row.sortTitle,
        value: position.title,
      }
  }
}

/** What a cursor belongs to: another owner's or another order's is refused. */
export function listOf(owner: Owner, { sort, order }: Sorting): string[] {
  return ['credentials', owner, sort, order]
}
