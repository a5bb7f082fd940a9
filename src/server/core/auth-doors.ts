import { setTimeout as delay } from 'node:timers/promises'
import { createEmailVerificationToken } from 'better-auth/api'
import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { loadPasswordStrength, type PasswordStrength, personalWords } from '#shared/account/password.ts'
import {
  changePasswordInput,
  mailLinkInput,
  registrationInput,
  resetPasswordInput,
  signInInput,
  verifyEmailInput,
} from '#shared/account/registration.ts'
import { invalid, Problem } from '#shared/core/errors.ts'
import { type AuthActions, type AuthParts, defaultEven } from './auth-actions.ts'
import { answer, badLink, refuse, retell, wrongPassword } from './auth-answers.ts'
import type { ReadBody } from './auth-body.ts'
import { consumeCode, exchangeForReset, findCode } from './auth-codes.ts'
import type { Devices } from './auth-devices.ts'
import { type AuthScene, authScene } from './auth-scene.ts'
import { AUTH_PATH, type createService } from './auth-service.ts'
import { type FoundSession, isBrief, tokenDigest } from './auth-sessions.ts'
import { accounts, sessions, users } from './auth-table.ts'
import type { LimitName } from './limits.ts'

/** One request at one of the doors below. `body` is read but not yet checked: limits come first. */
export type Visit = {
  request: Request
  network: string
  userAgent: string | null
  body: ReadBody | null
  presentedToken: string | null
  session: FoundSession | null
}

type Door = (visit: Visit) => Promise<Response>
type Passed = { response: Response; scene: AuthScene }

