import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { type AccountEvents, createAccountEvents } from './account-events.ts'
import type { AuthOptions } from './auth-options.ts'
import { createBetterAuth } from './better-auth.ts'
import { betterAuthClient, type CallBetterAuth } from './better-auth-client.ts'
import { readSignedCookie, sessionCookieName } from './cookies.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import { createOidcProviders, type OidcProviders } from './oidc/oidc-providers.ts'
import { type ResponseTimePadding, responseTimePadding } from './response-time.ts'
import { authSecret } from './secret.ts'
import { isAlive } from './sessions/session-life.ts'
import { findSession, type Session, touchSession } from './sessions/session-store.ts'
import { userAgentOf } from './user-agent.ts'

/** What the session cookie of a request stands for. */
export type PresentedSession = {
  /** The cookie's token, whether or not there is a session for it. */
  token: string | null
  session: Session | null
  /** A session that waits for its two-factor code; never also a `session`. */
  pending: Session | null
}

export type Auth = {
  /** Signs cookies and encrypts the secrets of authenticator apps. */
  secret: string
  /** This secret and earlier ones, which only decrypt. */
  secrets: string[]
  events: AccountEvents
  devices: DeviceCookies
  providers: OidcProviders
  padding: ResponseTimePadding
  callBetterAuth: CallBetterAuth
  presentedSession(request: Request): Promise<PresentedSession>
  /** The signed-in user, or `null`. Counts as use of the session. */
  actorOf(request: Request): Promise<Actor | null>
}

export function createAuth(options: AuthOptions): Auth {
  const { config, clock } = options
  const { db } = options.database
  const secret = authSecret(config)
  const events = createAccountEvents(options)
  const cookie = sessionCookieName(config)

  async function presentedSession(request: Request): Promise<PresentedSession> {
    const token = readSignedCookie(request, cookie, secret)
    const found = token === null ? null : await findSession(db, token)
    const now = clock.now()
    return {
      token,
      session: found && isAlive(found, now) ? found : null,
      pending: found?.isPendingTwoFactor && now < found.expiresAt ? found : null,
    }
  }

  return {
    secret,
    secrets: [secret, ...config.AUTH_SECRETS_OLD],
    events,
    presentedSession,
    devices: createDeviceCookies(config, secret),
    providers: createOidcProviders(options, events, secret),
    padding: options.responseTimePadding ?? responseTimePadding,
    callBetterAuth: betterAuthClient(config.publicUrl, createBetterAuth(options, events, secret)),
    async actorOf(request) {
      const { session } = await presentedSession(request)
      if (!session) return null
      await touchSession(db, session, clock.now())
      return actorFrom(session, request)
    },
  }
}

function actorFrom(session: Session, request: Request): Actor {
  return {
    owner: asOwnerId(session.userId),
    sessionId: session.id,
    userAgent: userAgentOf(request),
    timeZone: session.timeZone,
    authenticatedAt: session.reauthenticatedAt ?? session.createdAt,
  }
}
