import { audit } from '#server/audit/store.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import { type Actor, asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserById, lockOwnerRow, type UserRow } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { localTimeToInstant } from '#shared/reminders/local-time.ts'
import { HOURS_TO_REACT, type SecondPerson, type SecondPersonInput } from '#shared/reminders/second-person.ts'
import {
  findPersonToTell,
  listOwnersToCheck,
  listUnanswered,
  recordTold,
  setNextCheck,
} from './second-person-due-store.ts'
import { askedMessage, type SecondPersonLink, toldMessage } from './second-person-mail-service.ts'
import {
  addressHash,
  confirmSecondPerson,
  endSecondPerson,
  findSecondPerson,
  findSecondPersonById,
  hasRefused,
  isInvitationOpen,
  removeOldRefusals,
  removeSecondPerson,
  renewInvitation,
  type SecondPersonRow,
  saveRefusal,
  saveSecondPerson,
} from './second-person-store.ts'
import { findSettings } from './settings-store.ts'

const nobody = {
  name: null,
  email: null,
  invitedAt: null,
  confirmedAt: null,
  endedAt: null,
  lastToldAt: null,
}

export async function presentSecondPerson(services: Services, owner: Owner): Promise<SecondPerson> {
  const { db, clock, mailer } = services
  const isMailSetUp = mailer.mode === 'smtp'
  const row = await findSecondPerson(db, owner)
  if (row === null) return { state: 'none', ...nobody, isMailSetUp }
  const { name, email, invitedAt, confirmedAt, endedAt, lastToldAt } = row
  const isOver = row.state === 'invited' && !isInvitationOpen(row, clock.now())
  return {
    ...{ name, email, isMailSetUp, state: isOver ? 'expired' : row.state },
    invitedAt: invitedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    lastToldAt: lastToldAt?.toISOString() ?? null,
  }
}

/** Stores the person and asks them by mail, unless they refused or were asked too often. */
export async function nameSecondPerson(
  services: Services,
  actor: Actor,
  input: SecondPersonInput,
): Promise<void> {
  const { auth, db, clock } = services
  // Before a try is counted, because a refused one sends nothing; again below, under the lock.
  await requireMayAsk(db, await requireUser(db, actor.owner), input.email, clock.now())
  await allowInvitation(services, actor.owner, input.email)
  await db.transaction(async (tx) => {
    const now = clock.now()
    await lockActor(tx, actor)
    const owner = await requireUser(tx, actor.owner)
    await requireMayAsk(tx, owner, input.email, now)
    await removeOldRefusals(tx, actor.owner, now)
    const person = await saveSecondPerson(tx, actor.owner, input, now)
    await invite(services, tx, { person, owner })
    await note(tx, actor, now, person, 'auth_second_person_asked')
    await auth.events.sendChannelAdded(tx, actor.owner, 'second_person_named', input.email)
  })
}

async function requireMayAsk(db: Db, owner: UserRow, email: string, now: Date): Promise<void> {
  if (owner.email === email)
    throw new Problem('invalid', {
      errors: [
        { path: 'email', message: msg`This is your own address. Enter the address of another person.` },
      ],
    })
  if (await hasRefused(db, asOwnerId(owner.id), addressHash(email), now))
    throw new Problem('second_person_refused')
}

/** Sends the invitation again, with seven more days. */
export async function inviteAgain(services: Services, actor: Actor): Promise<void> {
  const { db, clock } = services
  const known = await findSecondPerson(db, actor.owner)
  if (known?.state !== 'invited') throw new Problem('second_person_not_waiting')
  await allowInvitation(services, actor.owner, known.email)
  await db.transaction(async (tx) => {
    const now = clock.now()
    await lockActor(tx, actor)
    const person = await renewInvitation(tx, actor.owner, now)
    if (!person) throw new Problem('second_person_not_waiting')
    await invite(services, tx, { person, owner: await requireUser(tx, actor.owner) })
    await note(tx, actor, now, person, 'auth_second_person_asked')
  })
}

async function allowInvitation({ limits, mailer }: Services, owner: Owner, email: string): Promise<void> {
  if (mailer.mode !== 'smtp') throw new Problem('mail_not_set_up')
  await limits.consume('secondPersonAddress', email)
  await limits.consume('secondPersonOwner', owner)
}

type Pair = { person: SecondPersonRow; owner: UserRow }

function invite({ config, mailer }: Services, tx: Db, { person, owner }: Pair): Promise<void> {
  return mailer.enqueue(askedMessage({ person, owner, config, t: translateFor(owner) }), tx)
}

async function requireUser(tx: Db, owner: Owner): Promise<UserRow> {
  const user = await findUserById(tx, owner)
  if (!user) throw new Problem('not_authenticated')
  return user
}

type AuditActor = Parameters<typeof audit>[1]

function note(
  tx: Db,
  actor: AuditActor,
  now: Date,
  { name, email }: SecondPersonRow,
  action: AuditAction,
  more: AuditMetadata = {},
): Promise<void> {
  return audit(tx, actor, now, action, { resource: 'secondPerson', metadata: { name, email, ...more } })
}

/** By the owner. */
export async function cancelSecondPerson({ db, clock }: Services, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await lockActor(tx, actor)
    const person = await removeSecondPerson(tx, actor.owner)
    if (person) await note(tx, actor, clock.now(), person, 'auth_second_person_ended', { by: 'owner' })
  })
}

