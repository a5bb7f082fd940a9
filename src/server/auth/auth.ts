import type { Db } from '#server/db/database.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import type { UserRow } from '#server/users/store.ts'
import { type AccountEvents, createAccountEvents } from './account-events.ts'
import type { AuthOptions } from './auth-options.ts'
import { createBetterAuth } from './better-auth.ts'
import { betterAuthClient, type CallBetterAuth } from './better-auth-client.ts'
import { readSignedCookie, sessionCookieName } from './cookies.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import { createOidcProviders, type OidcProviders } from './oidc/oidc-providers.ts'
import { type ResponseTimePadding, responseTimePadding } from './response-time.ts'
import { authSecret } from './secret.ts'
import { createIdTokens, type IdTokens, idTokenOf } from './sessions/id-token.ts'
import { isAlive, isTimedOut } from './sessions/session-life.ts'
import {
  findAppSession,
  findSession,
  findSessionAndUser,
  type Session,
  touchSession,
} from './sessions/session-store.ts'
import { accessTokenOf } from './tokens/token-text.ts'
import { userAgentOf } from './user-agent.ts'

/** The session that the cookie of a request identifies. */
export type PresentedSession<S = Session> = {
  /** The cookie's token, whether or not there is a session for it. */
  token: string | null
  session: S | null
  /** A session that waits for its two-factor code; never also a `session`. */
  pending: S | null
  /** A remembered session that was not signed out but has timed out. */
  timedOut: S | null
}

/** The live session that an ID token names, and how its user signed in. */
export type TokenSession = { session: Session; provider: string }

export type Auth = {
  /** Signs cookies and encrypts the secrets of authenticator apps. */
  secret: string
  /** The current secret and earlier ones. The earlier ones only decrypt. */
  secrets: string[]
  events: AccountEvents
  devices: DeviceCookies
  providers: OidcProviders
  padding: ResponseTimePadding
  callBetterAuth: CallBetterAuth
  presentedSession(request: Request): Promise<PresentedSession>
  /** Like `presentedSession`, with the user of the session. */
  presentedUser(request: Request): Promise<PresentedSession<Session & { user: UserRow }>>
  /** The ID tokens of Firebase clients. */
  idTokens: IdTokens
  /** The live session that an ID token names, or why there is none. */
  sessionOfIdToken(token: string): Promise<TokenSession | 'invalid' | 'expired' | 'ended'>
  /**
   * The signed-in user, or `null`. Identified by an ID token in the Authorization header, otherwise by the cookie.
   * Counts as use of the session. An access token identifies nobody here: see `requireSession`.
   */
  actorOf(request: Request): Promise<Actor | null>
  /** Like `actorOf`, by an ID token alone. */
  actorOfIdToken(request: Request): Promise<Actor | null>
}

export function createAuth(options: AuthOptions): Auth {
  const { config, clock } = options
  const { db } = options.database
  const secret = authSecret(config)
  const events = createAccountEvents(options)
  const cookie = sessionCookieName(config)

  async function presented<S extends Session>(
    request: Request,
    find: (db: Db, token: string) => Promise<S | null>,
  ): Promise<PresentedSession<S>> {
    if (accessTokenOf(request) !== null) return { token: null, session: null, pending: null, timedOut: null }
    const token = readSignedCookie(request, cookie, secret)
    const found = token === null ? null : await find(db, token)
    const now = clock.now()
    return {
      token,
      session: found && isAlive(found, now) ? found : null,
      pending: found?.isPendingTwoFactor && now < found.expiresAt ? found : null,
      timedOut: found && isTimedOut(found, now) ? found : null,
    }
  }

  const presentedSession = (request: Request) => presented(request, findSession)
  const secrets = [secret, ...config.AUTH_SECRETS_OLD]
  const idTokens = createIdTokens(config.FIREBASE_PROJECT_ID, secrets)

  const sessionOfIdToken: Auth['sessionOfIdToken'] = async (token) => {
    const now = clock.now()
    const claims = await idTokens.verify(token, now)
    if (typeof claims === 'string') return claims
    const found = await findAppSession(db, claims.sessionId)
    const isLive = found !== null && found.userId === claims.userId && isAlive(found, now)
    return isLive ? { session: found, provider: claims.provider } : 'ended'
  }

  /** `null` if the ID token names no live session, and `undefined` without an ID token. */
  async function idTokenSession(request: Request): Promise<Session | null | undefined> {
    const token = idTokenOf(request)
    if (token === null) return undefined
    if (!config.firebaseApi) return null
    const found = await sessionOfIdToken(token)
    return typeof found === 'string' ? null : found.session
  }

  async function actorFrom(session: Session | null | undefined, request: Request): Promise<Actor | null> {
    if (!session) return null
    await touchSession(db, session, clock.now())
    return presentActor(session, request)
  }

  return {
    secret,
    secrets,
    events,
    presentedSession,
    presentedUser: (request) => presented(request, findSessionAndUser),
    idTokens,
    sessionOfIdToken,
    devices: createDeviceCookies(config, secret),
    providers: createOidcProviders(options, events, secret),
    padding: options.responseTimePadding ?? responseTimePadding,
    callBetterAuth: betterAuthClient(config.publicUrl, createBetterAuth(options, events, secret)),
    async actorOf(request) {
      // If a page sends both, the token identifies its user: the cookie may belong to another account.
      const ofToken = await idTokenSession(request)
      if (ofToken !== undefined) return actorFrom(ofToken, request)
      const { session } = await presentedSession(request)
      return actorFrom(session, request)
    },
    actorOfIdToken: async (request) => actorFrom(await idTokenSession(request), request),
  }
}

function presentActor(session: Session, request: Request): Actor {
  return {
    owner: asOwnerId(session.userId),
    sessionId: session.id,
    userAgent: userAgentOf(request),
    timeZone: session.timeZone,
    authenticatedAt: session.reauthenticatedAt ?? session.createdAt,
  }
}
