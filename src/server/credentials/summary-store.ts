import { count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { CredentialSummary } from '#shared/credentials/credential.ts'
import { expiryRange, status } from '#shared/credentials/status.ts'
import { expiresWithin, ownNotDeleted, rangeValues } from './store.ts'
import { credentials } from './table.ts'

/** The owner's credentials by status and kind, and the tags in use, most used first. */
export async function summarizeCredentials(db: Db, owner: Owner, today: string): Promise<CredentialSummary> {
  const ranges = statuses.map((name) => rangeValues(name, expiryRange(name, today)))
  const [[counts], tags] = await Promise.all([
    countsOf(db).execute(Object.assign({ owner }, ...ranges)),
    tagsOf(db).execute({ owner }),
  ])
  if (!counts) throw new Error('A count without a row')
  const { total, license, certification, ...byStatus } = counts
  return { total, byStatus, byKind: { license, certification }, tags }
}

const statuses = status.options
const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

const countsOf = prepared((db) =>
  db
    .select({
      total: count(),
      active: countOf(expiresWithin('active')),
      renewal_due: countOf(expiresWithin('renewal_due')),
      expiring_soon: countOf(expiresWithin('expiring_soon')),
      expired: countOf(expiresWithin('expired')),
      license: countOf(eq(credentials.kind, 'license')),
      certification: countOf(eq(credentials.kind, 'certification')),
    })
    .from(credentials)
    .where(ownNotDeleted)
    .prepare('credential_counts'),
)

const tagsOf = prepared((db) =>
  db
    .select({ tag: sql<string>`unnest(${credentials.tags})`, count: count() })
    .from(credentials)
    .where(ownNotDeleted)
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
    .prepare('credential_tags'),
)
