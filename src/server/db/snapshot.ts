import type { Db } from './database.ts'

/** Runs several reads on one snapshot. Without it, a change could happen between them. */
export function readSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, 'snapshot')
}