/** The addresses of the identity service that are open, each with its limits, its shape and what follows. */
export function createDoors(
  parts: AuthParts,
  service: ReturnType<typeof createService>,
  actions: AuthActions,
  devices: Devices,
  secret: string,
): Record<string, Door> {
  const { config, clock, limits, even = defaultEven } = parts
  const { db } = parts.database
  const isVerificationRequired = config.SMTP_URL !== undefined
  let strength: Promise<PasswordStrength> | undefined

  /** Through to Better Auth, which sees our address and never the client's Host. */
  async function pass(
    visit: Visit,
    path: string,
    body?: unknown,
    more: Partial<AuthScene> = {},
  ): Promise<Passed> {
    const headers = new Headers(visit.request.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
    // The gate has judged where it came from. Better Auth takes any fetch that names no origin for another site's.
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'referer']) headers.delete(name)
    headers.set('origin', config.publicUrl)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const request = new Request(`${config.publicUrl}${AUTH_PATH}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const scene: AuthScene = { path, userAgent: visit.userAgent, isBrief: false, isMailPaid: false, ...more }
    const response = await authScene.run(scene, () => service.handler(request))
    if (scene.failure !== undefined) throw scene.failure
    if (response.status >= 500) throw new Error(`Better Auth answered ${response.status} to ${path}`)
    return { response, scene }
  }

  /** Takes a try, and notes for the owner, once in a while, that her account refused some. */
  async function take(visit: Visit, name: LimitName, key: string, address: string | null) {
    try {
      return await limits.take(name, key)
    } catch (error) {
      if (error instanceof Problem && address !== null) await noteRefusal(visit, address)
      throw error
    }
  }

  async function noteRefusal(visit: Visit, address: string): Promise<void> {
    const person = await findPerson(address)
    if (!person) return
    try {
      await limits.take('refusalNote', person.id)
    } catch (error) {
      if (error instanceof Problem) return
      throw error
    }
    await inScene(visit, () =>
      actions.record(person.id, 'security_rate_limit_exceeded', { resource: 'auth' }),
    )
  }

  const inScene = <T>({ userAgent }: Visit, work: () => Promise<T>): Promise<T> =>
    authScene.run({ path: '', userAgent, isBrief: false, isMailPaid: false }, work)

  async function findPerson(address: string) {
    const [person] = await db.select().from(users).where(eq(users.email, address))
    return person ?? null
  }

  /** `null` when the password is strong enough, else the refusal that names its field. */
  async function refuseWeak(path: string, password: string, ...known: (string | null | undefined)[]) {
    strength ??= loadPasswordStrength()
    const verdict = (await strength)(password, personalWords(...known))
    if (verdict.isStrong) return null
    const message = [verdict.problem, ...verdict.remedies].join(' ')
    return refuse({ code: 'PASSWORD_TOO_WEAK', message, status: 422, errors: [{ path, message }] })
  }

  /**
   * A sign-in that began before a new password was set, and ended after it, must not leave a session: checking takes
   * long, so it looks again once the session stands. Whoever sets a password ends the sessions after setting it.
   */
  async function isStillRight({ opened, matched }: AuthScene): Promise<boolean> {
    if (!opened || matched === undefined) return true
    const mine = and(eq(accounts.userId, opened.userId), eq(accounts.password, matched))
    const [account] = await db.select({ id: accounts.id }).from(accounts).where(mine)
    if (account) return true
    await db.delete(sessions).where(eq(sessions.id, opened.sessionId))
    return false
  }

  /** "New token at sign-in; old one dead": the session that this browser came with ends. */
  async function settle(visit: Visit, { response, scene }: Passed, address: string): Promise<Response> {
    if (scene.opened && visit.presentedToken !== null) {
      const old = tokenDigest(visit.presentedToken)
      await db.delete(sessions).where(and(eq(sessions.token, old), ne(sessions.id, scene.opened.sessionId)))
    }
    const told = await retell(response)
    if (scene.opened) told.headers.append('Set-Cookie', devices.remember(visit.request, address))
    return told
  }

  const doors: Record<string, Door> = {
    'GET /get-session': async (visit) => retell((await pass(visit, '/get-session')).response),

    'POST /sign-in/email': async (visit) => {
      const address = addressIn(visit)
      const counter = address && devices.counterOf(visit.request, address)
      const giveBack = counter ? null : await take(visit, 'signInNetwork', visit.network, address)
      const account = counter ?? address
      if (account) await take(visit, 'signInAccount', account, address)
      const input = read(visit, signInInput)
      const began = performance.now()
      const passed = await pass(visit, '/sign-in/email', input)
      if (!passed.response.ok) {
        const person = await findPerson(input.email)
        if (person && passed.response.status === 401) {
          await inScene(visit, () => actions.record(person.id, 'auth_login_failed'))
        }
        await evenly(even.signIn, began)
        return retell(passed.response)
      }
      if (!(await isStillRight(passed.scene))) return wrongPassword()
      await giveBack?.()
      if (account) await limits.reset('signInAccount', account)
      return settle(visit, passed, input.email)
    },

    'POST /sign-up/email': async (visit) => {
      await take(visit, 'signUpNetwork', visit.network, null)
      const input = read(visit, registrationInput)
      const weak = await refuseWeak(
        'password',
        input.password,
        input.email,
        input.name,
        input.firstName,
        input.lastName,
      )
      if (weak) return weak
      const began = performance.now()
      const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
      const passed = await pass(visit, '/sign-up/email', body)
      if (!isVerificationRequired) return settle(visit, passed, input.email)
      await evenly(even.signUp, began)
      // The very same words for an address that has an account.
      return passed.response.ok ? answer({ user: null, isVerificationRequired }) : retell(passed.response)
    },

    'POST /sign-out': async (visit) => {
      const { response } = await pass(visit, '/sign-out', {})
      const told = await retell(response)
      const { session } = visit
      if (session) {
        await inScene(visit, () => actions.record(session.userId, 'auth_logout', { sessionId: session.id }))
      }
      told.headers.set('Clear-Site-Data', '"cache", "storage"')
      return told
    },

    'POST /request-password-reset': async (visit) => {
      const input = await takeMail(visit)
      const began = performance.now()
      const { response } = await pass(visit, '/request-password-reset', input, { isMailPaid: true })
      await evenly(even.mail, began)
      return response.ok ? answer({ status: true }) : retell(response)
    },

    'POST /send-verification-email': async (visit) => {
      const input = await takeMail(visit)
      return retell((await pass(visit, '/send-verification-email', input, { isMailPaid: true })).response)
    },

    'POST /reset-password': async (visit) => {
      const giveBack = await take(visit, 'signInNetwork', visit.network, null)
      const { token, newPassword } = read(visit, resetPasswordInput)
      const person = await findByCode('reset-password', token)
      const weak = person && (await refuseWeak('newPassword', newPassword, person.email, person.name))
      if (weak) return weak
      const owner = await consumeCode(db, 'reset-password', token, clock.now())
      if (owner === null) return badLink()
      const exchanged = await exchangeForReset(db, owner, clock.now())
      const passed = await pass(visit, '/reset-password', { token: exchanged, newPassword })
      if (passed.response.ok) await giveBack()
      return retell(passed.response)
    },

    // A POST although Better Auth has a GET: nothing changes on a GET, and no foreign page can sign anyone in.
    'POST /verify-email': async (visit) => {
      const giveBack = await take(visit, 'signInNetwork', visit.network, null)
      const { token } = read(visit, verifyEmailInput)
      const person = await findByCode('verify-email', token)
      const owner = person && (await consumeCode(db, 'verify-email', token, clock.now()))
      if (!person || owner === null) return badLink()
      const proof = await createEmailVerificationToken(secret, person.email, undefined, 60)
      const passed = await pass(visit, `/verify-email?token=${proof}`)
      if (passed.response.ok) await giveBack()
      return settle(visit, passed, person.email)
    },

    'POST /change-password': async (visit) => {
      const { session } = visit
      const key = session ? `session:${session.userId}` : visit.network
      await take(visit, session ? 'signInAccount' : 'signInNetwork', key, null)
      if (!session) throw new Problem('not_authenticated')
      const input = read(visit, changePasswordInput)
      const [person] = await db.select().from(users).where(eq(users.id, session.userId))
      if (!person) throw new Problem('not_authenticated')
      const weak = await refuseWeak('newPassword', input.newPassword, person.email, person.name)
      if (weak) return weak
      const body = { ...input, revokeOtherSessions: true }
      const passed = await pass(visit, '/change-password', body, { isBrief: isBrief(session) })
      if (passed.response.ok) {
        await limits.reset('signInAccount', key)
        const { sessionId = 'none' } = passed.scene.opened ?? {}
        await inScene(visit, () => actions.record(person.id, 'auth_password_changed', { sessionId }))
        await actions.sendChanged(person)
      }
      return retell(passed.response)
    },
  }
  return doors

  async function takeMail(visit: Visit): Promise<z.infer<typeof mailLinkInput>> {
    const address = addressIn(visit)
    await take(visit, 'mailNetwork', visit.network, address)
    if (address) await take(visit, 'mailAddress', address, address)
    return read(visit, mailLinkInput)
  }

  async function findByCode(kind: 'reset-password' | 'verify-email', token: string) {
    const owner = await findCode(db, kind, token, clock.now())
    if (owner === null) return null
    const [person] = await db.select().from(users).where(eq(users.id, owner))
    return person ?? null
  }
}

/** The address that the request speaks of, as the shapes will read it; `null` when it is none. */
function addressIn({ body }: Visit): string | null {
  if (!body || !('json' in body)) return null
  const given = mailLinkInput.shape.email.safeParse((body.json as { email?: unknown } | null)?.email)
  return given.success ? given.data : null
}

function read<S extends z.ZodType>({ body }: Visit, schema: S): z.infer<S> {
  if (!body) throw new Problem('not_json')
  if ('problem' in body) throw body.problem
  const parsed = schema.safeParse(body.json)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/** Waits for the next full `step` of milliseconds since `began`. */
async function evenly(step: number, began: number): Promise<void> {
  if (step > 0) await delay(step - ((performance.now() - began) % step))
}
