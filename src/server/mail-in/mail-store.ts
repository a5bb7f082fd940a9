import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { detachFiles, type FileRow, listFilesById, removeFiles } from '#server/files/store.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { MAX_HELD } from '#shared/mail-in/mail-in.ts'
import { mailedFiles, type ReceivedMailRow, receivedMails } from './table.ts'

export type { ReceivedMailRow } from './table.ts'

const MOST_LISTED = 100

/** Null if the same mail was received before. */
export async function createMail(
  tx: Db,
  owner: Owner,
  mail: Omit<ReceivedMailRow, 'ownerId'>,
): Promise<ReceivedMailRow | null> {
  const [row] = await tx
    .insert(receivedMails)
    .values({ ...mail, ownerId: owner })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function isReceived(db: Db, owner: Owner, fingerprint: string): Promise<boolean> {
  const [row] = await db
    .select({ id: receivedMails.id })
    .from(receivedMails)
    .where(and(eq(receivedMails.ownerId, owner), eq(receivedMails.fingerprint, fingerprint)))
  return row !== undefined
}

export async function hasRoomToHold(db: Db, owner: Owner): Promise<boolean> {
  const held = and(eq(receivedMails.ownerId, owner), eq(receivedMails.state, 'held'))
  return (await db.$count(receivedMails, held)) < MAX_HELD
}

/** The ids of the mails of this sender that wait to be allowed. */
export async function listHeldOf(db: Db, owner: Owner, sender: string): Promise<string[]> {
  const { id, ownerId, state } = receivedMails
  const held = await db
    .select({ id })
    .from(receivedMails)
    .where(and(eq(ownerId, owner), eq(state, 'held'), eq(receivedMails.sender, sender)))
  return held.map((mail) => mail.id)
}

export async function addMailedFile(tx: Db, fileId: string, mailId: string): Promise<void> {
  await tx.insert(mailedFiles).values({ fileId, mailId })
}

/** Not scoped to an owner: check `ownerId`. A closed mail counts as missing. */
export async function findMail(db: Db, id: string): Promise<ReceivedMailRow | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [row] = await db.select().from(receivedMails).where(eq(receivedMails.id, id))
  return row && row.state !== 'closed' ? row : null
}

/** Held mails, and those with files that are not attached yet or that were refused. Newest first. */
export async function listMails(
  db: Db,
  owner: Owner,
): Promise<{ mail: ReceivedMailRow; files: FileRow[] }[]> {
  const mailed = await db
    .select({ mailId: mailedFiles.mailId, fileId: mailedFiles.fileId })
    .from(mailedFiles)
    .innerJoin(receivedMails, eq(receivedMails.id, mailedFiles.mailId))
    .where(eq(receivedMails.ownerId, owner))
  const known = await listFilesById(
    db,
    owner,
    mailed.map(({ fileId }) => fileId),
  )
  const waiting = mailed.flatMap(({ mailId, fileId }) => {
    const file = known.get(fileId)
    const isWaiting = file?.resourceType === null || file?.resourceType === 'mail'
    return file && isWaiting ? [{ mailId, file }] : []
  })
  const { ownerId, state, refused, receivedAt, id } = receivedMails
  const idsOf = (list: { mailId: string }[]) =>
    sql`any(${sql.param([...new Set(list.map(({ mailId }) => mailId))])}::uuid[])`
  const isShown = or(
    eq(state, 'held'),
    and(eq(state, 'taken'), sql`${refused} <> '[]'::jsonb`),
    // It brought nothing.
    and(eq(state, 'taken'), sql`not ${id} = ${idsOf(mailed)}`),
    and(eq(state, 'taken'), sql`${id} = ${idsOf(waiting)}`),
  )
  const mails = await db
    .select()
    .from(receivedMails)
    .where(and(eq(ownerId, owner), isShown))
    .orderBy(desc(receivedAt), desc(id))
    .limit(MOST_LISTED)
  return mails.map((mail) => ({
    mail,
    files: waiting
      .filter(({ mailId }) => mailId === mail.id)
      .map(({ file }) => file)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)),
  }))
}

/** The files of the mail become files that are not attached to anything. */
export async function allowMail(tx: Db, owner: Owner, id: string): Promise<void> {
  await tx
    .update(receivedMails)
    .set({ state: 'taken' })
    .where(and(eq(receivedMails.id, id), eq(receivedMails.ownerId, owner)))
  await detachFiles(tx, owner, id)
}

/**
 * Forgets who sent the mail and what about. Of a held mail the files are removed: pass the returned keys to
 * `removeBytes` after the commit.
 */
export async function closeMail(tx: Db, mail: ReceivedMailRow): Promise<string[]> {
  await tx
    .update(receivedMails)
    .set({ state: 'closed', sender: '', subject: '', checks: null, refused: [] })
    .where(eq(receivedMails.id, mail.id))
  await tx.delete(mailedFiles).where(eq(mailedFiles.mailId, mail.id))
  return mail.state === 'held' ? removeFiles(tx, asOwnerId(mail.ownerId), mail.id) : []
}

export function listHeldBefore(db: Db, before: Date, limit: number): Promise<ReceivedMailRow[]> {
  return db
    .select()
    .from(receivedMails)
    .where(and(eq(receivedMails.state, 'held'), lt(receivedMails.receivedAt, before)))
    .limit(limit)
}

/** Their files stay, without the mail that they came with. */
export async function removeMailsBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(receivedMails)
    .where(and(lt(receivedMails.receivedAt, before), inArray(receivedMails.state, ['taken', 'closed'])))
}
