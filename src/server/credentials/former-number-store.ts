import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { type CredentialRow, formerNumbers } from './table.ts'

/** Kept of one credential. */
const MOST_NUMBERS = 20

/** Keeps the number of `row`, which an edit replaces. The caller must hold the lock. */
export async function keepFormerNumber(tx: Db, row: CredentialRow, now: Date): Promise<void> {
  const { id: credentialId, ownerId, number } = row
  if (number === null) return
  await tx
    .insert(formerNumbers)
    .values({ credentialId, ownerId, number, createdAt: now })
    .onConflictDoUpdate({
      target: [formerNumbers.credentialId, formerNumbers.number],
      set: { createdAt: now },
    })
  const ofCredential = eq(formerNumbers.credentialId, credentialId)
  const excess = tx
    .select({ id: formerNumbers.id })
    .from(formerNumbers)
    .where(ofCredential)
    .orderBy(desc(formerNumbers.createdAt), desc(formerNumbers.id))
    .offset(MOST_NUMBERS)
  await tx.delete(formerNumbers).where(and(ofCredential, inArray(formerNumbers.id, excess)))
}

/** For a union of numbers: the former numbers of placeholder `owner`. */
export function selectFormerNumbers(db: Db) {
  return db
    .select({ number: formerNumbers.number })
    .from(formerNumbers)
    .where(eq(formerNumbers.ownerId, sql.placeholder('owner')))
}
