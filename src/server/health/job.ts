import type { Services } from '#server/services.ts'
import { resealDetails } from './details-service.ts'
import { listHealthRowsToSeal, replaceDetails } from './seal-store.ts'
import type { HealthRow } from './store.ts'

const BATCH = 100

/**
 * Encrypts details that are plain, or encrypted with an old FILES_KEY, with the current one; without FILES_KEY it does
 * nothing. Safe to be stopped, to run again, and during changes: a row that was changed in the meantime is skipped.
 * Resolves to the number of records.
 */
export async function sealHealthRecords(
  { db, fieldCipher, log }: Pick<Services, 'db' | 'fieldCipher' | 'log'>,
  stop?: AbortSignal,
): Promise<number> {
  const { current } = fieldCipher
  if (current === null) return 0
  let sealed = 0
  let last: string | null = null
  for (let found = BATCH; found === BATCH && !stop?.aborted; ) {
    const rows: HealthRow[] = await listHealthRowsToSeal(db, current, last, BATCH)
    for (const row of rows) if (await replaceDetails(db, row, resealDetails(fieldCipher, row))) sealed += 1
    found = rows.length
    last = rows.at(-1)?.id ?? null
  }
  if (sealed > 0) log.info({ records: sealed }, 'health records are encrypted with FILES_KEY')
  return sealed
}
