import { and, desc, eq, sql } from 'drizzle-orm'
import { ownCurrent } from '#server/credentials/store.ts'
import { credentials } from '#server/credentials/table.ts'
import { instantText } from '#server/db/columns.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { renewalNotDeleted } from './store.ts'
import { renewals, terms } from './table.ts'

/** Of each current credential the open renewal and the last finished one, in no order. */
export async function listRenewalOverviews(db: Db, owner: Owner): Promise<RenewalOverview[]> {
  const rows = await overviewsOf(db).execute({ owner })
  return rows.map(({ place, type, name, code, ...row }) => ({
    ...row,
    title: shortTitle({ kind: row.kind, state: place, type, name, code }),
  }))
}

const isDone = sql`${renewals.state} = 'done'`

const overviewsOf = prepared((db) => {
  const { id, credentialId, state, openedOn, submittedOn, finishedAt } = renewals
  const { kind, type, name, code } = credentials
  return db
    .selectDistinctOn([credentialId, isDone], {
      ...{ id, credentialId, state, openedOn, submittedOn, kind, type, name, code },
      place: sql<string | null>`${credentials.state}`.as('place'),
      finishedAt: instantText(finishedAt).as('finished_at'),
      endedTerm: sql<string | null>`${terms.expiresAt}`.as('ended_term'),
    })
    .from(renewals)
    .innerJoin(credentials, eq(credentials.id, credentialId))
    .leftJoin(terms, eq(terms.renewalId, id))
    .where(and(ownCurrent, eq(renewals.ownerId, sql.placeholder('owner')), renewalNotDeleted))
    .orderBy(credentialId, isDone, desc(finishedAt), desc(id))
    .prepare('renewal_overviews')
})
