import { createHash } from 'node:crypto'
import { and, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { removeMailAbout } from '#server/mail/outbox-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { isOwnerEnabled } from '#server/users/store.ts'
import { INVITATION_DAYS, REFUSAL_DAYS, type SecondPersonInput } from '#shared/reminders/second-person.ts'
import { type SecondPersonRow, secondPeople, secondPersonRefusals } from './table.ts'

export type { SecondPersonRow } from './table.ts'

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Stands for an address of which nothing else is kept. */
export const addressHash = (email: string) => createHash('sha256').update(email).digest('base64url')

/** Part of the end link of every mail to this person: an owner and an address. */
export function endKey({ ownerId, email }: Pick<SecondPersonRow, 'ownerId' | 'email'>): [string, string] {
  return [Buffer.from(ownerId).toString('base64url'), addressHash(email)]
}

export async function findSecondPerson(db: Db, owner: Owner): Promise<SecondPersonRow | null> {
  const [row] = await db.select().from(secondPeople).where(eq(secondPeople.ownerId, owner))
  return row ?? null
}

export function isInvitationOpen({ state, invitedAt }: SecondPersonRow, now: Date): boolean {
  return state === 'invited' && invitedAt > daysBefore(now, INVITATION_DAYS)
}

/** Replaces the person before. The caller must hold the owner's lock. */
export async function saveSecondPerson(
  tx: Db,
  owner: Owner,
  { name, email }: SecondPersonInput,
  now: Date,
): Promise<SecondPersonRow> {
  await removeSecondPerson(tx, owner)
  const invited = { state: 'invited' as const, invitedAt: now, createdAt: now }
  const [row] = await tx
    .insert(secondPeople)
    .values({ ownerId: owner, name, email, ...invited })
    .returning()
  if (!row) throw new Error('The second person was not stored')
  return row
}

/** A person who was invited and has not confirmed gets more time; `null` if there is none. */
export async function renewInvitation(tx: Db, owner: Owner, now: Date): Promise<SecondPersonRow | null> {
  const [row] = await tx
    .update(secondPeople)
    .set({ invitedAt: now })
    .where(and(eq(secondPeople.ownerId, owner), eq(secondPeople.state, 'invited')))
    .returning()
  return row ?? null
}

/** Removes the person and what waits to be sent to them, and returns the row. */
export async function removeSecondPerson(
  tx: Db,
  owner: Owner,
  since?: Date,
): Promise<SecondPersonRow | null> {
  const isNew = since && gte(secondPeople.createdAt, since)
  const [row] = await tx
    .delete(secondPeople)
    .where(and(eq(secondPeople.ownerId, owner), isNew))
    .returning()
  if (row) await removeMailAbout(tx, row.email, mailKinds, endKey(row).join('.'))
  return row ?? null
}

/** The kinds of mails to a second person. */
export const mailKinds = ['second_person_asked', 'second_person_told']

export async function findSecondPersonById(db: Db, id: string): Promise<SecondPersonRow | null> {
  const [row] = await db.select().from(secondPeople).where(eq(secondPeople.id, id))
  return row ?? null
}

/** `null` if the invitation is over or answered, or the account is disabled. */
export async function confirmSecondPerson(
  tx: Db,
  id: string,
  { now, checkAt }: { now: Date; checkAt: Date },
): Promise<SecondPersonRow | null> {
  const { state, invitedAt, ownerId } = secondPeople
  const [row] = await tx
    .update(secondPeople)
    .set({ state: 'confirmed', confirmedAt: now, checkAt })
    .where(
      and(
        eq(secondPeople.id, id),
        eq(state, 'invited'),
        gt(invitedAt, daysBefore(now, INVITATION_DAYS)),
        isOwnerEnabled(ownerId),
      ),
    )
    .returning()
  return row ?? null
}

/** By the person. Keeps the row, so that the owner sees it; `null` if it has ended already. */
export async function endSecondPerson(tx: Db, id: string, now: Date): Promise<SecondPersonRow | null> {
  const [row] = await tx
    .update(secondPeople)
    .set({ state: 'ended', endedAt: now, checkAt: null })
    .where(and(eq(secondPeople.id, id), sql`${secondPeople.state} <> 'ended'`))
    .returning()
  if (row) await removeMailAbout(tx, row.email, mailKinds, endKey(row).join('.'))
  return row ?? null
}

/** Also after the owner removed or replaced the person: they asked not to be asked again. */
export async function saveRefusal(tx: Db, owner: Owner, emailHash: string, now: Date): Promise<void> {
  await tx
    .insert(secondPersonRefusals)
    .values({ ownerId: owner, emailHash, refusedAt: now })
    .onConflictDoUpdate({
      target: [secondPersonRefusals.ownerId, secondPersonRefusals.emailHash],
      set: { refusedAt: now },
    })
}

/** Whether the person with this address ended it for this owner in the last 90 days. */
export async function hasRefused(db: Db, owner: Owner, hash: string, now: Date): Promise<boolean> {
  const { ownerId, emailHash, refusedAt } = secondPersonRefusals
  const isRecent = gte(refusedAt, daysBefore(now, REFUSAL_DAYS))
  const isSame = and(eq(ownerId, owner), eq(emailHash, hash))
  return (await db.$count(secondPersonRefusals, and(isSame, isRecent))) > 0
}

export async function removeOldRefusals(tx: Db, owner: Owner, now: Date): Promise<void> {
  const { ownerId, refusedAt } = secondPersonRefusals
  await tx
    .delete(secondPersonRefusals)
    .where(and(eq(ownerId, owner), lt(refusedAt, daysBefore(now, REFUSAL_DAYS))))
}