/** When an account is taken back: removes the person if they were named since. */
export async function dropSecondPerson(tx: Db, owner: Owner, since: Date, now: Date) {
  const person = await removeSecondPerson(tx, owner, since)
  if (person)
    await note(tx, withoutSession(owner), now, person, 'auth_second_person_ended', { by: 'recovery' })
  return person
}

const withoutSession = (owner: Owner): AuditActor => ({ owner, userAgent: null, sessionId: null })

/** What an invitation is about; `null` once the person was removed or replaced. */
export async function findInvitation({ db, clock }: Services, id: string) {
  const person = await findSecondPersonById(db, id)
  const owner = person && (await findUserById(db, person.ownerId))
  if (!person || !owner) return null
  return { person, owner, isOpen: isInvitationOpen(person, clock.now()) && owner.disabledAt === null }
}

/** Whose mails a link ends, and whether it was used; `null` if the account was deleted. */
export async function findEnding({ db, clock }: Services, { owner, emailHash }: Ending) {
  const user = await findUserById(db, owner)
  return user && { owner: user, hasEnded: await hasRefused(db, owner, emailHash, clock.now()) }
}

/** `false` if the invitation is over. */
export function confirmInvitation(services: Services, { person, owner }: Pair): Promise<boolean> {
  const { db, clock } = services
  const ownerId = asOwnerId(owner.id)
  return db.transaction(async (tx) => {
    const now = clock.now()
    await lockOwnerRow(tx, ownerId)
    const { hour } = await findSettings(tx, ownerId)
    const checkAt = nextCheck(now, hour, owner.timeZone)
    const confirmed = await confirmSecondPerson(tx, person.id, { now, checkAt })
    if (!confirmed) return false
    await note(tx, withoutSession(ownerId), now, confirmed, 'auth_second_person_confirmed')
    return true
  })
}

type Ending = Pick<Extract<SecondPersonLink, { purpose: 'end' }>, 'owner' | 'emailHash'>

/** By the person, at any time, also while the account is disabled, and after the owner removed them. */
export async function endMails({ db, clock }: Services, { owner, emailHash }: Ending): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now()
    await lockOwnerRow(tx, owner)
    await saveRefusal(tx, owner, emailHash, now)
    const person = await findSecondPerson(tx, owner)
    if (!person || addressHash(person.email) !== emailHash) return
    const ended = await endSecondPerson(tx, person.id, now)
    if (ended) await note(tx, withoutSession(owner), now, ended, 'auth_second_person_ended', { by: 'person' })
  })
}

/** The next time after `now` at which it is the hour of the owner's reminders. */
function nextCheck(now: Date, hour: number, timeZone: string | null): Date {
  const today = todayIn(now, timeZone)
  const at = localTimeToInstant(today, hour, timeZone)
  return at > now ? at : localTimeToInstant(addDays(today, 1), hour, timeZone)
}

/** Owners for whom one run looks. */
const BATCH = 500

/**
 * Tells each second person whose day has come, once a day and each in one transaction with its mail. One that fails
 * does not keep the others waiting; then this rejects.
 */
export async function tellSecondPeople(services: Services, stop?: AbortSignal): Promise<void> {
  const { db, clock, mailer } = services
  if (mailer.mode !== 'smtp') return
  let failure: { error: unknown } | undefined
  for (const owner of await listOwnersToCheck(db, clock.now(), BATCH)) {
    if (stop?.aborted) break
    await db
      .transaction((tx) => tellOne(services, tx, owner))
      .catch((error) => {
        const isDeleted = error instanceof Problem && error.code === 'not_authenticated'
        if (!isDeleted) failure ??= { error }
      })
  }
  if (failure) throw failure.error
}

async function tellOne({ clock, config, mailer }: Services, tx: Db, ownerId: Owner): Promise<void> {
  const now = clock.now()
  await lockOwnerRow(tx, ownerId)
  // Another process may have told them since.
  const person = await findPersonToTell(tx, ownerId, now)
  if (!person) return
  const owner = await requireUser(tx, ownerId)
  const { timeZone } = owner
  const { hour } = await findSettings(tx, ownerId)
  await setNextCheck(tx, person.id, nextCheck(now, hour, timeZone))
  const today = todayIn(now, timeZone)
  const at = localTimeToInstant(today, hour, timeZone)
  // The owner may have moved or chosen another hour since this check was planned.
  if (owner.disabledAt !== null || at > now || wasJustTold(person, today, now)) return
  const remindedBy = new Date(at.getTime() - HOURS_TO_REACT * HOUR_MS)
  const items = await listUnanswered(tx, person, { today, remindedBy })
  if (items.length === 0) return
  await recordTold(tx, person.id, items, { now, today })
  await mailer.enqueue(toldMessage({ person, owner, config, t: translateFor(owner), items }), tx)
  const metadata = { count: items.length }
  await note(tx, withoutSession(ownerId), now, person, 'auth_second_person_told', metadata)
}

const HOUR_MS = 3_600_000

/** At most one mail a day, also for an owner who moves to another time zone. */
function wasJustTold({ lastToldAt, lastToldOn }: SecondPersonRow, today: string, now: Date): boolean {
  if (lastToldAt === null) return false
  return lastToldOn === today || now.getTime() - lastToldAt.getTime() < HOURS_TO_REACT * HOUR_MS
}
