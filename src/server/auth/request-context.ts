import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import { requestLanguage } from '#server/http/request-language.ts'
import type { Problem } from '#shared/http/errors.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { CodeKind } from './action-code-store.ts'
import type { SessionKind } from './sessions/session-life.ts'
import { userAgentOf } from './user-agent.ts'

/** Data about the current request, for the adapter and the hooks of Better Auth. */
export type AuthRequestContext = {
  /** The path called at Better Auth; empty outside of a call. */
  path: string
  userAgent: string | null
  /** The language of mail to an account that has not chosen one. */
  language?: Language
  /** The client's network, for the security log and for taking turns in hashing passwords. */
  network?: string | undefined
  /** How long a session of this request lives. If unset, Better Auth decides. */
  kind?: SessionKind
  /** No two-factor code is needed: this sign-in, or the session that is replaced, already included one. */
  skipsTwoFactor?: boolean
  /** Reauthentication: the request may create a session of this user only, and no user or account. */
  onlyForUserId?: string
  /**
   * The session that this call replaces or adds a sign-in method to. If the session no longer exists, nothing is
   * stored.
   */
  ownSession?: { id: string; userId: string }
  /** The passkey that signs in. If it no longer exists, no session begins. */
  passkeyId?: string
  /**
   * The mailed code that signs in or sets the password. Either both the code is used up and the change is made, or
   * neither.
   */
  mailedCode?: { kind: CodeKind; code: string }
  /** When the reauthentication was requested. */
  authenticatedSince?: Date
  /** Another user reauthenticated. */
  isUserMismatch?: boolean
  /** The token of an invitation, which allows a new account. */
  invitation?: string | undefined
  /** The provider whose ID token signs in. If the user no longer has that account, no session begins. */
  provider?: string
  /** Where mailed links of this request lead, instead of our page. */
  actionLink?: ActionLink | undefined
  /** Why we refused an action of Better Auth, whose own response would hide the reason. */
  refusal?: Problem
  /** This request has already consumed from the mail limit. */
  isMailLimitConsumed: boolean
  /** The stored hash that matched the password. */
  matchedHash?: string
  /** This request may create the account that it signs in to. */
  isNewUser?: boolean
  /** The session that this request created. */
  createdSession?: CreatedSession
  /** The error that the database threw. Better Auth would turn it into its own response and hide the cause. */
  databaseError?: unknown
}

/** The URL of a mailed link with this mode and code. */
export type ActionLink = (mode: string, code: string) => string

export type CreatedSession = {
  userId: string
  sessionId: string
  kind: SessionKind
  isPendingTwoFactor: boolean
}

export const authRequestContext = new AsyncLocalStorage<AuthRequestContext>()

/** Lets audit records and emails of this request name its browser, and keeps caches from storing the response. */
export const withRequestContext: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', 'no-store')
  const userAgent = userAgentOf(c.req.raw)
  const network = networkOf(c.req.raw)
  const language = requestLanguage(c)
  return authRequestContext.run({ path: '', userAgent, language, network, isMailLimitConsumed: false }, next)
}
