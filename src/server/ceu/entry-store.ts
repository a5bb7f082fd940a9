import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import { type CursorPosition, isOlder, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { preparedRow } from '#server/db/prepared-row.ts'
import { fileIdsOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import type { CeuEntry, CeuEntryQuery, Reason } from '#shared/ceu/entry.ts'
import { mainFirst } from '#shared/credentials/attachments.ts'
import { Problem } from '#shared/http/errors.ts'
import { calendarDate, uuid } from '#shared/kernel/fields.ts'
import { countsIn, countsOfEntry, insertCountRows, type NewCount } from './count-store.ts'
import { ownersOfCycles, requireCycleRow, requireOwnCycles } from './cycle-store.ts'
import { entryNotDeleted, requireOwned } from './store.ts'
import { ceuEntries, type EntryRow } from './table.ts'

export type { EntryRow } from './table.ts'

/** A row with its files and its counts. The main file and the main cycle come first. */
export type EntryRecord = EntryRow & Pick<CeuEntry, 'fileIds' | 'counts'>

export type NewEntry = Omit<typeof ceuEntries.$inferInsert, 'ownerId'> & { id: string }

/** A row with its files and its counts, as `toEntryRecord` expects it. */
const withFilesAndCounts = {
  ...getTableColumns(ceuEntries),
  fileIds: fileIdsOf(ceuEntries),
  counts: countsOfEntry,
}

/** Newest first, one page. */
export async function listEntries(
  db: Db,
  owner: Owner,
  { limit, cursor }: CeuEntryQuery,
): Promise<{ items: EntryRecord[]; nextCursor: string | null }> {
  const rows = await db
    .select(withFilesAndCounts)
    .from(ceuEntries)
    .where(
      and(
        eq(ceuEntries.ownerId, owner),
        entryNotDeleted,
        isOlder(ceuEntries.completedAt, ceuEntries.id, positionOf(owner, cursor)),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toEntryRecord),
    nextCursor: last ? writeCursor(['entries', owner], { value: last.completedAt, id: last.id }) : null,
  }
}

const newestFirst = [desc(ceuEntries.completedAt), desc(ceuEntries.id)]

function positionOf(owner: Owner, cursor: string | undefined): CursorPosition | null {
  return cursor === undefined ? null : readCursor(['entries', owner], cursor, calendarDate)
}

/** Every entry assigned to this cycle, newest first. Rejects like `requireCycle`. */
export async function listEntriesOfCycle(db: Db, owner: Owner, cycleId: string): Promise<EntryRecord[]> {
  const { id } = await requireCycleRow(db, owner, cycleId)
  const rows = await entriesOfCycle(db).execute({ cycleId: id })
  return rows.map(toEntryRecord)
}

const entriesOfCycle = prepared((db) =>
  db
    .select(withFilesAndCounts)
    .from(ceuEntries)
    .where(and(countsIn(db, sql.placeholder('cycleId')), entryNotDeleted))
    .orderBy(...newestFirst)
    .prepare('ceu_entries_of_cycle'),
)

/** Every entry that is not deleted, with the fields that a requirement can ask for. */
export function listCountedEntries(db: Db, owner: Owner) {
  return countedEntries(db).execute({ owner })
}

const countedEntries = prepared((db) => {
  const { id, ownerId, title, hours, completedAt, topicTags } = ceuEntries
  return db
    .select({ id, title, hours, completedAt, topicTags, fileIds: fileIdsOf(ceuEntries) })
    .from(ceuEntries)
    .where(and(eq(ownerId, sql.placeholder('owner')), entryNotDeleted))
    .orderBy(desc(completedAt), desc(id))
    .prepare('counted_entries')
})

/** The owner's entries among `ids`, without deleted ones. */
export async function listExistingEntryIds(db: Db, owner: Owner, ids: string[]): Promise<Set<string>> {
  const existing = new Set<string>()
  for (const batch of batches(ids)) {
    const rows = await db
      .select({ id: ceuEntries.id })
      .from(ceuEntries)
      .where(and(eq(ceuEntries.ownerId, owner), entryNotDeleted, inArray(ceuEntries.id, batch)))
    for (const { id } of rows) existing.add(id)
  }
  return existing
}

/** Rejects with `ceu_entry_not_found` or `ceu_entry_not_owned`. */
export async function requireEntry(db: Db, owner: Owner, id: string): Promise<EntryRecord> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await entryById(db).execute({ id: known.data }) : []
  return toEntryRecord(requireOwned(row, owner, 'ceu_entry'))
}

const entryById = prepared((db) =>
  db
    .select(withFilesAndCounts)
    .from(ceuEntries)
    .where(eq(ceuEntries.id, sql.placeholder('id')))
    .prepare('ceu_entry_by_id'),
)

/** A deleted entry counts as missing, unless it was deleted at `deletedSince` or later. */
export async function requireEntryRow(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<EntryRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await db.select().from(ceuEntries).where(eq(ceuEntries.id, known.data)) : []
  return requireOwned(row, owner, 'ceu_entry', deletedSince)
}

/** Entries that may be the same activity: entries of that date to which the rule for duplicates applies. */
export async function listSimilarEntries(
  db: Db,
  owner: Owner,
  asked: Pick<CeuEntry, 'title' | 'completedAt' | 'hours'>,
): Promise<EntryRecord[]> {
  const rows = await db
    .select(withFilesAndCounts)
    .from(ceuEntries)
    .where(and(eq(ceuEntries.ownerId, owner), entryNotDeleted, eq(ceuEntries.completedAt, asked.completedAt)))
    .orderBy(...newestFirst)
  const key = duplicateKeyOf(asked)
  return rows.filter((row) => duplicateKeyOf(row) === key).map(toEntryRecord)
}

export function toEntryRecord(row: EntryRecord): EntryRecord {
  const { fileIds } = mainFirst(row.fileId, row.fileIds)
  const fileId = fileIds[0] ?? null
  const main = row.counts.filter(({ cycleId }) => cycleId === row.cycleId)
  const others = row.counts.filter(({ cycleId }) => cycleId !== row.cycleId)
  const counts = [...main, ...others].map((count) => ({
    ...count,
    reasons: withCertificateReason(count.reasons, fileId),
  }))
  return { ...row, fileId, fileIds, counts }
}

/** Computed when read: files are deleted separately from entries, without a recount. */
function withCertificateReason(reasons: Reason[], fileId: string | null): Reason[] {
  const others = reasons.filter(({ code }) => code !== 'no_certificate')
  return fileId === null ? [...others, { code: 'no_certificate', hours: 0 }] : others
}

/**
 * Rejects with `too_many_entries` if `more` entries would exceed `limit`, and like `requireCycles` for the cycles that
 * will count them.
 */
export async function requireRoomForEntries(
  tx: Db,
  owner: Owner,
  more: number,
  limit: number,
  cycleIds: string[] = [],
): Promise<void> {
  const ids = [...new Set(cycleIds)]
  const [room] = await roomForEntries(tx).execute({ owner, ids })
  if ((room?.current ?? 0) + more > limit) throw new Problem('too_many_entries')
  requireOwnCycles(owner, ids, room?.cycleOwners ?? [])
}

const roomForEntries = prepared((db) =>
  db
    .select({ current: count(), cycleOwners: ownersOfCycles })
    .from(ceuEntries)
    .where(and(eq(ceuEntries.ownerId, sql.placeholder('owner')), entryNotDeleted))
    .prepare('room_for_ceu_entries'),
)

/** Inserts new entries, and the cycles in which they count. */
export async function insertEntries(
  tx: Db,
  owner: Owner,
  entries: NewEntry[],
  counts: NewCount[] = [],
): Promise<void> {
  await Promise.all([
    ...entries.map((entry) => inserted(tx).execute(insert.valuesOf({ ...entry, ownerId: owner }))),
    ...insertCountRows(tx, owner, counts),
  ])
}

const insert = preparedRow(ceuEntries)
const inserted = prepared((db) =>
  db.insert(ceuEntries).values(insert.placeholders).prepare('insert_ceu_entry'),
)

/** Writes all columns of an entry but its main file. */
export async function updateEntryRow(tx: Db, row: EntryRow): Promise<void> {
  await updated(tx).execute(withoutFile.valuesOf(row))
}

const withoutFile = preparedRow(ceuEntries, ['fileId'])
const updated = prepared((db) =>
  db
    .update(ceuEntries)
    .set(withoutFile.placeholders)
    .where(eq(ceuEntries.id, sql.placeholder('id')))
    .prepare('update_ceu_entry'),
)

export async function updateEntryRows(tx: Db, ids: string[], values: Partial<NewEntry>): Promise<void> {
  if (ids.length > 0) await tx.update(ceuEntries).set(values).where(inArray(ceuEntries.id, ids))
}

/** The owner's entries of one import, deleted ones included. Rejects like `requireEntry`. */
export async function listImported(
  db: Db,
  owner: Owner,
  importId: string,
): Promise<Pick<EntryRow, 'id' | 'deletedAt'>[]> {
  const known = uuid.safeParse(importId)
  const { id, ownerId, deletedAt } = ceuEntries
  const rows = known.success
    ? await db.select({ id, ownerId, deletedAt }).from(ceuEntries).where(eq(ceuEntries.importId, known.data))
    : []
  if (rows.length === 0) throw new Problem('ceu_entry_not_found')
  if (rows.some((row) => row.ownerId !== owner)) throw new Problem('ceu_entry_not_owned')
  return rows
}

/** Every entry of the owner, deleted ones included, oldest first. */
export function listEveryEntry(db: Db, owner: Owner): Promise<EntryRow[]> {
  return db
    .select()
    .from(ceuEntries)
    .where(eq(ceuEntries.ownerId, owner))
    .orderBy(asc(ceuEntries.createdAt), asc(ceuEntries.id))
}
