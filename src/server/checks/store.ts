import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { type DocumentCodeRow, documentCodes } from './table.ts'

type NewCode = Pick<DocumentCodeRow, 'kind' | 'linkId' | 'madeAt'> & { code: string }

/** Registers a code once. Does nothing for an account that was deleted meanwhile. */
export async function addCode(db: Db, owner: Owner, { code, kind, linkId, madeAt }: NewCode): Promise<void> {
  await db.execute(sql`
    insert into document_codes (code_hash, owner_id, kind, link_id, made_at)
    select ${hashOf(code)}, id, ${kind}, ${linkId}::uuid, ${madeAt.toISOString()}::timestamptz
    from users where id = ${owner} for key share
    on conflict do nothing`)
}

/** Nothing of a disabled account. */
export async function findCode(
  db: Db,
  code: string,
): Promise<Pick<DocumentCodeRow, 'kind' | 'linkId' | 'madeAt'> | null> {
  const { kind, linkId, madeAt } = documentCodes
  const [row] = await db
    .select({ kind, linkId, madeAt })
    .from(documentCodes)
    .innerJoin(users, and(eq(users.id, documentCodes.ownerId), isNull(users.disabledAt)))
    .where(eq(documentCodes.codeHash, hashOf(code)))
  return row ?? null
}

/** Looked up by a hash, so that timing reveals nothing about a code. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
