import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { LimitName } from '#server/rate-limits/store.ts'
import { users } from '#server/users/table.ts'
import { loadPasswordStrength, type PasswordStrength, personalWords } from '#shared/auth/password.ts'
import { mailLinkInput } from '#shared/auth/registration.ts'
import { invalid, Problem } from '#shared/http/errors.ts'
import type { AuthActions, AuthParts } from './account-events.ts'
import { AUTH_PATH, type createService } from './better-auth.ts'
import { withLife } from './cookies.ts'
import { type Devices, noteDevice } from './known-device-store.ts'
import { requireRecentProof } from './reauthentication.ts'
import type { ReadBody } from './request-body.ts'
import { type AuthRequestContext, authRequestContext } from './request-context.ts'
import { answerWithCookies, refuse, retell } from './responses.ts'
import { type FoundSession, type SessionKind, tokenDigest, touchSession, userById } from './session-store.ts'
import { sessions } from './table.ts'

/** One request at one of the doors. `body` is read but not yet checked: limits come first. */
export type Visit = {
  request: Request
  network: string
  userAgent: string | null
  body: ReadBody | null
  presentedToken: string | null
  session: FoundSession | null
  /** Where a second factor is waited for: never a `session`. */
  halfOpen: FoundSession | null
}

export type Door = (visit: Visit) => Promise<Response>
export type Passed = { response: Response; scene: AuthRequestContext }
export type Service = Pick<ReturnType<typeof createService>, 'handler'>
export type Porch = ReturnType<typeof createPorch>

