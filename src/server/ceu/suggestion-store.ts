import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import type { EntrySuggestions } from '#shared/ceu/entry.ts'
import { entryNotDeleted } from './store.ts'
import { ceuEntries } from './table.ts'

/** The 8 most recent providers in their latest spelling, and the 20 most recent topics. */
export async function listSuggestions(db: Db, owner: Owner): Promise<EntrySuggestions> {
  const ownEntries = and(eq(ceuEntries.ownerId, owner), entryNotDeleted)
  const { provider, approvedBy, providerNumber, createdAt, topicTags } = ceuEntries
  const latest = db
    .selectDistinctOn([sql`lower(${provider})`], { provider, approvedBy, providerNumber, createdAt })
    .from(ceuEntries)
    .where(ownEntries)
    .orderBy(sql`lower(${provider})`, desc(createdAt), desc(ceuEntries.id))
    .as('latest')
  const providers = await db
    .select({
      provider: latest.provider,
      approvedBy: latest.approvedBy,
      providerNumber: latest.providerNumber,
    })
    .from(latest)
    .orderBy(desc(latest.createdAt), asc(latest.provider))
    .limit(8)
  const topics = await db
    .select({ topic: sql<string>`unnest(${topicTags})`, last: sql`max(${createdAt})` })
    .from(ceuEntries)
    .where(ownEntries)
    .groupBy(sql`1`)
    .orderBy(sql`2 desc`, sql`1`)
    .limit(20)
  return { providers, topics: topics.map(({ topic }) => topic) }
}
