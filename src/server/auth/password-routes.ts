import { and, eq } from 'drizzle-orm'
import { MAX_LENGTH, MIN_LENGTH, MIN_SCORE } from '#shared/auth/password.ts'
import {
  changePasswordInput,
  registrationInput,
  resetPasswordInput,
  signInInput,
} from '#shared/auth/registration.ts'
import type { PasswordPolicy } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { defaultEven } from './account-events.ts'
import { consumeCode, exchangeForReset, findCode } from './action-code-store.ts'
import type { AuthRequestContext } from './request-context.ts'
import { answer, badLink, retell, wrongPassword } from './responses.ts'
import { addressIn, type Door, evenly, kindOf, type Porch, read } from './route-context.ts'
import { accounts, sessions } from './table.ts'

/** Ways in by password: sign in, register, mend and change. */
export function passwordDoors(porch: Porch): Record<string, Door> {
  const {
    parts,
    db,
    actions,
    devices,
    pass,
    take,
    inAuthRequestContext,
    findPerson,
    findById,
    refuseWeak,
    settle,
  } = porch
  const { config, clock, limits, even = defaultEven } = parts
  const isVerificationRequired = config.SMTP_URL !== undefined

  /**
   * A sign-in that began before a new password was set, and ended after it, must not leave a session: checking takes
   * long, so it looks again once the session stands. Whoever sets a password ends the sessions after setting it.
   */
  async function isStillRight({ opened, matched }: AuthRequestContext): Promise<boolean> {
    if (!opened || matched === undefined) return true
    const mine = and(eq(accounts.userId, opened.userId), eq(accounts.password, matched))
    const [account] = await db.select({ id: accounts.id }).from(accounts).where(mine)
    if (account) return true
    await db.delete(sessions).where(eq(sessions.id, opened.sessionId))
    return false
  }

  return {
    'GET /password-policy': async () =>
      answer({ minLength: MIN_LENGTH, maxLength: MAX_LENGTH, minScore: MIN_SCORE } satisfies PasswordPolicy),

    'POST /sign-in/email': async (visit) => {
      const address = addressIn(visit)
      const counter = address && devices.counterOf(visit.request, address)
      const refund = counter ? null : await take(visit, 'signInNetwork', visit.network, address)
      const account = counter ?? address
      if (account) await take(visit, 'signInAccount', account, address)
      const { email, password, ...stay } = read(visit, signInInput)
      const kind = kindOf(stay)
      const began = performance.now()
      const body = { email, password, rememberMe: kind === 'remembered' }
      const passed = await pass(visit, '/sign-in/email', body, { kind })
      if (!passed.response.ok) {
        const person = await findPerson(email)
        if (person && passed.response.status === 401) {
          await inAuthRequestContext(visit, () => actions.record(person.id, 'auth_login_failed'))
        }
        await evenly(even.signIn, began)
        return retell(passed.response)
      }
      if (!(await isStillRight(passed.scene))) return wrongPassword()
      await refund?.()
      if (account) await limits.reset('signInAccount', account)
      return settle(visit, passed)
    },

    'POST /sign-up/email': async (visit) => {
      await take(visit, 'signUpNetwork', visit.network, null)
      const input = read(visit, registrationInput)
      const { email, password, name, firstName, lastName } = input
      const weak = await refuseWeak('password', password, email, name, firstName, lastName)
      if (weak) return weak
      const began = performance.now()
      const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
      const passed = await pass(visit, '/sign-up/email', body)
      if (!isVerificationRequired) return settle(visit, passed)
      await evenly(even.signUp, began)
      // The very same words for an address that has an account.
      return passed.response.ok ? answer({ user: null, isVerificationRequired }) : retell(passed.response)
    },

    'POST /sign-out': async (visit) => {
      const { response } = await pass(visit, '/sign-out', {})
      const told = await retell(response)
      const { session } = visit
      if (session) {
        await inAuthRequestContext(visit, () =>
          actions.record(session.userId, 'auth_logout', { sessionId: session.id }),
        )
      }
      told.headers.set('Clear-Site-Data', '"cache", "storage"')
      return told
    },

    'POST /request-password-reset': async (visit) => {
      const input = await porch.takeMail(visit)
      const began = performance.now()
      const { response } = await pass(visit, '/request-password-reset', input, { isMailPaid: true })
      await evenly(even.mail, began)
      return response.ok ? answer({ status: true }) : retell(response)
    },

    'POST /reset-password': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token, newPassword } = read(visit, resetPasswordInput)
      const code = await findCode(db, 'reset-password', token, clock.now())
      const person = code && (await findById(code.userId))
      const weak = person && (await refuseWeak('newPassword', newPassword, person.email, person.name))
      if (weak) return weak
      const used = await consumeCode(db, 'reset-password', token, clock.now())
      if (used === null) return badLink()
      const exchanged = await exchangeForReset(db, used.userId, clock.now())
      const passed = await pass(visit, '/reset-password', { token: exchanged, newPassword })
      if (passed.response.ok) await refund()
      return retell(passed.response)
    },

    'POST /change-password': async (visit) => {
      const { session } = visit
      const key = session ? `session:${session.userId}` : visit.network
      await take(visit, session ? 'signInAccount' : 'signInNetwork', key, null)
      if (!session) throw new Problem('not_authenticated')
      const input = read(visit, changePasswordInput)
      const person = await findById(session.userId)
      if (!person) throw new Problem('not_authenticated')
      const weak = await refuseWeak('newPassword', input.newPassword, person.email, person.name)
      if (weak) return weak
      const body = { ...input, revokeOtherSessions: true }
      const passed = await pass(visit, '/change-password', body, { kind: session.kind, isWhole: true })
      if (!passed.response.ok) return retell(passed.response)
      await limits.reset('signInAccount', key)
      const { sessionId = 'none' } = passed.scene.opened ?? {}
      await inAuthRequestContext(visit, () =>
        actions.record(person.id, 'auth_password_changed', { sessionId }),
      )
      await actions.sendChanged(person)
      return porch.retellWithLife(passed, session.kind)
    },
  }
}
