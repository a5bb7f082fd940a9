import type { Db } from './database.ts'

/** Several reads from one snapshot: otherwise a change may happen between them. */
export function readSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, 'snapshot')
}
