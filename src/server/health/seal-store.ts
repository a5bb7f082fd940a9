import { and, asc, eq, gt, notInArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { hasNameSealedByOther } from '#server/files/store.ts'
import { StartError } from '#server/kernel/config.ts'
import { type FileKeySettings, readMasterKeys } from '#server/storage/encryption/keyring.ts'
import { type HealthRow, healthRecords, isSealedByAnother } from './table.ts'

/** Records of any owner whose details are plain or sealed by another key than `current`, by id. */
export function listHealthRowsToSeal(
  db: Db,
  current: string,
  afterId: string | null,
  limit: number,
): Promise<HealthRow[]> {
  const after = afterId === null ? undefined : gt(healthRecords.id, afterId)
  return db
    .select()
    .from(healthRecords)
    .where(and(isSealedByAnother(current), after))
    .orderBy(asc(healthRecords.id))
    .limit(limit)
}

/** `false` if the details were changed, or the record removed, in the meantime. */
export async function replaceDetails(
  db: Db,
  { id, details }: Pick<HealthRow, 'id' | 'details'>,
  to: Pick<HealthRow, 'details' | 'sealedBy'>,
): Promise<boolean> {
  const changed = await db
    .update(healthRecords)
    .set(to)
    .where(and(eq(healthRecords.id, id), eq(healthRecords.details, details)))
    .returning({ id: healthRecords.id })
  return changed.length > 0
}

/** Throws a `StartError` if a FILES_KEY that encrypts health records or names of their documents is missing from the settings. */
export async function checkHealthKeys(db: Db, config: FileKeySettings): Promise<void> {
  const known = ['', ...(readMasterKeys(config)?.byName.keys() ?? [])]
  const rows = await db
    .select({ sealedBy: healthRecords.sealedBy })
    .from(healthRecords)
    .where(notInArray(healthRecords.sealedBy, known))
    .limit(1)
  if (rows.length > 0 || (await hasNameSealedByOther(db, known)))
    throw new StartError(
      'Health records are encrypted with a FILES_KEY that these settings do not have: set FILES_KEY to it, or put it into FILES_KEYS_OLD.',
    )
}
