import { createEmailVerificationToken } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { users } from '#server/users/table.ts'
import { verifyEmailInput } from '#shared/auth/registration.ts'
import { linkSignInInput } from '#shared/auth/sign-in-methods.ts'
import { defaultEven } from './account-events.ts'
import { consumeCode, exchangeForSignIn, findCode } from './action-code-store.ts'
import { answer, badLink, retell } from './responses.ts'
import { type Door, evenly, kindOf, type Porch, read } from './route-context.ts'

/** Mailed links that open a session: to confirm an address, and to sign in. */
export function linkDoors(porch: Porch): Record<string, Door> {
  const { parts, db, secret, actions, pass, take, findPerson, findById, settle } = porch
  const { config, clock, even = defaultEven } = parts

  return {
    'POST /send-verification-email': async (visit) => {
      const input = await porch.takeMail(visit)
      return retell((await pass(visit, '/send-verification-email', input, { isMailPaid: true })).response)
    },

    // A POST although Better Auth has a GET: nothing changes on a GET, and no foreign page can sign anyone in.
    'POST /verify-email': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token } = read(visit, verifyEmailInput)
      const code = await findCode(db, 'verify-email', token, clock.now())
      const person = code && (await findById(code.userId))
      const used = person && (await consumeCode(db, 'verify-email', token, clock.now()))
      if (!person || !used) return badLink()
      const proof = await createEmailVerificationToken(secret, person.email, undefined, 60)
      const passed = await pass(visit, `/verify-email?token=${proof}`)
      if (passed.response.ok) await refund()
      return settle(visit, passed)
    },

    /** Answers the same whether the address has an account or not. */
    'POST /request-sign-in-link': async (visit) => {
      const { email } = await porch.takeMail(visit)
      const began = performance.now()
      const person = await findPerson(email)
      if (person) await actions.sendSignInLink(person)
      await evenly(even.mail, began)
      return answer({ status: true })
    },

    'POST /sign-in/link': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token, ...stay } = read(visit, linkSignInInput)
      const used = await consumeCode(db, 'sign-in', token, clock.now())
      const person = used && (await findById(used.userId))
      if (!person) return badLink()
      // Where addresses are confirmed, Better Auth takes the password away that was set before this proof: it may be a
      // stranger's. Where they are not, nobody's is confirmed, and the password is hers.
      if (config.SMTP_URL === undefined && !person.emailVerified) {
        await db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id))
      }
      const exchanged = await exchangeForSignIn(db, person.email, clock.now())
      const passed = await pass(visit, `/magic-link/verify?token=${exchanged}`, undefined, {
        kind: kindOf(stay),
      })
      if (!passed.scene.opened) return badLink()
      await refund()
      return settle(visit, passed)
    },
  }
}
