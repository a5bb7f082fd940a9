import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { tags } from '#shared/kernel/fields.ts'
import { type CredentialRow, derived, requireOwned } from './store.ts'
import { credentials } from './table.ts'

// Both need the caller's transaction, change nothing if one of the credentials is refused by `requireOwned`, and return
// the rows that they change.

/** Archives these credentials at `archivedAt`, or unarchives them for `null`. One that is archived keeps its date. */
export async function archiveCredentials(
  tx: Db,
  owner: Owner,
  ids: string[],
  archivedAt: Date | null,
): Promise<CredentialRow[]> {
  const rows = await requireAllOwned(tx, owner, ids)
  const changed = rows.filter((row) => (row.archivedAt === null) !== (archivedAt === null))
  if (changed.length === 0) return []
  await tx
    .update(credentials)
    .set({ archivedAt })
    .where(
      inArray(
        credentials.id,
        changed.map(({ id }) => id),
      ),
    )
  return changed
}

/** Rejects with `invalid`, naming `ids.N`, for a credential that has no room for another tag. */
export async function tagCredentials(
  tx: Db,
  owner: Owner,
  { ids, tag }: { ids: string[]; tag: string },
  now: Date,
): Promise<CredentialRow[]> {
  const rows = await requireAllOwned(tx, owner, ids)
  const hasTag = (row: CredentialRow) => row.tags.some((one) => one.toLowerCase() === tag.toLowerCase())
  const changed = rows.filter((row) => !hasTag(row)).map((row) => ({ ...row, tags: [...row.tags, tag] }))
  const errors = changed.flatMap((row) => {
    const [issue] = tags.safeParse(row.tags).error?.issues ?? []
    return issue ? [{ path: `ids.${ids.indexOf(row.id)}`, message: issue.message }] : []
  })
  if (errors.length > 0) throw new Problem('invalid', { errors })
  await Promise.all(
    changed.map((row) =>
      tx
        .update(credentials)
        .set({ tags: row.tags, ...derived(row), updatedAt: now })
        .where(eq(credentials.id, row.id)),
    ),
  )
  return changed
}

async function requireAllOwned(tx: Db, owner: Owner, ids: string[]): Promise<CredentialRow[]> {
  const [, ...rows] = await Promise.all([
    lockOwnerRow(tx, owner),
    ...ids.map((id) => requireOwned(tx, owner, id)),
  ])
  return rows
}
