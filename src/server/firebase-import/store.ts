import { createLinkedAccount, storePasswordHash } from '#server/auth/account-store.ts'
import { insertCountRows } from '#server/ceu/count-store.ts'
import { insertCycleRows, listEveryCycle, type NewCycle } from '#server/ceu/cycle-store.ts'
import { insertEntries, listEveryEntry, type NewEntry } from '#server/ceu/entry-store.ts'
import { setMainFilesOfEntries } from '#server/ceu/import-store.ts'
import { recount } from '#server/ceu/recount-store.ts'
import {
  type ImportedCredential,
  insertCredentials,
  listEveryCredential,
  setMainFiles,
} from '#server/credentials/import-store.ts'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import { attachLooseFiles } from '#server/files/attachment-store.ts'
import { insertFiles, listEveryFile } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { insertUser, lockOwnerRow, type UserRow } from '#server/users/store.ts'
import { firebaseRecords } from './table.ts'

export type KnownRecord = typeof firebaseRecords.$inferSelect

/** Rows under new ids, and the sign-in methods of a new account (`user` is `null` if the account exists already). */
export type NewRecords = {
  user: UserRow | null
  passwordHash: string | null
  linked: { providerId: string; accountId: string }[]
  credentials: ImportedCredential[]
  cycles: (NewCycle & { id: string })[]
  entries: (NewEntry & { cycleId: string })[]
  known: NewKnown[]
}

type NewKnown = Omit<KnownRecord, 'ownerId' | 'importedAt'>

/**
 * Rows of files whose bytes are stored, and the records that they are attached to. Includes files of an earlier run.
 */
export type NewFiles = {
  files: Parameters<typeof insertFiles>[2]
  attachments: Parameters<typeof attachLooseFiles>[2]
  known: NewKnown[]
}

export function listKnownRecords(db: Db): Promise<KnownRecord[]> {
  return db.select().from(firebaseRecords)
}

/**
 * Inserts all of an owner's new records, without files, in the caller's transaction. Triggers plan the reminders, as
 * for every change.
 */
export async function insertRecords(tx: Db, owner: Owner, records: NewRecords, now: Date): Promise<void> {
  const { user, passwordHash, linked, credentials, cycles, entries, known } = records
  if (user) {
    await insertUser(tx, user)
    await storePasswordHash(tx, owner, passwordHash, now)
    for (const each of linked) await createLinkedAccount(tx, owner, each, now)
  }
  await lockOwnerRow(tx, owner)
  await insertCredentials(tx, owner, credentials)
  await insertCycleRows(tx, owner, cycles)
  await insertEntries(tx, owner, entries)
  const counts = entries.map(({ id, cycleId }) => ({ entryId: id, cycleId, position: 0, reasons: [] }))
  await Promise.all(insertCountRows(tx, owner, counts))
  await recount(tx, owner, new Set([...cycles.map(({ id }) => id), ...entries.map(({ cycleId }) => cycleId)]))
  await insertKnown(tx, owner, known, now)
}

/** Inserts an owner's new files in the caller's transaction, and attaches them to existing records. */
export async function insertFileRecords(tx: Db, owner: Owner, records: NewFiles, now: Date): Promise<void> {
  const { files, attachments, known } = records
  await lockOwnerRow(tx, owner)
  await insertFiles(tx, owner, files)
  await attachLooseFiles(tx, owner, attachments)
  const fileIds = attachments.map(({ fileId }) => fileId)
  await setMainFiles(tx, owner, fileIds)
  await setMainFilesOfEntries(tx, owner, fileIds)
  await insertKnown(tx, owner, known, now)
}

async function insertKnown(tx: Db, owner: Owner, known: NewKnown[], now: Date): Promise<void> {
  for (const batch of batches(known))
    await tx.insert(firebaseRecords).values(batch.map((row) => ({ ...row, ownerId: owner, importedAt: now })))
}

/** Every record of the owner, trash included, by its id. */
export async function readRecords(db: Db, owner: Owner) {
  const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
  return {
    files: byId(await listEveryFile(db, owner)),
    credentials: byId(await listEveryCredential(db, owner)),
    cycles: byId(await listEveryCycle(db, owner)),
    entries: byId(await listEveryEntry(db, owner)),
  }
}
