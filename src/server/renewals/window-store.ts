import { and, inArray } from 'drizzle-orm'
import { findRuleSubjects } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import type { DutyAnswer } from '#shared/renewals/renewal.ts'
import { isOpen } from './store.ts'
import { renewals } from './table.ts'

/** What decides when a credential has to be renewed. */
export type Renewing = {
  id: string
  kind: 'license' | 'certification'
  state: string | null
  type: string | null
  code: string | null
  /** Of its open renewal. */
  submittedOn: string | null
  duties: DutyAnswer[] | null
}

/** By id; what is no credential is left out. Not scoped to an owner. */
export async function findRenewing(db: Db, ids: string[]): Promise<Map<string, Renewing>> {
  if (ids.length === 0) return new Map()
  const subjects = await findRuleSubjects(db, ids)
  const open = await listOpen(db, ids)
  const openOf = new Map(open.map((row) => [row.credentialId, row]))
  return new Map(
    subjects.map((subject) => {
      const renewal = openOf.get(subject.id)
      return [
        subject.id,
        { ...subject, submittedOn: renewal?.submittedOn ?? null, duties: renewal?.duties ?? null },
      ]
    }),
  )
}

/** Those of these credentials whose renewal was started and is not finished. Not scoped to an owner. */
export async function findBeingRenewed(db: Db, ids: string[]): Promise<Set<string>> {
  return new Set((await listOpen(db, ids)).map(({ credentialId }) => credentialId))
}

function listOpen(db: Db, ids: string[]) {
  const { credentialId, submittedOn, duties } = renewals
  return db
    .select({ credentialId, submittedOn, duties })
    .from(renewals)
    .where(and(inArray(credentialId, ids), isOpen))
}
