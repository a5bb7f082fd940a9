import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request that Better Auth is working on, for the adapter and the hooks below it. */
export type AuthScene = {
  path: string
  userAgent: string | null
  /** A session that replaces one for a shared computer is for a shared computer too. */
  isBrief: boolean
  /** The limit on mails was already asked for this request. */
  isMailPaid: boolean
  /** The hash that the password was found to match. */
  matched?: string
  /** The session that the request opened. */
  opened?: { userId: string; sessionId: string }
  /** What the database threw: Better Auth turns it into an answer of its own, which would hide the cause. */
  failure?: unknown
}

export const authScene = new AsyncLocalStorage<AuthScene>()
