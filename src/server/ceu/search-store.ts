import { and, desc, eq, sql } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import { containsWords } from '#server/db/like.ts'
import type { Owner } from '#server/users/owner.ts'
import { cycleParts, hasWords } from '#shared/search/search.ts'
import { cycleNotDeleted, entryNotDeleted } from './store.ts'
import { ceuCycles, ceuEntries } from './table.ts'

/** The cycles whose credential or state has all of the words, newest start first. An owner has few enough to read all. */
export async function searchCycles(db: Db, owner: Owner, words: readonly string[]) {
  const { id, ownerId, state, licenseId, certificationId, cycleStart, cycleEnd } = ceuCycles
  const rows = await db
    .select({ id, state, licenseId, certificationId, cycleStart, cycleEnd })
    .from(ceuCycles)
    .where(and(eq(ownerId, owner), cycleNotDeleted))
    .orderBy(desc(cycleStart), desc(id))
  const credentialOf = (row: (typeof rows)[number]) => row.licenseId ?? row.certificationId ?? ''
  const titles = await listTitles(db, owner, rows.map(credentialOf).filter(Boolean))
  return rows
    .map((row) => ({ ...row, credentialTitle: titles.get(credentialOf(row)) ?? null }))
    .filter((row) => hasWords(words, cycleParts(row)))
}

/** The courses with all of the words, newest first, at most `limit`. */
export function searchEntries(db: Db, owner: Owner, words: readonly string[], limit: number) {
  const { id, ownerId, title, provider, topicTags, completedAt } = ceuEntries
  return db
    .select({ id, title, provider, completedAt })
    .from(ceuEntries)
    .where(
      and(
        eq(ownerId, owner),
        entryNotDeleted,
        containsWords(words, title, provider, sql`array_to_string(${topicTags}, E'\n')`),
      ),
    )
    .orderBy(desc(completedAt), desc(id))
    .limit(limit)
}
