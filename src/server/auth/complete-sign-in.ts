import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { networkPrefix } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { findUserById, type UserRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { problemOf } from './auth-problem.ts'
import type { AuthResponse } from './better-auth-client.ts'
import { withLifetime } from './cookies.ts'
import { recordDevice, recordNetwork } from './known-device-store.ts'
import { authRequestContext } from './request-context.ts'
import type { SessionKind } from './sessions/session-life.ts'
import { endReplacedSession } from './sessions/session-store.ts'

/**
 * Finishes a sign-in after Better Auth's response: sets the cookies and returns the body. Throws Better Auth's refusal
 * as a problem, and `second_factor_needed` (with the cookies) if the session waits for a two-factor code.
 */
export async function completeSignIn(
  c: Context,
  services: Services,
  response: AuthResponse,
): Promise<object> {
  if (!response.ok) throw problemOf(response)
  const { createdSession } = response.context
  if (!createdSession) {
    setCookies(c, response.cookies)
    return bodyOf(response)
  }
  await applySession(c, services, response, createdSession)
  if (createdSession.isPendingTwoFactor) throw new Problem('second_factor_needed')
  return bodyOf(response)
}

type Created = NonNullable<AuthResponse['context']['createdSession']>

/** Sets the cookies of a created session, ends the session that it replaces, and tracks the device. */
export async function applySession(
  c: Context,
  services: Services,
  { cookies, context }: AuthResponse,
  { userId, sessionId, kind, isPendingTwoFactor }: Created,
): Promise<void> {
  const { auth, config, db } = services
  const { token } = await auth.presentedSession(c.req.raw)
  if (token !== null) await endReplacedSession(db, token, sessionId)
  const cookieKind = isPendingTwoFactor ? 'brief' : kind
  setCookies(
    c,
    cookies.map((line) => withLifetime(config, line, cookieKind)),
  )
  const isSignIn = !isPendingTwoFactor && context.onlyForUserId === undefined
  if (isSignIn) await trackDevice(c, services, userId, kind)
}

/** Remembers the browser and the network, and emails the owner if one of them was not known. */
export async function trackDevice(
  c: Context,
  services: Services,
  userId: string,
  kind: SessionKind,
): Promise<void> {
  const { auth, db } = services
  const user = await findUserById(db, userId)
  if (!user) return
  if (kind === 'shared') {
    // Nothing may stay behind on a shared computer, so its browser counts as new each time.
    await auth.events.sendNewDevice(user, kind)
    return
  }
  const { cookie, id } = auth.devices.remember(c.req.raw, user.email)
  setCookies(c, [cookie])
  await recordSignIn(services, user, id, kind)
}

/** `deviceId` identifies the browser or app. */
export async function recordSignIn(
  { auth, clock, db }: Services,
  user: UserRow,
  deviceId: string,
  kind: SessionKind,
): Promise<void> {
  const { network = 'unknown' } = authRequestContext.getStore() ?? {}
  const device = await recordDevice(db, user.id, deviceId, clock.now())
  const digest = networkDigest(auth.secret, networkPrefix(network))
  const isNewNetwork = network !== 'unknown' && (await recordNetwork(db, user.id, digest, clock.now()))
  if (device === 'new') await auth.events.sendNewDevice(user, kind)
  else if (isNewNetwork) await auth.events.sendNewNetwork(user)
}

/** Households and phones change their address within the prefix. */
function networkDigest(secret: string, prefix: string): string {
  return createHmac('sha256', secret).update(`network\n${prefix}`).digest('base64url')
}

export function setCookies(c: Context, cookies: string[]): void {
  for (const line of cookies) c.header('Set-Cookie', line, { append: true })
}

/** Better Auth's body without the session's token, which only the cookie may contain. */
export function bodyOf({ body }: AuthResponse): object {
  const { token: _, session, ...rest } = body ?? {}
  return isSession(session) ? { ...rest, session: presentSession(session) } : rest
}

/** A session as the API shows it. */
export function presentSession(session: object): object {
  const {
    token: _,
    timeZone: __,
    isPendingTwoFactor,
    reauthenticatedAt,
    ...rest
  } = { ...emptySession, ...session }
  return { ...rest, isHalfOpen: isPendingTwoFactor, provenAt: reauthenticatedAt }
}

const emptySession: Record<'token' | 'timeZone' | 'isPendingTwoFactor' | 'reauthenticatedAt', unknown> = {
  token: undefined,
  timeZone: undefined,
  isPendingTwoFactor: false,
  reauthenticatedAt: null,
}

function isSession(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
