import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { networkOf } from '#server/http/client-network.ts'
import { readJsonBody } from '#server/http/route.ts'
import type { LimitName } from '#server/rate-limits/store.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail } from '#server/users/store.ts'
import type { LimitedAct } from '#shared/audit/actions.ts'
import { email } from '#shared/auth/registration.ts'
import { Problem } from '#shared/http/errors.ts'
import { authBodyBounds } from './auth-body.ts'
import { padResponseTime } from './response-time.ts'

const emailInBody = z.object({ email })

/** `refund` returns the attempt that the request consumed, after it succeeded. */
export type RefundEnv = { Variables: { refund: () => Promise<void> } }

/** Counts by network. Mount this guard first: 429 comes before every other refusal. */
export function limitByNetwork({ limits }: Services, name: LimitName): MiddlewareHandler<RefundEnv> {
  return async (c, next) => {
    c.set('refund', await limits.consume(name, networkOf(c.req.raw)))
    await next()
  }
}

/**
 * Counts sign-ins by account and network together. Each alone also has a limit, with far more attempts. If someone
 * signed in to the account with this device before, counts only by device. Nothing here depends on whether the address
 * has an account.
 */
export function limitSignIn(services: Services): MiddlewareHandler<RefundEnv> {
  const { auth, limits } = services
  return async (c, next) => {
    const body = await readBody(c)
    const deviceKey = body.email && auth.devices.limitKeyOf(c.req.raw, body.email)
    const network = networkOf(c.req.raw)
    const pair = deviceKey ?? (body.email && `${body.email} ${network}`)
    const refund = deviceKey ? null : await limits.consume('signInNetwork', network)
    if (body.email && pair) await consumeForAddress(services, 'signInAccount', pair, body.email)
    if (body.email && !deviceKey) await consumeForAddress(services, 'signInAnywhere', body.email, body.email)
    if (body.problem) throw body.problem
    c.set('refund', async () => {
      await refund?.()
      if (pair) await limits.reset('signInAccount', pair)
      if (body.email && !deviceKey) await limits.reset('signInAnywhere', body.email)
    })
    await next()
  }
}

/** For routes that send an email to an address that anyone can type. Counts by network and by address. */
export function limitMail(services: Services): MiddlewareHandler {
  return async (c, next) => {
    const { email, problem } = await readBody(c)
    await services.limits.consume('mailNetwork', networkOf(c.req.raw))
    if (email) await consumeForAddress(services, 'mailAddress', email, email)
    if (problem) throw problem
    await next()
  }
}

/** Counts password reauthentications by session, and without a session by network. */
export function limitPasswordChange(services: Services): MiddlewareHandler<RefundEnv> {
  const { auth, limits } = services
  return async (c, next) => {
    const { session } = await auth.presentedSession(c.req.raw)
    if (!session) await limits.consume('signInNetwork', networkOf(c.req.raw))
    const key = `session:${session?.userId}`
    if (session) await consumeAndRecord(services, 'signInAccount', key, session.userId, 'password')
    c.set('refund', () => limits.reset('signInAccount', key))
    await next()
  }
}

/**
 * Consumes one attempt at something of this user. If none is left, the account's activity log says so once in a while
 * for each kind of attempt.
 */
export async function consumeAndRecord(
  services: Services,
  name: LimitName,
  key: string,
  userId: string,
  act: LimitedAct,
): Promise<() => Promise<void>> {
  try {
    return await services.limits.consume(name, key)
  } catch (error) {
    if (error instanceof Problem && (await isFirstNote(services, act, userId)))
      await recordRefusal(services, userId, act)
    throw error
  }
}

/**
 * The same before anyone is signed in, for an address that anyone can type. Whether a refusal is noted depends on the
 * address only, and noting takes the same time whether or not the address has an account.
 */
async function consumeForAddress(
  services: Services,
  name: LimitName,
  key: string,
  email: string,
): Promise<void> {
  const { auth, db, limits } = services
  try {
    await limits.consume(name, key)
  } catch (error) {
    const startedAt = performance.now()
    const act = name === 'mailAddress' ? 'mail' : 'sign_in'
    if (error instanceof Problem && (await isFirstNote(services, act, email))) {
      const user = await findUserByEmail(db, email)
      if (user && !auth.events.mustConfirm(user)) await recordRefusal(services, user.id, act)
      await padResponseTime(auth.padding.signIn, startedAt)
    }
    throw error
  }
}

async function isFirstNote({ limits }: Services, act: LimitedAct, whose: string): Promise<boolean> {
  try {
    await limits.consume('refusalNote', `${act} ${whose}`)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The client gets the refusal even if recording it fails. */
async function recordRefusal({ auth, log }: Services, userId: string, act: LimitedAct): Promise<void> {
  await auth.events
    .record(userId, 'security_rate_limit_exceeded', { resource: 'auth', metadata: { act } })
    .catch((err: unknown) => log.warn({ err }, 'a refusal was not recorded'))
}

/** The email in the body. Returns errors in the body instead of throwing, because the limits are checked first. */
async function readBody(c: Context): Promise<{ email: string | null; problem: Problem | null }> {
  try {
    await readJsonBody(c, authBodyBounds)
  } catch (error) {
    if (error instanceof Problem) return { email: null, problem: error }
    throw error
  }
  const given = emailInBody.safeParse(await c.req.json())
  return { email: given.success ? given.data.email : null, problem: null }
}
