import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { CredentialSummary } from '#shared/credentials/credential.ts'
import { expiryRange } from '#shared/credentials/status.ts'
import { status } from '#shared/credentials/status-schema.ts'
import { expiresWithin, isDateMissing, rangeValues } from './list-store.ts'
import { ownCurrent, ownNotDeleted } from './store.ts'
import { credentials } from './table.ts'

/** The owner's credentials by status and kind, without archived ones, and the tags in use, most used first. */
export async function summarizeCredentials(db: Db, owner: Owner, today: string): Promise<CredentialSummary> {
  const ranges = statuses.map((name) => rangeValues(name, expiryRange(name, today)))
  const [[counts], tags] = await Promise.all([
    countsOf(db).execute(Object.assign({ owner }, ...ranges)),
    tagsOf(db).execute({ owner }),
  ])
  if (!counts) throw new Error('A count without a row')
  const { total, license, certification, dateMissing, archived, ...byStatus } = counts
  return { total, byStatus, dateMissing, archived, byKind: { license, certification }, tags }
}

export async function countArchived(db: Db, owner: Owner): Promise<number> {
  const [row] = await archivedCountOf(db).execute({ owner })
  return row?.archived ?? 0
}

const archivedCountOf = prepared((db) =>
  db
    .select({ archived: count() })
    .from(credentials)
    .where(and(ownNotDeleted, isNotNull(credentials.archivedAt)))
    .prepare('archived_count'),
)

const statuses = status.options
const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
const isCurrent = isNull(credentials.archivedAt)
const countCurrent = (condition: SQL) => countOf(sql`${isCurrent} and ${condition}`)

const countsOf = prepared((db) =>
  db
    .select({
      total: countOf(isCurrent),
      active: countCurrent(expiresWithin('active')),
      renewal_due: countCurrent(expiresWithin('renewal_due')),
      expiring_soon: countCurrent(expiresWithin('expiring_soon')),
      expired: countCurrent(expiresWithin('expired')),
      dateMissing: countCurrent(isDateMissing),
      archived: countOf(isNotNull(credentials.archivedAt)),
      license: countCurrent(eq(credentials.kind, 'license')),
      certification: countCurrent(eq(credentials.kind, 'certification')),
    })
    .from(credentials)
    .where(ownNotDeleted)
    .prepare('credential_counts'),
)

const tagsOf = prepared((db) =>
  db
    .select({ tag: sql<string>`unnest(${credentials.tags})`, count: count() })
    .from(credentials)
    .where(ownCurrent)
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
    .prepare('credential_tags'),
)
