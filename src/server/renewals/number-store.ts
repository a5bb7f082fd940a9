import { eq, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { selectFormerNumbers } from '#server/credentials/former-number-store.ts'
import { selectNumbers } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { renewals, terms } from './table.ts'

/**
 * Every number that a mask must hide, each once: numbers of the owner's credentials (deleted ones included), numbers
 * that an edit replaced, numbers on cards of earlier terms, and confirmation numbers of renewals.
 */
export async function listNumbers(db: Db, owner: Owner): Promise<string[]> {
  const rows = await numbersOf(db).execute({ owner })
  return rows.flatMap(({ number }) => number ?? [])
}

const numbersOf = prepared((db) => {
  const owner = sql.placeholder('owner')
  return union(
    selectNumbers(db),
    selectFormerNumbers(db),
    db.select({ number: terms.number }).from(terms).where(eq(terms.ownerId, owner)),
    db.select({ number: renewals.confirmation }).from(renewals).where(eq(renewals.ownerId, owner)),
  ).prepare('numbers')
})
