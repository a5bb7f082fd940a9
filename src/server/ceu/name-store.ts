import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { ceuCycles, ceuEntries } from './table.ts'

export type CycleSubject = { id: string; state: string | null; credentialId: string | null }

/** The credentials that these cycles are for, including deleted cycles; other owners' are omitted. */
export async function listCycleSubjects(db: Db, owner: Owner, ids: string[]): Promise<CycleSubject[]> {
  if (ids.length === 0) return []
  const { id, state, licenseId, certificationId } = ceuCycles
  const rows = await db
    .select({ id, state, licenseId, certificationId })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), inArray(id, ids)))
  return rows.map((row) => ({ ...row, credentialId: row.licenseId ?? row.certificationId }))
}

/** The titles of these entries by id, deleted ones too; other owners' are not in the map. */
export async function listEntryTitles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, title } = ceuEntries
  const rows = await db
    .select({ id, title })
    .from(ceuEntries)
    .where(and(eq(ceuEntries.ownerId, owner), inArray(id, ids)))
  return new Map(rows.map((row) => [row.id, row.title]))
}
