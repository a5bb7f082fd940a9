import { and, eq, gte, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/table.ts'
import { changeEmailInput, tokenInput } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { defaultEven } from './account-events.ts'
import { consumeCode, createCode, openingCodes, removeCodes } from './action-code-store.ts'
import { answer, badLink } from './responses.ts'
import { type Door, evenly, type Porch, read } from './route-context.ts'
import { endSessions } from './session-store.ts'
import { accounts, passkeys, secondFactors } from './table.ts'
import { removeSecondFactor } from './two-factor-store.ts'

/** Another address for an account, and the way back to the old one. */
export function emailDoors(porch: Porch): Record<string, Door> {
  const { parts, db, actions, take, inAuthRequestContext, findPerson, findById } = porch
  const { config, clock, even = defaultEven } = parts

  return {
    /** Answers the same whether the new address has an account or not; only a free one gets a mail. */
    'POST /change-email': async (visit) => {
      const { person } = await porch.requireProven(visit)
      await take(visit, 'mailNetwork', visit.network, null)
      const { newEmail } = read(visit, changeEmailInput)
      await take(visit, 'mailAddress', newEmail, null)
      const began = performance.now()
      await inAuthRequestContext(visit, async () => {
        if (!(await findPerson(newEmail))) await actions.sendEmailChange(person, newEmail)
        await actions.record(person.id, 'auth_email_change_requested')
      })
      await evenly(even.mail, began)
      return answer({ status: true })
    },

    'POST /verify-and-change-email': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token } = read(visit, tokenInput)
      const newEmail = await inAuthRequestContext(visit, () =>
        db.transaction(async (tx) => {
          const used = await consumeCode(tx, 'change-email', token, clock.now())
          const person = used && (await findById(used.userId, tx))
          if (!person || !used.detail) return null
          await moveTo(tx, person.id, used.detail, clock.now())
          await actions.record(person.id, 'auth_email_changed', { within: tx })
          await actions.sendEmailChanged(tx, person, used.detail)
          return used.detail
        }),
      )
      if (newEmail === null) return badLink()
      await refund()
      return answer({ email: newEmail })
    },

    /** `resetToken` is a code for `/reset-password`: the old password is gone, whoever knew it. */
    'POST /recover-email': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token } = read(visit, tokenInput)
      const recovered = await inAuthRequestContext(visit, () =>
        db.transaction(async (tx) => {
          const used = await consumeCode(tx, 'recover-email', token, clock.now())
          const email = used?.detail
          if (!used || !email || !(await findById(used.userId, tx))) return null
          if (config.SMTP_URL !== undefined) await removeUnproven(tx, used.userId, email)
          await moveTo(tx, used.userId, email, clock.now())
          await removeSince(tx, used.userId, used.createdAt)
          await removeCodes(tx, used.userId)
          await actions.record(used.userId, 'auth_email_recovered', { within: tx })
          return { email, resetToken: await createCode(tx, 'reset-password', used.userId, clock.now()) }
        }),
      )
      if (recovered === null) return badLink()
      await refund()
      return answer(recovered)
    },
  }
}

/** The address is hers from now on, and everyone signs in anew. Throws `email_taken` when it is another's. */
async function moveTo(tx: Db, userId: string, email: string, now: Date): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (owner && owner.id !== userId) throw new Problem('email_taken')
  await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: now })
    .where(eq(users.id, userId))
    .catch(toTaken)
  // Mails that were sent to the address of before open nothing any more, but for the way back.
  await removeCodes(tx, userId, openingCodes)
  await endSessions(tx, userId)
}

/** Someone was quicker, between the look and the change. */
function toTaken(error: unknown): never {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  throw code === '23505' ? new Problem('email_taken') : error
}

/** Someone registered the address meanwhile and never confirmed it: such an account holds nothing. */
async function removeUnproven(tx: Db, userId: string, email: string): Promise<void> {
  const others = and(eq(users.email, email), ne(users.id, userId))
  await tx.delete(users).where(and(others, eq(users.emailVerified, false)))
}

/** What a thief may have added once the address was changed, and the password that was known. */
async function removeSince(tx: Db, userId: string, since: Date): Promise<void> {
  const mine = eq(accounts.userId, userId)
  await tx.delete(accounts).where(and(mine, eq(accounts.providerId, 'credential')))
  await tx.delete(accounts).where(and(mine, gte(accounts.createdAt, since)))
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (factor && factor.createdAt >= since) await removeSecondFactor(tx, userId)
}
