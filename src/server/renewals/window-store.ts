import { and, eq, inArray } from 'drizzle-orm'
import { credentials } from '#server/credentials/table.ts'
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
  const { id, kind, state, type, code } = credentials
  const rows = await db
    .select({ id, kind, state, type, code, submittedOn: renewals.submittedOn, duties: renewals.duties })
    .from(credentials)
    .leftJoin(renewals, and(eq(renewals.credentialId, id), isOpen))
    .where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}