/** What every door stands on: limits, bodies, the way through to Better Auth, and what follows when a session opens. */
export function createPorch(
  parts: AuthParts,
  service: Service,
  actions: AuthActions,
  devices: Devices,
  secret: string,
) {
  const { config, clock, limits } = parts
  const { db } = parts.database
  let strength: Promise<PasswordStrength> | undefined

  /** Through to Better Auth, which sees our address and never the client's Host. */
  async function pass(
    visit: Visit,
    path: string,
    body?: unknown,
    more: Partial<AuthRequestContext> = {},
    via: Service = service,
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
    const scene: AuthRequestContext = { path, userAgent: visit.userAgent, isMailPaid: false, ...more }
    const response = await authRequestContext.run(scene, () => via.handler(request))
    if (scene.failure !== undefined) throw scene.failure
    if (response.status >= 500 && !(await isRefusal(response)))
      throw new Error(`Better Auth answered ${response.status} to ${path}`)
    return { response, scene }
  }

  /** Takes a try, and notes for the owner, once in a while, that her account refused some. */
  async function take(visit: Visit, name: LimitName, key: string, address: string | null) {
    try {
      return await limits.consume(name, key)
    } catch (error) {
      if (error instanceof Problem && address !== null) await noteRefusal(visit, address)
      throw error
    }
  }

  async function noteRefusal(visit: Visit, address: string): Promise<void> {
    const person = await findPerson(address)
    if (!person) return
    try {
      await limits.consume('refusalNote', person.id)
    } catch (error) {
      if (error instanceof Problem) return
      throw error
    }
    await inAuthRequestContext(visit, () =>
      actions.record(person.id, 'security_rate_limit_exceeded', { resource: 'auth' }),
    )
  }

  const inAuthRequestContext = <T>({ userAgent }: Visit, work: () => Promise<T>): Promise<T> =>
    authRequestContext.run({ path: '', userAgent, isMailPaid: false }, work)

  async function findPerson(address: string) {
    const [person] = await db.select().from(users).where(eq(users.email, address))
    return person ?? null
  }

  async function findById(id: string, within: Db = db) {
    const [person] = await userById(within).execute({ id })
    return person ?? null
  }

  /**
   * What `/get-session` says of a session that is alive, and counts as its use; `null` once its owner is gone. Each
   * screen asks it first, and Better Auth would look up the session a second time.
   */
  async function tellSession(session: FoundSession) {
    await touchSession(db, session, clock.now())
    const user = await findById(session.userId)
    const { timeZone: _ofUser, ...told } = session
    return user ? { user, session: told } : null
  }

  /** Who is signed in, by session and record; throws `not_authenticated` where nobody is. */
  async function requireOwner({ session }: Visit) {
    const person = session && (await findById(session.userId))
    if (!session || !person) throw new Problem('not_authenticated')
    return { session, person }
  }

  /** The same, and she proved it in the last ten minutes. */
  async function requireProven(visit: Visit) {
    const owner = await requireOwner(visit)
    requireRecentProof({ provenAt: owner.session.provenAt ?? owner.session.createdAt }, clock.now())
    return owner
  }

  /** `null` when the password is strong enough, else the refusal that names its field. */
  async function refuseWeak(path: string, password: string, ...known: (string | null | undefined)[]) {
    strength ??= loadPasswordStrength()
    const verdict = (await strength)(password, personalWords(...known))
    if (verdict.isStrong) return null
    const message = [verdict.problem, ...verdict.remedies].join(' ')
    return refuse({ code: 'PASSWORD_TOO_WEAK', message, status: 422, errors: [{ path, message }] })
  }

  /** "New token at sign-in; old one dead": the session that this browser came with ends. */
  async function endPresented({ presentedToken }: Visit, openedId: string): Promise<void> {
    if (presentedToken === null) return
    const old = tokenDigest(presentedToken)
    await db.delete(sessions).where(and(eq(sessions.token, old), ne(sessions.id, openedId)))
  }

  /** The browser is known from now on; its owner hears of one that was not. */
  async function welcome(visit: Visit, told: Response, userId: string, kind: SessionKind): Promise<void> {
    const person = await findById(userId)
    if (!person) return
    if (kind === 'shared') {
      // Nothing may stay behind on a shared computer: it is new each time.
      await inAuthRequestContext(visit, () => actions.sendNewDevice(person, kind))
      return
    }
    const { cookie, id } = devices.remember(visit.request, person.email)
    told.headers.append('Set-Cookie', cookie)
    if ((await noteDevice(db, userId, id, clock.now())) === 'new') {
      await inAuthRequestContext(visit, () => actions.sendNewDevice(person, kind))
    }
  }

  const cookiesOf = (response: Response, kind: SessionKind) =>
    response.headers.getSetCookie().map((line) => withLife(config, line, kind))

  async function retellWithLife({ response }: Passed, kind: SessionKind): Promise<Response> {
    const told = await retell(response)
    told.headers.delete('Set-Cookie')
    for (const cookie of cookiesOf(response, kind)) told.headers.append('Set-Cookie', cookie)
    return told
  }

  /** Better Auth's answer to a way in: told in our words, with the cookie that the kind of session asks for. */
  async function settle(visit: Visit, { response, scene }: Passed): Promise<Response> {
    const { opened } = scene
    if (!opened) return retell(response)
    await endPresented(visit, opened.sessionId)
    const lasting = opened.isHalfOpen ? 'brief' : opened.kind
    if (opened.isHalfOpen) {
      return answerWithCookies(new Problem('second_factor_needed'), cookiesOf(response, lasting))
    }
    const told = await retellWithLife({ response, scene }, lasting)
    if (scene.onlyFor === undefined) await welcome(visit, told, opened.userId, opened.kind)
    return told
  }

  return {
    parts,
    db,
    secret,
    actions,
    devices,
    pass,
    take,
    inAuthRequestContext,
    findPerson,
    findById,
    requireOwner,
    requireProven,
    tellSession,
    refuseWeak,
    endPresented,
    welcome,
    settle,
    cookiesOf,
    retellWithLife,

    /** For what sends a mail to an address that anyone may type. */
    async takeMail(visit: Visit): Promise<z.infer<typeof mailLinkInput>> {
      const address = addressIn(visit)
      await take(visit, 'mailNetwork', visit.network, address)
      if (address) await take(visit, 'mailAddress', address, address)
      return read(visit, mailLinkInput)
    },
  }
}

/** Better Auth calls a wrong signature of a passkey a failure of its own. */
async function isRefusal(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null
  return body?.code === 'FAILED_TO_VERIFY_REGISTRATION'
}

/** What she chose at the sign-in page. */
export function kindOf({ rememberMe, isShared }: { rememberMe: boolean; isShared: boolean }): SessionKind {
  if (isShared) return 'shared'
  return rememberMe ? 'remembered' : 'brief'
}

/** The address that the request speaks of, as the shapes will read it; `null` when it is none. */
export function addressIn({ body }: Visit): string | null {
  if (!body || !('json' in body)) return null
  const given = mailLinkInput.shape.email.safeParse((body.json as { email?: unknown } | null)?.email)
  return given.success ? given.data : null
}

export function read<S extends z.ZodType>({ body }: Visit, schema: S): z.infer<S> {
  if (!body) throw new Problem('not_json')
  if ('problem' in body) throw body.problem
  const parsed = schema.safeParse(body.json)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/** Waits for the next full `step` of milliseconds since `began`. */
export async function evenly(step: number, began: number): Promise<void> {
  if (step > 0) await delay(step - ((performance.now() - began) % step))
}
