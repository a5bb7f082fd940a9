import type { Db } from './database.ts'

/** Several reads of one state: without it, a change may come in between. */
export function readSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
