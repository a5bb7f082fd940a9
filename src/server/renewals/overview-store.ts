import { and, desc, eq, sql } from 'drizzle-orm'
import { listDecidingCredentials } from '#server/credentials/verdict-store.ts'
import { instantText } from '#server/db/columns.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { renewalNotDeleted } from './store.ts'
import { renewals, terms } from './table.ts'

/** The open renewal and the last finished one of each current credential, unordered. */
export async function listRenewalOverviews(db: Db, owner: Owner): Promise<RenewalOverview[]> {
  const [rows, credentials] = await Promise.all([
    overviewsOf(db).execute({ owner }),
    listDecidingCredentials(db, owner),
  ])
  const current = new Map(credentials.map((each) => [each.id, each]))
  return rows.flatMap((row) => {
    const credential = current.get(row.credentialId)
    return credential ? [{ ...row, kind: credential.kind, title: shortTitle(credential) }] : []
  })
}

const isDone = sql`${renewals.state} = 'done'`

const overviewsOf = prepared((db) => {
  const { id, credentialId, state, openedOn, submittedOn, duties, finishedAt } = renewals
  return db
    .selectDistinctOn([credentialId, isDone], {
      ...{ id, credentialId, state, openedOn, submittedOn, duties },
      finishedAt: instantText(finishedAt).as('finished_at'),
      endedTerm: terms.expiresAt,
    })
    .from(renewals)
    .leftJoin(terms, eq(terms.renewalId, id))
    .where(and(eq(renewals.ownerId, sql.placeholder('owner')), renewalNotDeleted))
    .orderBy(credentialId, isDone, desc(finishedAt), desc(id))
    .prepare('renewal_overviews')
})
