import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { networkOf } from '#server/http/client-network.ts'
import { readJsonBody } from '#server/http/route.ts'
import type { LimitName } from '#server/rate-limits/store.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail } from '#server/users/store.ts'
import { email } from '#shared/auth/registration.ts'
import { Problem } from '#shared/http/errors.ts'
import { authBodyBounds } from './auth-body.ts'

const emailInBody = z.object({ email })

/** `refund` gives back what the request consumed, after it succeeded. */
export type RefundEnv = { Variables: { refund: () => Promise<void> } }

/** Counts by network. Mount it first: 429 comes before every other refusal. */
export function limitByNetwork({ limits }: Services, name: LimitName): MiddlewareHandler<RefundEnv> {
  return async (c, next) => {
    c.set('refund', await limits.consume(name, networkOf(c.req.raw)))
    await next()
  }
}

/** Counts sign-ins by account and by network, or only by device where the account signed in before. */
export function limitSignIn(services: Services): MiddlewareHandler<RefundEnv> {
  const { auth, limits } = services
  return async (c, next) => {
    const body = await readBody(c)
    const deviceKey = body.email && auth.devices.limitKeyOf(c.req.raw, body.email)
    const consume = (name: LimitName, key: string) => consumeAndRecord(services, name, key, body.email)
    const refund = deviceKey ? null : await consume('signInNetwork', networkOf(c.req.raw))
    const account = deviceKey ?? body.email
    if (account) await consume('signInAccount', account)
    if (body.problem) throw body.problem
    c.set('refund', async () => {
      await refund?.()
      if (account) await limits.reset('signInAccount', account)
    })
    await next()
  }
}

/** For what sends an email to an address that anyone may type: counts by network and by address. */
export function limitMail(services: Services): MiddlewareHandler {
  return async (c, next) => {
    const { email, problem } = await readBody(c)
    await consumeAndRecord(services, 'mailNetwork', networkOf(c.req.raw), email)
    if (email) await consumeAndRecord(services, 'mailAddress', email, email)
    if (problem) throw problem
    await next()
  }
}

/** Counts a password asked for again by session, and without a session by network. */
export function limitPasswordChange({ auth, limits }: Services): MiddlewareHandler<RefundEnv> {
  return async (c, next) => {
    const { session } = await auth.presentedSession(c.req.raw)
    if (!session) await limits.consume('signInNetwork', networkOf(c.req.raw))
    const key = `session:${session?.userId}`
    if (session) await limits.consume('signInAccount', key)
    c.set('refund', () => limits.reset('signInAccount', key))
    await next()
  }
}

/**
 * Consumes one try, and when none is left records that in the audit log of the account with this address, once in a
 * while: a stranger must not fill it.
 */
export async function consumeAndRecord(
  services: Services,
  name: LimitName,
  key: string,
  email: string | null,
): Promise<() => Promise<void>> {
  try {
    return await services.limits.consume(name, key)
  } catch (error) {
    if (error instanceof Problem && email !== null) await recordRefusal(services, email)
    throw error
  }
}

async function recordRefusal({ auth, db, limits }: Services, email: string): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (!user) return
  try {
    await limits.consume('refusalNote', user.id)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await auth.events.record(user.id, 'security_rate_limit_exceeded', { resource: 'auth' })
}

/** The email in the body. What is wrong with the body is returned, because the limits are checked first. */
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
