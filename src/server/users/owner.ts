import type { TokenScope } from '#shared/auth/access-token.ts'

declare const minted: unique symbol

/** The id of a signed-in owner. Created only by `auth`, and by jobs for the owner of a row. */
export type Owner = string & { [minted]: 'owner' }

export function asOwnerId(id: string): Owner {
  return id as Owner
}

/** The sender of a request, with session and user agent, for the audit record. */
export type Actor = {
  owner: Owner
  sessionId: string
  /**
   * Set for a request by an access token, which has no session. `sessionId` then only names the token in the audit log.
   */
  tokenId?: string
  /** The scopes of that token. */
  tokenScopes?: TokenScope[]
  userAgent: string | null
  timeZone: string | null
  /** When the owner signed in or last reauthenticated. */
  authenticatedAt: Date
}
