import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionKind } from './session-store.ts'

/** What is known of the request that Better Auth is working on, for the adapter and the hooks below it. */
export type AuthRequestContext = {
  path: string
  userAgent: string | null
  /** How long a session lives that this request opens; what Better Auth asks for where it is not said. */
  kind?: SessionKind
  /** No second factor is asked for: it was part of the way in, or of the session that is replaced. */
  isWhole?: boolean
  /** She proves herself again: only a session of this owner may open, and nobody registers or is linked. */
  onlyFor?: string
  /** It was another's. */
  isMismatch?: boolean
  /** The limit on mails was already asked for this request. */
  isMailPaid: boolean
  /** The hash that the password was found to match. */
  matched?: string
  /** The session that the request opened. */
  opened?: { userId: string; sessionId: string; kind: SessionKind; isHalfOpen: boolean }
  /** What the database threw: Better Auth turns it into an answer of its own, which would hide the cause. */
  failure?: unknown
}

export const authRequestContext = new AsyncLocalStorage<AuthRequestContext>()
