import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import { requestLanguage } from '#server/http/request-language.ts'
import type { Problem } from '#shared/http/errors.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { CodeKind } from './action-code-store.ts'
import type { SessionKind } from './sessions/session-life.ts'
import { userAgentOf } from './user-agent.ts'

/** The data about the request being handled, for the adapter and the hooks below Better Auth. */
export type AuthRequestContext = {
  /** The path called at Better Auth; empty outside of a call. */
  path: string
  userAgent: string | null
  /** Of mail to an account that has not chosen one. */
  language?: Language
  /** The client's network, for the security log and for taking turns in hashing passwords. */
  network?: string | undefined
  /** How long a session of this request lives; without it Better Auth decides. */
  kind?: SessionKind
  /** No two-factor code is needed: it was part of this sign-in, or of the session that is replaced. */
  skipsTwoFactor?: boolean
  /** Reauthentication: only a session of this user may be created, and no user or account. */
  onlyForUserId?: string
  /** The session that this call adds a sign-in method to, or replaces: if it is gone, nothing is stored. */
  ownSession?: { id: string; userId: string }
  /** The passkey that signs in: without it no session begins. */
  passkeyId?: string
  /** The mailed code that signs in or sets the password. It is used up together with that, or neither happens. */
  mailedCode?: { kind: CodeKind; code: string }
  /** When the reauthentication was requested. */
  authenticatedSince?: Date
  /** The reauthentication was another user's. */
  isUserMismatch?: boolean
  /** The token of an invitation, which allows a new account. */
  invitation?: string | undefined
  /** The provider whose ID token signs in: without that account of the user no session begins. */
  provider?: string
  /** Where mailed links of this request lead, instead of to our page. */
  actionLink?: ActionLink | undefined
  /** The reason why we refused an action of Better Auth, whose own response would hide it. */
  refusal?: Problem
  /** The limit on mails was already consumed for this request. */
  isMailLimitConsumed: boolean
  /** The hash that the password matched. */
  matchedHash?: string
  /** The session that this request created. */
  createdSession?: CreatedSession
  /** The error that the database threw: Better Auth would turn it into its own response and hide the cause. */
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

/** Audit records and emails of this request name its browser; no cache stores the answer. */
export const withRequestContext: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', 'no-store')
  const userAgent = userAgentOf(c.req.raw)
  const network = networkOf(c.req.raw)
  const language = requestLanguage(c)
  return authRequestContext.run({ path: '', userAgent, language, network, isMailLimitConsumed: false }, next)
}
